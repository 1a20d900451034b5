"""The page: FastAPI in front of the answers, and the browser's part.

Belongs here: the questions of the page, the processes that answer, limits, and the page's files.
Does not: anything that computes or draws (``api/``, ``queries/``), nor the command.

- ``Settings``: where the lake is, and the limits of requests
- ``application``: the application for any ASGI server
- ``serve``: serves the page until the program ends
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
