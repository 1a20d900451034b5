"""Markdown: the table as text, and as a page shows it."""

import pyarrow as pa

from helpers.command_line import run
from pokerlake.queries.files.write import write_result


def written(table, tmp_path):
    write_result(table, None, tmp_path / "a.md")
    return (tmp_path / "a.md").read_text("utf-8")


def test_a_table(tmp_path):
    table = pa.table(
        {
            "hand": ["AhKh", None],
            "win": [0.4601789, 1.0],
            "n|m": pa.array([1, 20], pa.int64()),
        }
    )
    assert written(table, tmp_path) == (
        "| hand | win | n\\|m |\n| --- | ---: | ---: |\n| AhKh | 0.460179 | 1 |\n|  | 1 | 20 |\n"
    )


def test_text_is_what_it_is(tmp_path):
    table = pa.table({"text": ["a|b", "two\nlines", "*x* _y_ `z` <b>", "back\\slash"]})
    assert written(table, tmp_path).splitlines()[2:] == [
        r"| a\|b |", "| two<br>lines |", r"| \*x\* \_y\_ \`z\` \<b> |", r"| back\\slash |",
    ]  # fmt: skip


def test_no_rows(tmp_path):
    assert written(pa.table({"a": pa.array([], pa.int64())}), tmp_path) == "| a |\n| ---: |\n"


def test_a_command_shows_what_people_read(at_home):
    finished = run("equity AhKh QsQc --board Qh2h3dAs -f md")
    assert finished.text.splitlines() == [
        "| hand | win | tie | equity | chop |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| AhKh | 0.181818 | 0 | 0.181818 | 0 |",
        "| QsQc | 0.818182 | 0 | 0.818182 | 0 |",
    ]
