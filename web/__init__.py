"""The page: FastAPI in front of the answers, and what a browser shows of them.

Belongs here: what the page may ask, the processes that answer, limits, and the page's files.
Does not: how anything is computed or drawn (``api/``, ``queries/``), nor the command.

- ``Settings``: where the lake is, and who may ask how much
- ``application``: the application for any ASGI server
- ``serve``: the page, until the program is ended
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader, require_extra

require_extra("web", "fastapi", "httptools", "orjson", "uvicorn")

if TYPE_CHECKING:
    from .asgi import application
    from .serving import serve
    from .settings import Settings

__all__ = ["Settings", "application", "serve"]

__getattr__ = loader(__name__)
