"""docs/words.md: every word of Python, the command line and SQL functions stands there."""

import inspect
import re

import typer

import pokerlake as pk
from pokerlake.cli import app
from pokerlake.queries.functions.registry import FUNCTIONS, MACROS
from pokerlake.queries.words import OTHERS, option_of

HIDDEN = {"self", "_", "_named", "all_spots", "install_completion", "show_completion"}


def of_python():
    """Parameters of calls, and of the methods of results."""
    calls = [getattr(pk, name) for name in pk.__all__]
    for name in pk.results.__all__:
        methods = vars(getattr(pk.results, name)).items()
        calls += [call for method, call in methods if method[0] != "_" and inspect.isroutine(call)]
    for call in calls:
        is_error = isinstance(call, type) and issubclass(call, Exception)
        if callable(call) and not inspect.ismodule(call) and not is_error:
            yield from inspect.signature(call).parameters


def of_commands():
    """Options, and what stands for arguments."""

    def walk(command):
        yield from command.params
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            yield from walk(command.get_command(None, name))

    for parameter in walk(typer.main.get_command(app)):
        is_option = parameter.param_type_name == "option"
        yield parameter.opts[0] if is_option else parameter.metavar or parameter.name.upper()


def of_sql():
    """Parameters of functions and macros."""
    for function in (*FUNCTIONS.values(), *MACROS.values()):
        inner = function.usage.partition("(")[2].rpartition(")")[0]
        yield from (part.partition(":=")[0].strip(' []"') for part in inner.split(","))


def plain(word):
    return word.lstrip("-").replace("-", "_").lower()


def test_every_word_is_there(checkout):
    page = (checkout / "docs/words.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    listed = {plain(word).partition("=")[0] for word in re.findall(r"`([^`]+)`", "\n".join(rows))}
    for words in (of_python, of_commands, of_sql):
        found = {plain(word) for word in words()} - HIDDEN - {""}
        assert len(found) > 15
        assert found - listed == set(), words.__name__


def test_no_word_of_ours_is_told_to_be_anothers(checkout):
    """What is answered with another word is a word of some door, or that answer leads nowhere."""
    options, keywords = set(of_commands()), set(of_python())
    for own in OTHERS:
        assert own in keywords or option_of(own) in options, own
