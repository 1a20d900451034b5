"""The statements that charts and commands run."""

from __future__ import annotations

from importlib.resources import files


def statement_of(name: str) -> str:
    """The statement of a file here, by its path without the ending: ``charts/ladder``."""
    return files(__package__).joinpath(f"{name}.sql").read_text("utf-8")
