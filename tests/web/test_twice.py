"""A name that an object of JSON has twice is told, where JSON itself takes the last."""

import pytest

from pokerlake.web.questions.refused import named_twice


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
