"""What is said of a field that has not its form: our own words, the value, and what to give."""

import orjson
import pytest
from pydantic import ValidationError

from pokerlake.web.questions import questions
from pokerlake.web.questions.answering import answer_to
from pokerlake.web.questions.refused import named_twice, refused

EQUITY = {"hands": ["AA", "KK"], "board": ""}
SHARE = "a share below 1, as 0.05 or 5%"
WHOLE = "a whole number, 1 to 1,000,000,000"
SPOT = {"oop": "AA", "ip": "KK", "board": "QsJh2h8c3d", "pot": 60, "stack": 200}


@pytest.mark.parametrize(
    ("name", "asked", "field", "line"),
    [
        ("solve", SPOT | {"pot": 60.5}, "pot", f"pot is 60.5; give {WHOLE}"),
        ("solve", SPOT | {"pot": "abc"}, "pot", f"pot is 'abc'; give {WHOLE}"),
        ("solve", SPOT | {"pot": ""}, "pot", f"pot is blank; give {WHOLE}"),
        ("solve", SPOT | {"stack": -5}, "stack", f"stack is -5; give {WHOLE}"),
        ("solve", SPOT | {"rake": "5 pct"}, "rake", f"rake is '5 pct'; give {SHARE}"),
        ("solve", SPOT | {"rake": 5}, "rake", f"rake is 5; give {SHARE}"),
        ("solve", SPOT | {"most_raises": 1.5}, "most_raises", None),
        ("equity", EQUITY | {"hands": ["AA"]}, "hands", "hands has 1; give 2 or more"),
        ("equity", EQUITY | {"hands": "AA"}, "hands", "hands is 'AA'; give a list"),
        ("equity", EQUITY | {"hands": ["AA", 7]}, "hands.1", "hands.1 is 7; give text"),
        ("solve", SPOT | {"to": 0}, "to", "to is 0; give 0.0001 or more"),
        ("solve", SPOT | {"pot": 10**10}, "pot", f"pot is 10000000000; give {WHOLE}"),
        ("equity", EQUITY | {"hands": ["A"] * 11}, "hands", None),
        ("equity", EQUITY | {"board": "A" * 999}, "board", None),
        ("equity", EQUITY | {"method": "x"}, "method", None),
        ("equity", {}, "hands", "hands is missing"),
        ("equity", EQUITY | {"size": 1}, "size", None),
        ("solved_decision", {"spot": "abc"}, "spot", "spot is 'abc'; give a whole number"),
        ("equity", [], "", "what is asked is a list; give an object"),
    ],
)  # fmt: skip
def test_a_field_of_another_form_is_told_in_a_line(tmp_path, name, asked, field, line):
    found = answer_to(name, orjson.dumps(asked), tmp_path)
    assert found.status == 400
    assert found.problem
    assert (found.field or "") == field
    assert line is None or found.problem == line
    for words in ("Input should", "validation", "valid ", "{", "List "):
        assert words not in found.problem


def test_what_is_no_json_is_told(tmp_path):
    found = answer_to("equity", b'{"hands": ', tmp_path)
    assert (found.status, found.field) == (400, "")
    assert found.problem.startswith("what is asked is no JSON: ")


def test_every_form_that_questions_declare_is_told_in_our_words():
    """No question lets the words of the library through for text, numbers, lists and nothing."""
    told = 0
    for name, declared in questions().items():
        for field in declared.model.model_fields:
            for given in ("x", -1, 1.5, [], {}, None, True, 10**15, 1e30, "", "y" * 70_000):
                try:
                    declared.model.model_validate_json(orjson.dumps({field: given}))
                except ValidationError as error:
                    line, _ = refused(error)
                    told += 1
                    for words in ("Input should", "should have", "should match", "\n"):
                        assert words not in line, (name, field, given, line)
                    assert len(line) < 300
    assert told > 500


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (b'{"hands": ["AhKh", "QsQc"], "hands": ["22", "33"]}', "hands"),
        (b'{"hands": ["AhKh", "QsQc"], "dead": "7h", "dead": "8h"}', "dead"),
        (b'{"spot": {"pot": 10, "pot": 20}}', "pot"),
        (b'[{"pot": 10}, {"pot": 10}]', None),
        (b'{"hands": ["AhKh", "AhKh"], "board": "hands"}', None),
    ],
)
def test_a_name_that_is_given_twice(asked, name):
    assert named_twice(asked) == name
