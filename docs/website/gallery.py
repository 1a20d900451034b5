"""The gallery: each picture that a document draws, with its command, by kinds of charts."""

import re
from collections.abc import Iterator

from .pages import ROOT, anchor

_PICTURE = re.compile(r"^!\[(?P<alt>[^\]]*)\]\((?P<file>[\w-]+\.(?:svg|png))\)$", re.MULTILINE)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.MULTILINE)
_KIND = re.compile(r"pokerlake chart ([a-z-]+)")


def page() -> str:
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
