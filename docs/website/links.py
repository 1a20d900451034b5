"""Whether all that built pages link to is there, and nothing is loaded from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches without being asked. Links to other sites are only followed by readers.
LOADED = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "object": ("data",),
    "link": ("href",),
}
_NOT_LOADED = {"canonical", "next", "prev", "alternate"}
_URL = re.compile(r"""(?:url\(|@import\s+)["']?(https?:)?//""")


class _Page(HTMLParser):
    """The anchors of a page, what it links to and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if not _NOT_LOADED & set(given.get("rel", "").split()):
            self.loaded += [given[name] for name in LOADED.get(tag, ()) if given.get(name)]
        if _URL.search(given.get("style", "")):
            self.loaded.append(given["style"])


def faults(site: Path) -> tuple[list[str], int]:
    """What is wrong with the pages below a folder, a line each; and how many links there are."""
    read = {}
    for path in sorted(site.rglob("*.html")):
        read[path] = _Page()
        read[path].feed(path.read_text("utf-8"))
    wrong, followed = [], 0
    for path, page in read.items():
        where = path.relative_to(site)
        wrong += [f"{where} loads {link}" for link in page.loaded if urlsplit(link).netloc]
        for link in {*page.links, *page.loaded}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or where.name == "404.html":
                continue
            followed += 1
            to = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            to = to / "index.html" if to.is_dir() else to
            if not to.is_file():
                wrong.append(f"{where} links to {link}, which is not there")
            elif parts.fragment and to in read and unquote(parts.fragment) not in read[to].anchors:
                wrong.append(f"{where} links to {link}, which has no such anchor")
    wrong += [
        f"{path.relative_to(site)} loads from elsewhere"
        for path in site.rglob("*.css")
        if _URL.search(path.read_text("utf-8"))
    ]
    return wrong, followed
