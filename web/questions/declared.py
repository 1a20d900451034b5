"""The questions of ``queries/questions/``, as the page asks them: their fields as text."""

from __future__ import annotations

from typing import Any

from pydantic import Field as Limits
from pydantic import create_model

from pokerlake.queries.questions import question as declared

from .answer import Answer, Same
from .registry import Asked, Asking, Question, question
from .same import call, sql_text


def _question(asked: declared.Question) -> Question:
    """The page's question: a model of its fields, and the answer with the same elsewhere."""
    fields: dict[str, Any] = {
        field.name: (
            str,
            Limits(... if field.needed else field.default, max_length=field.longest),
        )
        for field in asked.fields
    }
    model = create_model(f"{asked.name.capitalize()}Asked", __base__=Asked, **fields)

    def answer(given: Any, asking: Asking) -> Answer:
        values = given.model_dump()
        found = asked.ask(values, asking.lake)
        same = same_elsewhere(asked, values)
        rows, shown = found.to_arrow(), found.for_people()
        fewer = shown.to_pylist() if len(shown) < len(rows) else []
        return Answer({"summary": found.summary(), "shown": fewer}, rows, same, keep=True)

    answer.__doc__ = asked.help
    return question(asked.name, model, warm=[dict(asked.examples[0])])(answer)


def same_elsewhere(asked: declared.Question, values: dict[str, str]) -> Same:
    """What asks the same in Python, SQL and the command line."""
    places = [values[field.name] for field in asked.by_place]
    rest = {
        field.name: values[field.name]
        for field in asked.fields
        if not field.needed and values[field.name] not in ("", field.default)
    }
    names = {field.name: field.in_sql for field in asked.fields}
    by_name = (f"{names[name]} := {sql_text(value)}" for name, value in rest.items())
    given = [*map(sql_text, places), *by_name]
    return Same(
        python=call(f"pk.{asked.name}", *places, **rest),
        sql=f"from {asked.name}({', '.join(given)})",
        command=f"pokerlake {asked.as_command(values)}",
    )


QUESTIONS = [_question(asked) for asked in declared.questions(*declared.EVERYWHERE).values()]
