"""The serve command: the page, on this machine."""

from __future__ import annotations

from .base import note
from .options import LakeOption, flag, option, workers_option

_OWN = ("127.0.0.1", "localhost", "::1")  # addresses that no other machine can reach


def serve(
    host: str = option(
        "The address to listen at. At 0.0.0.0 other machines can ask too; see https://pokerlake.github.io/pokerlake/web/",
        default="127.0.0.1",
        metavar="ADDRESS",
    ),
    port: int = option("The port; 0 for any free one.", default=8000, min=0, max=65535),
    name: list[str] | None = option(
        "A name of this machine that browsers may use, besides localhost; may be repeated.",
        metavar="NAME",
    ),
    workers: int = workers_option("Processes that answer, each one question at a time."),
    keep_hands: bool = flag(
        "--keep-hands",
        "Let the page put dropped hands into the lake. Only for a page that other "
        "machines cannot ask.",
    ),
    jobs: float = option(
        "Let the page solve into the lake as jobs, one after the other: spots that take at most so "
        "many GB of memory, and push or fold. Only for a page that other machines cannot ask.  "
        "[default: no jobs]",
        default=0,
        min=0,
        metavar="GB",
        show_default=False,
    ),
    *,
    lake: LakeOption = None,
) -> None:
    """Serve a page over the lake: equity, ranges, boards, solutions and SQL in the browser.

    It answers this machine alone, needs no network, and ends with Ctrl-C.
    """
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import lake_path
    from pokerlake.web import Settings
    from pokerlake.web import serve as serve_page

    others = f"--host {host}" if host not in _OWN else "--name" if name else ""
    by_commands = {"--keep-hands": "import FILES"} if keep_hands else {}
    by_commands |= {"--jobs": "solve --save"} if jobs else {}
    for words, instead in by_commands.items():
        if others:
            raise UsageError(
                f"{words} is for you alone, and {others} is for others; leave one of them out, or "
                f"write into the lake by 'pokerlake {instead}'"
            )
    if jobs:
        _require_memory(jobs)
    settings = Settings(lake_path(lake), workers, tuple(name or ()), keep_hands, jobs)
    serve_page(
        settings,
        host=host,
        port=port,
        ready=lambda address: note(f"the page is at {address}"),
        tell=note,
    )


def _require_memory(gigabytes: float) -> None:
    """Refuse to give jobs more memory than is free."""
    from pokerlake.engine.threads import free_memory
    from pokerlake.tables.errors import UsageError

    free = free_memory()
    if free is not None and gigabytes > free / 1e9:
        raise UsageError(
            f"--jobs is {gigabytes:g} GB, and {free / 1e9:.1f} GB of memory are free; give what "
            "jobs may take of it"
        )
