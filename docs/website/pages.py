"""The documents as pages of the site.

They are written for GitHub. Here long generated pages become a page for each section, links lead to
where things are on the site, or to the repository, and Markdown that only GitHub reads is put as
the generator reads it.
"""

import functools
import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
_URLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
REPOSITORY = _URLS["Source"]
ADDRESS = _URLS["Documentation"]
# Each section of these is a page of its own, in the folder of this name.
SPLIT = ("tables", "queries", "questions", "cli")

# They name everything, and would stand before the pages that explain it in what search finds.
UNSEARCHED = ("architecture.md", "changelog.md", "contributing.md", "web-design.md")
NOT_FOUND = "---\nsearch:\n  exclude: true\n---\n"

_OFTEN = 3  # a guide names what it explains
# Pages that name everything.
_OF_ALL = {
    *SPLIT, "architecture", "coming-from", "gallery", "pql", "python", "quick-start", "reliability",
    "speed", "sql-functions", "sql-propokertools", "sql-views", "tour", "versions", "web",
    "web-design", "words",
}  # fmt: skip

_FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
PAGE_ADDRESS = re.compile(rf"{re.escape(ADDRESS)}([\w-]+)/")
_SECTION = re.compile(r"^## `(.+)`\n", re.MULTILINE)
_BADGE = re.compile(r"^\[!\[.*\n", re.MULTILINE)
_PICTURE = re.compile(r"^!\[(?P<alt>[^\]]*)\]\((?P<file>[\w-]+\.(?:svg|png))\)$", re.MULTILINE)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.MULTILINE)
_KIND = re.compile(r"pokerlake chart ([a-z-]+)")
_ITEM = re.compile(r" *([-*]|\d+\.) ")


def documents() -> dict[str, str]:
    """The text of each page, by its path on the site."""
    sources = {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}
    sources["CONTRIBUTING.md"] = "contributing.md"
    sources |= {f"docs/{path.name}": path.name for path in sorted(ROOT.glob("docs/*.md"))}
    sources |= {f"docs/{name}.md": f"{name}/index.md" for name in SPLIT}
    texts = {source: (ROOT / source).read_text("utf-8") for source in sources}
    moved = dict(sources)
    made = {}
    for name in SPLIT:
        for title, _ in sections(texts[f"docs/{name}.md"]):
            moved[f"docs/{name}.md#{anchor(title)}"] = page_of(name, title)
    for source, path in sources.items():
        text = _BADGE.sub("", texts[source])
        name = source.removeprefix("docs/").removesuffix(".md")
        if name in SPLIT:
            for part, body in _parts(name, text):
                made[part] = linked(body, source, part, moved)
        else:
            made[path] = linked(text, source, path, moved)
    from . import notebooks

    for path, text in notebooks.pages().items():
        made[path] = linked(text, "docs/notebooks/", path, moved)
    made["gallery.md"] = linked(gallery(), "docs/gallery.md", "gallery.md", moved)
    return {
        path: (NOT_FOUND if path in UNSEARCHED else "") + readable(text)
        for path, text in made.items()
    }


def gallery() -> str:
    """All charts, in the order of ``pokerlake chart --help``."""
    order = re.findall(
        r"^## `pokerlake chart (.+)`$", (ROOT / "docs/cli.md").read_text("utf-8"), re.M
    )
    found: dict[str, list[str]] = {kind: [] for kind in order}
    for kind, shown in charts():
        found[kind].append(shown)
    parts = [
        "# Gallery of charts\n\nA picture of each kind of chart, with the command that draws it: "
        '`pk.chart("KIND", ...)` is the same in Python.'
    ]
    for kind in order:
        link = f"[`chart {kind}`](cli.md#pokerlake-chart-{kind})"
        parts += [f"## {kind}\n\nAll options: {link}.", *found[kind]]
    return "\n\n".join(parts) + "\n"


def charts() -> Iterator[tuple[str, str]]:
    """The kind of each chart, and its title, commands, picture and where it is from."""
    for path in sorted(ROOT.glob("docs/*.md")):
        text = path.read_text("utf-8")
        for picture in _PICTURE.finditer(text):
            before = text[: picture.start()]
            drawn = [
                each for each in _COMMAND.finditer(before) if f"-o {picture['file']}" in each[0]
            ]
            if not drawn:
                continue
            title = re.findall(r"^#+ (.+)$", before, re.MULTILINE)[-1]
            where = f"\n\nFrom [{title}]({path.name}#{anchor(title)})."
            code = f"```console\n$ {drawn[-1][1]}\n```"
            yield (
                _KIND.findall(drawn[-1][1])[0],
                f"### {picture['alt']}\n\n{code}\n\n{picture[0]}"
                + (where if path.name != "gallery.md" else ""),
            )


def sections(text: str) -> list[tuple[str, str]]:
    """The titles of the sections that are code, and what each says."""
    _, *found = _SECTION.split(text)
    return list(zip(found[::2], found[1::2], strict=True))


def page_of(name: str, title: str) -> str:
    """The page that a section becomes."""
    return f"{name}/{anchor(title.removeprefix('pokerlake ') if name == 'cli' else title)}.md"


def anchor(title: str) -> str:
    """What GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _parts(name: str, text: str) -> Iterator[tuple[str, str]]:
    """The index, and a page for each section."""
    intro = _SECTION.split(text)[0]
    heading = re.findall("^# (.+)$", intro, re.MULTILINE)[0]
    rows = []
    for title, body in sections(text):
        yield (
            page_of(name, title),
            f"# `{title}`\n\nOne of the [{heading.lower()}]({name}.md).{explained(title)}\n\n"
            f"{body.strip()}\n",
        )
        link = f"[`{title}`]({name}.md#{anchor(title)})"
        if f"| `{title}` |" in intro:
            intro = intro.replace(f"| `{title}` |", f"| {link} |")
        else:
            rows.append(f"| {link} | {about(body)} |")
    if rows:
        intro = f"{intro}\n| name | what it is |\n| --- | --- |\n" + "\n".join(rows) + "\n"
    yield f"{name}/index.md", intro


def explained(name: str) -> str:
    """A link to the guide that names a thing most often, if one does three times."""
    pattern = re.compile(rf"(?<![\w.-])(?:pk\.)?{re.escape(name)}(?![\w-])")
    often, guide = max((len(pattern.findall(text)), path) for path, text in _guides().items())
    title = _guides()[guide].partition("\n")[0].removeprefix("# ")
    return f" The guide: [{title}]({guide})." if often >= _OFTEN else ""


@functools.cache
def _guides() -> dict[str, str]:
    """The documents that are written by hand and explain, by their names."""
    paths = [path for path in sorted(ROOT.glob("docs/*.md")) if path.stem not in _OF_ALL]
    return {path.name: path.read_text("utf-8") for path in paths}


def about(body: str) -> str:
    """The first sentence of a section; of a command that of its help."""
    if body.lstrip().startswith("```"):
        body = body.partition("\n\n")[2]
    first = " ".join(body.strip().partition("\n\n")[0].split())
    return (re.match(r".*?[.:](?= |$)", first) or [first])[0].replace("|", "/")


def linked(text: str, source: str, path: str, moved: Mapping[str, str]) -> str:
    """A page whose links lead to pages of the site, or to files of the repository."""

    def link(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        if re.match(r"https?:|mailto:", target):
            return found[0]
        file, _, part = target.partition("#")
        file = posixpath.join("/", posixpath.dirname(source), file) if file else f"/{source}"
        file = posixpath.normpath(file).removeprefix("/")
        whole = f"{file}#{part}"
        if whole in moved:
            to = moved[whole]
        elif file in moved:
            to = moved[file] + (f"#{part}" if part else "")
        elif file.startswith("docs/") and (ROOT / file).suffix in (".svg", ".png"):
            to = f"pictures/{posixpath.basename(file)}"
        else:
            kind = "tree" if (ROOT / file).is_dir() else "blob"
            return f"{picture}[{label}]({REPOSITORY}/{kind}/main/{file})"
        near, _, at = to.partition("#")
        if near == path and at:
            return f"{picture}[{label}](#{at})"
        near = posixpath.relpath(near, posixpath.dirname(path) or ".")
        return f"{picture}[{label}]({near}{'#' + at if at else ''})"

    # Docstrings and tables name pages by their addresses.
    def address(found: re.Match[str]) -> str:
        return f"[{found[1]}](/docs/{found[1]}.md)"

    def both(part: str) -> str:
        return _LINK.sub(link, PAGE_ADDRESS.sub(address, part))

    return outside_of_code(text, both)


def outside_of_code(text: str, change: Callable[[str], str]) -> str:
    """A text of which what is not in fences is changed."""
    made, at = [], 0
    for fence in _FENCE.finditer(text):
        made += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*made, change(text[at:])])


def readable(text: str) -> str:
    """Lists begin after an empty line, go on by four spaces, and fences name a language alone."""
    text = re.sub(r"^(```\w+) fails$", r"\1", text, flags=re.MULTILINE)
    return outside_of_code(text, _lists)


def _lists(text: str) -> str:
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        item = _ITEM.match(line)
        if item and not inside and lines and lines[-1].strip():
            lines.append("")
        if item:
            inside = True
        elif not line.strip() or not line.startswith(" "):
            inside = inside and not line.strip()
        if inside and line.startswith(" "):
            line = "    " * max(1, (len(line) - len(line.lstrip())) // 4) + line.lstrip()
        lines.append(line)
    return "\n".join(lines)
