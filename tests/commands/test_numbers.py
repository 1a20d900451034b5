"""Numbers that no option takes: a line with the number, and nothing is begun."""

import pytest
import typer.main
from typer.testing import CliRunner

from pokerlake.cli import app

HUGE = 10**20


def whole_numbers():
    """Every option of every command that takes a whole number."""
    waiting = [((), typer.main.get_command(app))]
    while waiting:
        words, command = waiting.pop()
        waiting += [((*words, name), c) for name, c in getattr(command, "commands", {}).items()]
        for param in [] if hasattr(command, "commands") else command.params:
            kind = getattr(getattr(param, "type_descriptor", None), "annotation", None)
            if kind is int and param.opts[0].startswith("--"):
                yield (*words, param.opts[0])


@pytest.mark.parametrize("words", sorted(whole_numbers()), ids=" ".join)
def test_a_number_that_is_too_large_is_refused(words):
    result = CliRunner().invoke(app, [*words, str(HUGE)])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: Invalid value")
    assert f"'{HUGE}'" in result.stderr
    assert words[-1] in result.stderr


@pytest.mark.parametrize("command", ["serve", "build", "solve", "pushfold"])
def test_more_workers_than_any_machine_has(command):
    result = CliRunner().invoke(app, [command, "--workers", "1000000"])
    assert result.exit_code == 2
    assert "give 0 to 1,024 (" in result.stderr
