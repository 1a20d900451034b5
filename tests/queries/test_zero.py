"""What rounds to zero is shown without a sign, whatever shows it."""

import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest

import pokerlake as pk
from pokerlake.queries.answers.solving.rows import _summary
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.lines import _told
from pokerlake.queries.files.formats.text import cell_text
from pokerlake.queries.results import as_html

TINY = -1e-9
TOLD = Path(pk.__file__).parent / "web" / "page" / "parts" / "told.js"


def test_texts_of_results():
    assert [cell_text(-0.0), cell_text(0.0), cell_text(-0.5)] == ["0", "0", "-0.5"]
    assert "-0" not in as_html(pa.table({"value": [-0.0]}))
    line = _summary("QsJh2h", 60, (TINY, 60.0), 0.1, 10)
    assert "oop wins 0.00 and ip 60.00" in line


@pytest.mark.parametrize("values", [(-0.0, 5.0), (TINY, 0.5), (TINY, 5.0), (TINY, 50.0),
                                    (-0.0, 2e6), (-0.04, 2e6)])  # fmt: skip
def test_numbers_of_charts(values):
    write = numerals.cell_numerals(values)
    assert not write(values[0]).startswith(("-", "−"))


def test_coordinates_and_what_is_told_of_points():
    assert svg.number(TINY) == "0"
    assert _told(-0.0) == "0"


def test_numbers_of_the_page():
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    told = TOLD.read_text("utf-8").splitlines()
    lines = [x for x in told if "const unsignedZero" in x or "const fixed" in x]
    line = " ".join(x.removeprefix("export ") for x in lines)
    asked = "[[-1e-9, 2], [-0.004, 2], [-0, 0], [-0.3, 0], [-0.01, 2], [-10, 0]]"
    script = f"{line} console.log({asked}.map((x) => fixed(...x)).join(' '))"
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout == "0.00 0.00 0 0 -0.01 -10\n"
