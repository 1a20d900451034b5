"""Fills tables from the engine: builds, the runner that carries them out, verification."""
