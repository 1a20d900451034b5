"""The questions of ``queries/questions/`` on the page: their fields as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field as Limits
from pydantic import create_model

from pokerlake.queries.questions import question as declared

from .answer import Answer, Same
from .registry import Asked, Asking, Question, question
from .same import literal, sql_text


def model_of(asked: declared.Question, *names: str, **others: Any) -> Any:
    """The model of a question's fields, or of those with these names; ``others`` are added."""
    there = (each for each in asked.at_all_doors if not each.effort)
    fields = {each.name: _of_field(each) for each in there if not names or each.name in names}
    return create_model(f"{asked.name.capitalize()}Asked", __base__=Asked, **(fields | others))


def question_of(asked: declared.Question) -> Question:
    """The page's question: a model of its fields, and the answer with the same elsewhere."""
    model = model_of(asked)

    def answer(request: Any, asking: Asking) -> Answer:
        values = request.model_dump()
        result = asked.ask(values, asking.lake)
        same = same_elsewhere(asked, values)
        rows, shown = result.to_arrow(), result.for_people()
        others = [] if shown.equals(rows) else shown.to_pylist()
        keep = getattr(result, "seed", None) is None  # not sampled
        return Answer({"summary": result.summary(), "shown": others}, rows, same, keep)

    answer.__doc__ = asked.help
    return question(asked.name, model, seconds=asked.seconds)(answer)


def _of_field(field: Any) -> tuple[Any, Any]:
    """The type of a field and its limits, for pydantic; several texts may come as one."""
    default = ... if field.needed else field.default
    if field.kind is str:
        text = Annotated[str, Limits(max_length=field.longest)]
        kind: Any = text | list[text] if field.several else text
    else:
        kind = Annotated[field.kind, Limits(ge=field.least, le=field.most)]
    return (kind | None if default is None else kind), default


def same_elsewhere(asked: declared.Question, values: Mapping[str, Any]) -> Same:
    """The Python, SQL and command line for the same question."""
    fields = {field.name: field for field in asked.at_all_doors}
    rest = {name: values.get(name, field.default) for name, field in fields.items()}
    rest = {name: value for name, value in rest.items() if fields[name].says(value)}
    places = [rest.pop(field.name) for field in asked.in_place if field.name in rest]
    rest = {name: value for name, value in rest.items() if value != fields[name].default}
    names = {field.name: field.in_sql for field in asked.fields}
    sql = ""
    if asked.in_rows:
        by_name = (f"{names[name]} := {sql_text(value)}" for name, value in rest.items())
        sql = f"from {asked.name}({', '.join([*map(sql_text, places), *by_name])})"
    python = asked.in_python or f"pk.{asked.name}({{}})"
    names_apart = [name for name in fields if f"{{{name}}}" in python]
    apart = {name: literal(rest.pop(name, fields[name].default)) for name in names_apart}
    words = [*map(literal, places), *(f"{name}={literal(v)}" for name, v in rest.items())]
    return Same(
        python=python.format(", ".join(words), **apart),
        sql=sql,
        command=f"pokerlake {asked.as_command(values)}",
    )


def same_of_view(asked: declared.Question, values: Mapping[str, Any], flag: str) -> Same:
    """The Python, if the result has that view, and the command for the same view."""
    same = same_elsewhere(asked, values)
    answer = next(view.answer for view in asked.views if view.flag == flag)
    python = f"{same.python}.{answer}()" if isinstance(answer, str) else ""
    return Same(python=python, command=f"{same.command} {flag}")


QUESTIONS = [
    question_of(asked)
    for asked in declared.questions(*declared.EVERYWHERE).values()
    if asked.on_page
]
