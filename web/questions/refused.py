"""Errors of fields that do not have the form of their question, in lines of our own."""

from __future__ import annotations

import json
from collections import Counter

from pydantic import ValidationError

_LONGEST = 60  # characters of a value that is shown
_LONGEST_FIELD = 100
_A_NUMBER = "give a number"
_WHOLE = "give a whole number"

# By pydantic's type of an error; its context is in braces.
_WANTED = {
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _A_NUMBER,
    "float_parsing": _A_NUMBER,
    "finite_number": _A_NUMBER,
    "greater_than_equal": "give {ge} or more",
    "greater_than": "give more than {gt}",
    "less_than_equal": "give at most {le}",
    "less_than": "give less than {lt}",
    "literal_error": "give {expected}",
    "bool_type": "give true or false",
    "string_type": "give text",
    "list_type": "give a list",
    "dict_type": "give an object",
    "model_type": "give an object",
    "model_attributes_type": "give an object",
}
_WHOLE_LINES = {
    "missing": "{field} is missing",
    "extra_forbidden": "there is no field {field}; /api/openapi.json has those that there are",
    "string_too_short": "{field} is blank",
    "string_too_long": "{field} is too long; give at most {max_length} characters",
    "too_short": "{field} has {actual_length}; give {min_length} or more",
    "too_long": "{field} has more than {max_length}; give at most {max_length}",
    "json_invalid": "what is asked is no JSON: {error}",
}


def refused(error: ValidationError) -> tuple[str, str]:
    """The message for the first invalid field, and that field."""
    first = error.errors(include_url=False)[0]
    kind = first["type"]
    field = ".".join(map(str, first["loc"]))[:_LONGEST_FIELD]
    name = field or "what is asked"
    context = {of: _text(value) for of, value in first.get("ctx", {}).items()}
    if kind in _WHOLE_LINES:
        return _WHOLE_LINES[kind].format(field=name, **context), field
    if kind in _WANTED:
        return f"{name} is {_shown(first['input'])}; {_WANTED[kind].format(**context)}", field
    message = first["msg"].removeprefix("Value error, ")
    return (f"{field}: {message}" if field else message), field


def named_twice(asked: bytes) -> str | None:
    """The first name that a JSON object has twice; pydantic takes the last."""
    twice: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        twice.extend(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )

    json.loads(asked, object_pairs_hook=look)
    return twice[0] if twice else None


def _shown(value: object) -> str:
    if value is None or value == "":
        return "blank"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value) if isinstance(value, str) else _text(value).replace(",", "")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _text(value: object) -> str:
    """A number with commas; other values unchanged."""
    if not isinstance(value, (int, float)):
        return str(value)
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.15g}"
    return f"{value:.10f}".rstrip("0") if "e-" in text else text
