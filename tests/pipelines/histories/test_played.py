"""Hands that others have played: pokerkit at random, and the matches of the Pluribus study."""

from itertools import groupby
from pathlib import Path

import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from given.played_hands import GAMES, as_phh, play
from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sources import Piece, Source, amount_of, chunks, find_sources

DATA = Path(__file__).parents[4] / "shared/data/hand-histories"


def read(text, file_format="phh"):
    return read_pieces([Piece(Source(None, "file"), 1, text.encode(), format=file_format)])


# ---------------------------------------------------------------- pokerkit plays


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 6),
    ante=st.sampled_from([0, 60, 120]),
    trimming=st.booleans(),
    rule=st.sampled_from(sorted(GAMES)),
)
def test_chips_of_random_hands_are_those_of_pokerkit(seed, players, ante, trimming, rule):
    state, _, history = play(seed, players, ante, trimming, rule)
    found = read(history.dumps())
    assert found.bad == []
    rows = {name: table.to_pylist() for name, table in found.tables.items()}
    seats = rows["seats"]
    assert [row["stack"] for row in seats] == list(state.starting_stacks)
    gains = [row["collected"] - row["invested"] for row in seats]
    assert gains == list(state.payoffs)
    (hand,) = rows["hands"]
    assert (hand["rake"], hand["pot"]) == (0, sum(row["invested"] for row in seats))
    # Without the final stacks the winners are told by the cards alone.
    history.finishing_stacks = None
    alone = read(history.dumps())
    assert alone.bad == []
    for name in ("seats", "actions", "showdowns"):
        assert alone.tables[name].equals(found.tables[name])


def test_side_pots_of_random_hands_are_those_of_pokerkit():
    texts, expected = [], {}
    for seed in range(120):
        _, pots, history = play(seed, 3 + seed % 4, 0, True)
        texts.append(f"[{seed + 1}]\n{history.dumps()}\n\n")
        for number, (size, players) in enumerate(pots):
            if len(players) > 1:
                expected[seed, number] = (size, [player + 1 for player in players])
    found = read("".join(texts))
    assert found.bad == []
    ours = {}
    for row in found.tables["showdowns"].to_pylist():
        size, players = ours.setdefault((row["hand_id"], row["pot"]), (row["size"], []))
        assert row["size"] == size
        players.append(row["seat"])
    assert ours == expected
    assert len(ours) > 100
    assert sum(pot > 0 for _, pot in ours) > 40
    assert max(pot for _, pot in ours) > 1


# ---------------------------------------------------------------- Pluribus


@pytest.fixture(scope="module")
def pluribus():
    """All hands of the study."""
    if not DATA.is_dir():
        pytest.skip("needs hand-histories of shared/data beside the checkout")
    sources = find_sources([str(DATA)])
    read = [read_pieces(chunk) for chunk in chunks(sources, amount_of(sources))]
    assert [one.bad for one in read] == [[]] * len(read)
    return [one.tables for one in read]


def test_every_hand_of_the_study_is_read(pluribus):
    assert sum(tables["hands"].num_rows for tables in pluribus) == 5070
    assert sum(tables["seats"].num_rows for tables in pluribus) == 30_420
    for tables in pluribus:
        invested = pc.sum(tables["seats"]["invested"]).as_py()
        collected = pc.sum(tables["seats"]["collected"]).as_py()
        assert invested == collected == pc.sum(tables["hands"]["pot"]).as_py()
        won = pc.greater(tables["showdowns"]["won"], 0)
        assert pc.all(pc.equal(won, tables["showdowns"]["wins"])).as_py()


def test_the_hands_of_the_study_in_phh_are_the_same(pluribus):
    tables = pluribus[0]
    rows = {name: tables[name].to_pylist() for name in ("hands", "seats", "actions")}
    of_hand = {
        name: {key: list(group) for key, group in groupby(rows[name], lambda row: row["hand_id"])}
        for name in ("seats", "actions")
    }
    text = "".join(
        f"[{hand['hand_id'] + 1}]\n"
        + as_phh(hand, of_hand["seats"][hand["hand_id"]], of_hand["actions"][hand["hand_id"]])
        + "\n"
        for hand in rows["hands"]
    )
    found = read(text)
    assert found.bad == []
    for name in ("seats", "actions", "showdowns"):
        assert found.tables[name].equals(tables[name])
    without_place = [name for name in tables["hands"].column_names if name not in ("file", "line")]
    assert found.tables["hands"].select(without_place).equals(tables["hands"].select(without_place))
