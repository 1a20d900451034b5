"""Which table a statement changes is found in time that grows with its length."""

import time

import pytest

from pokerlake.queries.statements import explain as read_only


@pytest.mark.parametrize(
    "text",
    ["copy mine {} to 'x.csv'", "copy mine {}from 'x.csv'", "insert into mine values ('{/* }')"],
)
def test_a_long_statement(text):
    begin, _, rest = text.partition("{")
    run, _, end = rest.partition("}")
    sql = begin + (run or " ") * 200_000 + end
    started = time.process_time()
    found = read_only._TARGET.search(read_only._COMMENT.sub(" ", sql))
    assert found["name"] == "mine"
    assert bool(read_only._FROM.match(found["after"])) == ("from" in text)
    assert time.process_time() - started < 2  # with the square it would be minutes
