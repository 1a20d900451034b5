"""What the page is answered, asked as its server asks; and what an answer says gives the same."""

import json

import orjson

import pokerlake as pk
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.registry import questions


def ask(lake, name, tell=lambda _: None, **asked):
    """The answer to a question."""
    passed_on = questions()[name].model.model_validate_json(orjson.dumps(asked)).model_dump_json()
    found = answer_to(name, passed_on.encode(), lake, tell=tell)
    assert found.problem is None, found.problem
    return json.loads(found.body)


def refused(lake, name, /, *statuses, **asked):
    """The field that is wrong, and the line about it; the status is 400, or one of those given."""
    found = answer_to(name, orjson.dumps(asked), lake)
    assert found.status in (statuses or (400,))
    return found.field, found.problem


def rows(answer):
    """The rows of an answer, as mappings."""
    columns = answer["table"]["columns"]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def run_python(answer, lake, monkeypatch):
    """What the Python gives that an answer says."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    return eval(answer["same"]["python"], {"pk": pk})  # noqa: S307 the page's own
