"""What the search of the site finds: words that people type, and pages that explain before others.

Only pages that have all words of a search are found, and those first that have them in their titles
and paths. So guides have words of the field and of other programs beside their own text, and the
generated pages, whose paths the generator makes of their titles, have that of their index.
"""

import json
import re
import tomllib
from pathlib import Path

_WORDS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_FOLDERS = {
    "cli": "Commands",
    "queries": "Named queries",
    "questions": "Questions",
    "reference": "Python reference",
    "tables": "Tables and views",
}
_GENERATED = re.compile(rf"({'|'.join(_FOLDERS)})/[^#]+$")


def improve(index: Path) -> None:
    """Write the words and paths into the index of a site, a JSON file that its search reads.

    KeyError if a page is not there, or the generator writes another index.
    """
    found = json.loads(index.read_text("utf-8"))
    pages = {item["location"]: item for item in found["items"] if item["level"] == 1}
    for address, words in _WORDS.items():
        pages[address]["text"] += f"<p>Also: {words}.</p>"
    for address, page in pages.items():
        if folder := _GENERATED.match(address):
            page["path"][:] = ["Look up", _FOLDERS[folder[1]]]
    index.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
