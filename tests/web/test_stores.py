"""The page over a lake in an object store."""

import json
import time
import urllib.request
from urllib.error import HTTPError

import pytest

from helpers.site import served
from helpers.stores import copied, new_place
from pokerlake.pipelines.growing import drop
from pokerlake.tables.stores import path


def ask(address, question, **asked):
    """The status and the JSON of an answer."""
    request = urllib.request.Request(
        f"{address}api/{question}",
        json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


@pytest.mark.whole
def test_the_page_answers_and_sees_that_the_lake_has_changed(lake, s3, tmp_path):
    place = copied(lake, ["classes", "starting_hands"], new_place("s3"))
    count = "select count(*) as n from classes"
    with served(tmp_path / "site", "--lake", str(place), "--workers", "1") as address:
        status, found = ask(address, "sql", sql=count)
        assert (status, found["data"]["cells"]) == (200, [["7462"]])
        before = ask(address, "schema")[1]["data"]["tables"]
        assert {"classes", "starting_hands"} <= {table["name"] for table in before}
        drop(place, ["classes"])
        time.sleep(path._LISTED_SECONDS)
        after = ask(address, "schema")[1]["data"]["tables"]
        assert "classes" not in {table["name"] for table in after if table["kind"] == "table"}
        status, found = ask(address, "sql", sql=count)
        assert status == 422
        assert "'classes' is not in this lake" in found["problem"]
