"""The formats a result can be written in: one registry, for stdout and for files alike."""

from .base import About, Format
from .registry import FORMATS, choose_format
from .write import write_result

__all__ = ["FORMATS", "About", "Format", "choose_format", "write_result"]
