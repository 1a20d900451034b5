"""A command for each question that is declared in ``queries/questions/``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import in_words_of
from pokerlake.queries.questions.question import EVERYWHERE, questions

from .base import Output, note, progress_bars
from .options import App, LakeOption, argument, option, signed

if TYPE_CHECKING:
    from pokerlake.queries.questions.fields import Field
    from pokerlake.queries.questions.question import Question


def add_questions(app: App) -> None:
    """Add the commands of all questions."""
    for asked in questions(*EVERYWHERE).values():
        app.command(asked.command)(_command(asked))


def _command(asked: Question) -> Callable[..., None]:
    """The command of a question: its fields, the lake, and where the result goes."""

    def run(lake: Any, out: Output, **given: Any) -> None:
        from pokerlake.queries.answers.ranges.reader import given_text

        out.choose()
        for field in asked.fields:
            if field.of_file:
                given[field.name] = given_text(given[field.name])
        with words_of_commands(asked.fields):
            found = asked.ask(given, lake)
        with _counted(asked, found) as counting:
            table = counting.for_people() if out.for_people() else counting.to_arrow()
        out.show(table)
        if out.for_people() or not asked.counted:  # people see fewer rows of what is long
            for line in found.summary().splitlines():
                note(line)

    run.__doc__ = f"{asked.help}\n\npokerlake {asked.as_command(asked.examples[0])}"
    fields = [(field.name, str, _declared(field)) for field in asked.fields]
    return signed(run, [*fields, ("lake", LakeOption, None), ("out", Output, ...)])


@contextmanager
def _counted(asked: Question, found: Any) -> Iterator[Any]:
    """The result, whose rows are counted in a bar while they are made, if that takes long."""
    if not asked.counted:
        yield found
        return
    with progress_bars() as bars:
        task = bars.add_task(asked.counted, total=None, visible=False)

        def listener(done: int, of: int) -> None:
            bars.update(task, completed=done, total=of, visible=True)

        yield replace(found, _listener=listener)


def _declared(field: Field) -> Any:
    if field.in_commands == field.metavar:
        return argument(field.metavar, field.about)
    if field.needed:
        return option(field.about, default=..., metavar=field.metavar)
    shown = bool(field.default)
    return option(field.about, default=field.default, metavar=field.metavar, show_default=shown)


@contextmanager
def words_of_commands(fields: Iterable[Field]) -> Iterator[None]:
    """What is wrong with a field is told by what the command calls it."""
    try:
        yield
    except Exception as error:
        name, problem = getattr(error, "field", None), getattr(error, "bare", None)
        field = next((each for each in fields if each.name == name), None)
        if field is None or problem is None:
            raise
        raise type(error)(in_words_of(field.in_commands, field.name, problem)) from error
