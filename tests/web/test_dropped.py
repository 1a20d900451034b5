"""Hands of files that are dropped on the page: read in a lake of their own, and asked about."""

import base64
import gzip
import json

import pytest

import pokerlake as pk
from given.histories import ALL
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.lake import dropped


def packed(content):
    return base64.b64encode(gzip.compress(content)).decode()


def keep(lake, texts, **how):
    question = {"packed": packed(json.dumps(texts).encode())}
    return answer_to("keep_hands", json.dumps(question).encode(), lake, **how)


def test_they_are_kept_where_the_server_was_started_so(tmp_path):
    here = tmp_path / "lake"
    import_histories(here, [str(_file(tmp_path, ALL.split("\n\n\n")[0]))])
    before = hands_in(here)
    assert "'pokerlake serve --keep-hands' does" in keep(here, [ALL]).problem
    assert hands_in(here) == before
    done = json.loads(keep(here, [ALL, "no hand"], keeps_hands=True).body)["data"]
    assert done == {"new": 4 - before, "known": before, "left_out": 1}
    assert hands_in(here) == 4
    assert keep(here, [], keeps_hands=True).field == "packed"


def hands_in(lake):
    return pk.sql("select count(*) from hands", lake=lake).fetchall()[0][0]


def _file(folder, text):
    (folder / "some.txt").write_text(text)
    return folder / "some.txt"


def asked(lake, texts, ask="list", **given):
    question = {"packed": packed(json.dumps(texts).encode()), "ask": ask, "asked": given}
    return answer_to("dropped", json.dumps(question).encode(), lake)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where lakes of such hands are, which is empty in the end."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    dropped._forget()
    yield tmp_path / "temporary"
    dropped._forget()
    assert not list((tmp_path / "temporary").iterdir())


def test_they_answer_as_hands_of_a_lake_do(lake, tmp_path, folder):
    (tmp_path / "hands.txt").write_text(ALL)
    import_histories(tmp_path / "own", [str(tmp_path / "hands.txt")])
    found = json.loads(asked(lake, [ALL, "no hand"]).body)
    assert found["table"]["columns"]["number"] == ["1001", "1002", "1003", "1004"]
    assert found["data"] == {
        "left_out": 1,
        "bad": ["file 2, line 1: no hand begins here: 'no hand'"],
    }
    (first,) = folder.iterdir()
    stats = json.loads(asked(lake, [ALL, "no hand"], "stats", statistics="vpip").body)["table"]
    wanted = pk.stats("vpip", lake=tmp_path / "own").to_arrow().to_pydict()
    assert stats["columns"]["value"] == wanted["value"]
    hand = json.loads(asked(lake, [ALL, "no hand"], "hand", hand_id="1").body)["data"]
    assert hand["texts"]["ohh"] == pk.hand(1, lake=tmp_path / "own").ohh()
    assert list(folder.iterdir()) == [first]  # read once
    asked(lake, [ALL])
    assert first not in list(folder.iterdir())


@pytest.mark.parametrize(
    ("question", "field", "problem"),
    [
        ({"packed": "?"}, "packed", "this is no text in gzip and base64"),
        ({"packed": packed(b"x")}, "packed", "this is no list of texts in JSON"),
        ({"packed": packed(b'["x"]')}, "packed", "no hand can be read in what was dropped: no ha"),
        ({"packed": packed(b"x" * (5 << 20))}, "packed", "the hands have more than 4 MB"),
        ({"packed": packed(json.dumps([ALL]).encode()), "ask": "stats", "asked": {"by": 1}},
         "by", "by is 1; give text"),
        ({"packed": "x", "ask": "sql"}, "ask", "ask is 'sql'; give 'list'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_field(lake, question, field, problem):
    found = answer_to("dropped", json.dumps(question).encode(), lake)
    assert (found.status, found.field) == (400, field)
    assert found.problem.startswith(problem)
