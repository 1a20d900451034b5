"""The questions of ``queries/questions/``, as the page asks them: their fields as text."""

from __future__ import annotations

from typing import Any

from pydantic import Field as Limits
from pydantic import create_model

from pokerlake.queries.questions import question as declared

from .answer import Answer, Same
from .registry import Asked, Asking, Question, question
from .same import call, sql_text


def model_of(asked: declared.Question, **others: Any) -> Any:
    """The model of a question's fields, as text; ``others`` are as they are given."""
    fields: dict[str, Any] = {
        field.name: (
            str,
            Limits(... if field.needed else field.default, max_length=field.longest),
        )
        for field in asked.fields
        if not field.effort
    }
    return create_model(f"{asked.name.capitalize()}Asked", __base__=Asked, **(fields | others))


def _question(asked: declared.Question) -> Question:
    """The page's question: a model of its fields, and the answer with the same elsewhere."""
    model = model_of(asked)

    def answer(given: Any, asking: Asking) -> Answer:
        values = given.model_dump()
        found = asked.ask(values, asking.lake)
        same = same_elsewhere(asked, values)
        rows, shown = found.to_arrow(), found.for_people()
        fewer = shown.to_pylist() if len(shown) < len(rows) else []
        keep = getattr(found, "seed", None) is None  # not sampled
        return Answer({"summary": found.summary(), "shown": fewer}, rows, same, keep)

    answer.__doc__ = asked.help
    return question(asked.name, model, warm=[dict(asked.examples[0])])(answer)


def same_elsewhere(asked: declared.Question, values: dict[str, str]) -> Same:
    """What asks the same in Python, SQL and the command line."""
    given = {field.name: values.get(field.name, field.default) for field in asked.fields}
    given = {name: value for name, value in given.items() if value not in (None, "")}
    places = [given.pop(field.name) for field in asked.by_place if field.name in given]
    usual = {field.name: field.default for field in asked.fields}
    rest = {name: value for name, value in given.items() if value != usual[name]}
    names = {field.name: field.in_sql for field in asked.fields}
    by_name = (f"{names[name]} := {sql_text(value)}" for name, value in rest.items())
    in_sql = ", ".join([*map(sql_text, places), *by_name])
    return Same(
        python=call(f"pk.{asked.name}", *places, **rest),
        sql=f"from {asked.name}({in_sql})" if asked.in_sql else "",
        command=f"pokerlake {asked.as_command(values)}",
    )


QUESTIONS = [
    _question(asked)
    for asked in declared.questions(*declared.EVERYWHERE).values()
    if asked.is_on_page
]
