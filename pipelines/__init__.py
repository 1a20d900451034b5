"""Fills tables from the engine.

Belongs here: builds and the runner that executes them, imports, runs of learners, verification.
Does not: kernels (``engine/``) and questions (``queries/``).
"""
