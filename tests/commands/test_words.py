"""What is made of the words of a command line: as typer does, and mostly without its pydantic."""

import subprocess
import sys

import pytest
import typer
import typer.core

from helpers.command_line import run
from pokerlake.cli import app
from pokerlake.commands import options
from pokerlake.tables.errors import UsageError

WORDS = [
    None, "", "a", "AsKs", "é", "select 1\n", "\udcff", "a\0b", " 7 ", "-", "/", "none/there",
    "0", "1", "7", "007", "+7", "-7", "1_000", "٣", "1.5", "1e-3", "nan", "true", "10000", "9" * 39,
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


CONTEXT = typer.Context(typer.core.TyperCommand("command"))

by_typer = pytest.mark.skipif(
    not hasattr(PARAMETERS["deal deals"], "type_descriptor"), reason="this typer has no pydantic"
)


def made(make, *given):
    """The value and its type, or the error."""
    try:
        found = make(*given)
    except (typer.BadParameter, ValueError, TypeError) as error:
        return type(error), str(error)
    return type(found), repr(found)


@by_typer
def test_words_become_what_typer_makes_of_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "7").touch()
    (tmp_path / "1").symlink_to("nothing")
    assert len(PARAMETERS) > 100
    seen = set()
    for name, parameter in PARAMETERS.items():
        descriptor = parameter.type_descriptor
        way = (str(descriptor.annotation), parameter.multiple, parameter.nargs)
        if way in seen or descriptor.annotation in (int, float) or parameter.callback is not None:
            continue
        seen.add(way)
        for word in WORDS:
            ours = made(options._value, parameter, CONTEXT, word)
            typers = made(type(parameter).process_value, parameter, CONTEXT, word)
            assert ours == typers, (name, word)
    assert {way[0] for way in seen} >= {str(kind) for kind in (str, bool, list[str])}


@by_typer
@pytest.mark.parametrize("name", ["deal deals", "solve threads", "equity seed", "strength pot"])
def test_numbers_are_what_typer_makes_of_them_within_the_limits(name):
    """Typer reads more words than these as numbers: bytes, booleans, other alphabets' digits."""
    parameter = PARAMETERS[name]
    kind = parameter.type_descriptor.annotation
    read = 0
    for word in WORDS:
        found = made(options._value, parameter, CONTEXT, word)
        if found[0] is options.WordError:
            assert "give " in found[1], word
        else:
            typers = made(type(parameter).process_value, parameter, CONTEXT, word)
            assert found == typers, word
            read += found[0] is kind
    assert read >= 6


@by_typer
@pytest.mark.parametrize(
    ("name", "word", "told"),
    [
        ("deal deals", "x", "it is no whole number; give such as 5, 1_000 or 1e6"),
        ("deal deals", "", "it is no whole number; give such as 5, 1_000 or 1e6"),
        ("deal deals", "1.5", "it is no whole number; give such as 5, 1_000 or 1e6"),
        ("deal deals", True, "it is no whole number; give such as 5, 1_000 or 1e6"),
        ("deal deals", str(2**63), "give at most 9,223,372,036,854,775,807"),
        ("deal deals", "9" * 5000, "give at most 9,223,372,036,854,775,807"),
        ("sql rows", "-" + "9" * 5000, "give 1 to 9,223,372,036,854,775,807"),
        ("solve threads", "1025", "give 0 to 1,024"),
        ("strength pot", "x", "it is no number; give such as 5, 0.25 or 1e6"),
        ("strength pot", "٣", "it is no number; give such as 5, 0.25 or 1e6"),
        ("sql seconds", "0", "give 0.1 or more"),
        ("sql seconds", "nan", "give 0.1 or more"),
    ],
)
def test_a_number_that_is_refused_is_told_with_what_to_give(name, word, told):
    parameter = PARAMETERS[name]
    assert made(options._value, parameter, CONTEXT, word) == (options.WordError, told)


@pytest.mark.whole
@by_typer
def test_plain_words_do_not_wait_for_pydantic(at_home, lake):
    (at_home / "lake").symlink_to(lake)
    lines = [
        ["sql", "select 'é' as x", "-f", "csv"],
        ["deal", "3", "--seed", "1"],
        ["query", "class_of_hand", "-p", "hand=AsKsQsJsTs", "--lake", "lake"],
        ["equity", "AhKh", "QsQc", "--se", "0.01", "--lake", "lake"],
        ["chart", "--help"],
    ]
    code = (
        "import sys; from pokerlake.cli import app\n"
        f"for words in {lines}:\n"
        "    try: app(words)\n"
        "    except SystemExit as stop: print('ended', stop.code, 'pydantic' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ends = [line for line in output.splitlines() if line.startswith("ended")]
    assert ends == ["ended 0 False"] * len(lines)


# ---------------------------------------------------------------- an option that is given twice


def commands(command, path=()):
    """All commands, groups and charts too, by the words before them."""
    yield path, command
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from commands(command.get_command(None, name), (*path, name))


def test_an_option_of_one_value_is_refused_if_it_is_given_twice_in_every_command():
    seen = set()
    for path, command in commands(typer.main.get_command(app)):
        for parameter in command.params:
            if parameter.param_type_name != "option":
                continue
            for name in parameter.opts:
                words = [name, "1", name, "2"]
                if parameter.is_flag:
                    words = [name, name]
                context = typer.Context(command, info_name=" ".join(path))
                if parameter.is_flag or parameter.multiple:
                    options.refuse_repeated(command, context, words)
                    seen.add("several")
                    continue
                with pytest.raises(UsageError) as caught:
                    command.parse_args(context, words)
                told = str(caught.value)
                assert told.startswith(f"{parameter.opts[0]} is given twice"), (path, told)
                assert "\n" not in told
                seen.add(parameter.opts[0])
    assert {"several", "--lake", "--dead", "--board", "--output", "--seed", "--size"} <= seen


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("equity AhKh QsQc --dead 7h --dead 8h",
         "--dead is given twice; give its cards at once: --dead 7h8h"),
        ("chart range --range 'AA, KK' --range=QQ",
         "--range is given twice; give its ranges at once: --range 'AA, KK,QQ'"),
        ("bubble --stacks 50 --stacks 30 --stacks 20 --prizes 1",
         "--stacks is given 3 times; give its stacks at once: --stacks 50,30,20"),
        ("export classes --columns class_id --columns name",
         "--columns is given twice; give its names at once: --columns class_id,name"),
        ("deal -o a.csv -ob.csv", "--output is given twice, as a.csv and b.csv; give it once"),
        ("deal --seed 1 --seed 2 --seed 3", "--seed is given 3 times, as 1, 2 and 3; give it once"),
        ("deal --dead 7h --dead=7h", "--dead is given twice; give it once"),
        ("--lake a --lake b deal", "--lake is given twice, as a and b; give it once"),
        ("--lake a --lake b", "--lake is given twice, as a and b; give it once"),
        ("--lake a tables --lake=b", "--lake is given twice, as a and b; give it once"),
        ("sql --lake s3://K:S@a --lake s3://b", "--lake is given twice; give it once"),
        ("query hand_ranking -o a.csv -o a.csv", "--output is given twice; give it once"),
        ("query class_of_hand --hand AKs --hand KQs",
         "parameter 'hand' is given twice; give it once"),
    ],
)  # fmt: skip
def test_what_is_given_twice_is_told_with_how_to_write_it(line, told):
    assert run(line) == (2, b"", f"error: {told}\n")


def test_flags_may_be_repeated():
    line = "deal 9 --players 2 --seed 1 --compare"
    assert run(f"{line} --compare") == run(line)


@by_typer
@pytest.mark.parametrize(
    ("word", "number"),
    [("1e3", 1000), ("2.5E2", 250), ("10_000", 10_000), ("1e+2", 100), ("12", 12), ("1.50e1", 15)],
)
@pytest.mark.parametrize("name", ["deal deals", "learn games", "solve iterations", "equity deals"])
def test_large_whole_numbers_are_read_as_people_write_them(word, number, name):
    parameter = PARAMETERS[name]
    assert made(options._value, parameter, CONTEXT, word) == (int, str(number))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("deal -n 5", "here it is DEALS, by its place: pokerlake deal DEALS"),
        ("deal --random-state 1", "here it is --seed"),
        ("equity AA KK --n-samples 5", "here it is --deals"),
        ("equity AA KK --dead-cards 7h", "here it is --dead"),
        ("equity AA KK --stderr 0.1", "here it is --se"),
        ("equity AA KK --variant omaha", "here it is --game"),
        ("bubble --stack 8,12 --prizes 1", "here it is --stacks"),
        ("solve --n-jobs 2", "here it is --workers"),
        ("solve --tolerance 0.01", "here it is --to"),
        ("pushfold 10 --threads 2", "here it is --workers"),
        ("learn kuhn --iterations 5", "here it is --games"),
        ("strength AhKh --num-opponents 2", "here it is --opponents"),
        ("serve -p 80", "here it is --port"),
    ],
)
def test_options_of_others_are_told_as_here(line, told):
    """The same words as in Python: queries/words.py."""
    finished = run(line)
    assert finished.code == 2
    assert f"; {told} (see 'pokerlake " in finished.err
