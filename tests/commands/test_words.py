"""What is made of the words of a command line: as typer does, and mostly without its pydantic."""

import subprocess
import sys

import pytest
import typer
import typer.core

from pokerlake.cli import app
from pokerlake.commands import options

WORDS = [
    None, "", "a", "AsKs", "é", "select 1\n", "\udcff", "a\0b", " 7 ", "-", "/", "none/there",
    "0", "1", "7", "007", "+7", "-7", "1_000", "٣", "1.5", "1e3", "nan", "true", "10000", "9" * 39,
    str(2**64 - 1), str(2**64), "9" * 5000,
    (), [], ("a", "b=1"), ["a"], ("a", "\udcff"), ("a", 1), 0, 5, 10**30, 1.5, True, b"a",
]  # fmt: skip


def parameters(command, path=()):
    """All parameters of the commands, by the words before them."""
    for parameter in command.params:
        yield " ".join((*path, parameter.name)), parameter
    for name, below in getattr(command, "commands", {}).items():
        yield from parameters(below, (*path, name))


PARAMETERS = dict(parameters(typer.main.get_command(app)))


def made(coercion, value, parameter):
    """The value and its type, or the error."""
    context = typer.Context(typer.core.TyperCommand("command"))
    try:
        found = coercion.coerce(value, parameter, context)
    except (typer.BadParameter, ValueError, TypeError) as error:
        return type(error), str(error)
    return type(found), repr(found)


by_typer = pytest.mark.skipif(options._by_typer is None, reason="this typer has no pydantic")


@by_typer
def test_words_become_what_typer_makes_of_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "7").touch()
    (tmp_path / "1").symlink_to("nothing")
    assert len(PARAMETERS) > 100
    seen = set()
    for name, parameter in PARAMETERS.items():
        descriptor, info = parameter.type_descriptor, parameter.type_descriptor.parameter_info
        way = (str(descriptor.annotation), parameter.multiple, parameter.nargs, info.min, info.max)
        if way in seen:
            continue
        seen.add(way)
        quick, slow = options._Given(descriptor), options._by_typer(descriptor)
        for word in WORDS:
            assert made(quick, word, parameter) == made(slow, word, parameter), (name, word)
    assert {way[0] for way in seen} >= {str(kind) for kind in (str, int, float, list[str])}


@by_typer
@pytest.mark.parametrize(
    "words",
    [
        ["sql", "select 'é' as x", "-f", "csv"],
        ["deal", "--hands", "3", "--seed", "1"],
        ["query", "class_of_hand", "-p", "hand=AsKsQsJsTs", "--lake", "lake"],
    ],
)
def test_plain_words_do_not_wait_for_pydantic(at_home, lake, words):
    (at_home / "lake").symlink_to(lake)
    code = (
        "import sys; from pokerlake.cli import app\n"
        "try: app(sys.argv[1:])\n"
        "except SystemExit as stop: print(stop.code, 'pydantic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, *words]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output.splitlines()[-1] == "0 False"
