"""The serve command: the page, on this machine."""

from __future__ import annotations

from .base import note
from .options import LakeOption, option, workers_option


def serve(
    host: str = option(
        "The address to listen at. Others than this machine can ask at 0.0.0.0; see https://pokerlake.github.io/pokerlake/web/",
        default="127.0.0.1",
        metavar="ADDRESS",
    ),
    port: int = option("0 for any that is free.", default=8000, min=0, max=65535),
    name: list[str] | None = option(
        "A name of this machine that browsers may ask for, beside localhost; as often as needed.",
        metavar="NAME",
    ),
    workers: int = workers_option("Processes that answer, each one question at a time."),
    *,
    lake: LakeOption = None,
) -> None:
    """Serve a page over the lake: equity, ranges, boards, solutions and SQL in the browser.

    It answers this machine alone, needs no network, and ends with Ctrl-C.
    """
    from pokerlake.tables.lake import lake_path
    from pokerlake.web import Settings
    from pokerlake.web import serve as serve_page

    settings = Settings(lake_path(lake), workers, tuple(name or ()))
    serve_page(
        settings,
        host=host,
        port=port,
        ready=lambda address: note(f"the page is at {address}"),
        tell=note,
    )
