"""``PYTHONPATH=docs python -m website``: build the site into site/html, and check it."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

from . import pages, reference, search
from .links import faults

HERE = Path(__file__).parent
SITE = pages.ROOT / "site"


def main() -> int:
    """Write the sources into site/pages, build them, and go through what was built."""
    began = time.monotonic()
    shutil.rmtree(SITE, ignore_errors=True)
    made = pages.documents() | reference.pages()
    for name, text in made.items():
        path = SITE / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copytree(pages.ROOT / "docs", SITE / "pages/pictures", ignore=_no_picture)
    shutil.copy(HERE / "zensical.toml", SITE)
    command = [Path(sys.executable).parent / "zensical", "build", "--strict", "--clean"]
    if subprocess.run(command, cwd=SITE, check=False).returncode:
        return 1
    search.improve(SITE / "html/search.json")
    files = [path for path in (SITE / "html").rglob("*") if path.is_file()]
    wrong, links = faults(SITE / "html")
    for line in wrong:
        print(line, file=sys.stderr)
    size = sum(path.stat().st_size for path in files) / 1e6
    print(
        f"{len(made)} pages, {len(files)} files, {size:.1f} MB, {links:,} links and anchors "
        f"checked, {time.monotonic() - began:.0f} s"
    )
    print("to read it: python -m http.server -d site/html")
    return 1 if wrong else 0


def _no_picture(_: str, names: list[str]) -> set[str]:
    return {name for name in names if Path(name).suffix not in (".svg", ".png")}


if __name__ == "__main__":
    sys.exit(main())
