"""Tables of boards and of holes on them: pieces as in the lake, types, what is built unasked."""

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

from helpers.fake_builds import builds
from helpers.slices import sliced_builds
from oracle import naive
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.pipelines import parts, planning, runner
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.definitions.boards import TRANSITIONS
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import GROUPS, TABLES

BOARDS = {"flops": 3, "turns": 4, "rivers": 5}
HANDS = {"flop_hands": 3, "turn_hands": 4, "river_hands": 5}
ON_REQUEST = {
    "turn_hands", "river_hands", "matchups3", "omaha_hands", "omaha_hands5",
    "omaha_hands6", "omaha8_hands", "omaha_flop_hands",
    "flop_subsets", "flop_subset_errors", "deuce_hands", "badugi_hands",
    "razz_starts", "stud_starts", "stud8_starts", *GROUPS["short_deck"],
}  # fmt: skip


def in_lake(lake, name, condition=None):
    """Rows of a table as they lie in the lake's files."""
    files = pa.dataset.dataset([str(path) for path in Lake.open(lake).files(name)])
    return files.to_table(filter=condition)


# ---------------------------------------------------------------- the rows


@pytest.mark.parametrize("name", BOARDS)
def test_boards_as_in_the_lake(lake, name):
    table = TABLES[name]
    found = all_builds()[name].compute(0, {})
    rows = in_lake(lake, name)
    assert set(found.column_names) == {column.name for column in table.columns}
    assert found.select(rows.column_names).cast(table.arrow_schema()).equals(rows)
    cards = canonical_boards(BOARDS[name]).cards.tolist()
    assert rows["board"].to_pylist() == [naive.format_cards(board) for board in cards]
    assert rows["board_id"].to_pylist() == list(range(len(cards)))


@pytest.mark.whole
@pytest.mark.parametrize(("name", "piece"), [("turn_hands", 1), ("river_hands", 4)])
def test_pieces_as_in_the_lake(whole_lake, name, piece):
    """Of those that the lake has, one between."""
    build, schema = sliced_builds()[name], TABLES[name].arrow_schema()
    assert all_builds()[name].partitions == 32
    found = build.compute(piece, {})
    ids = found["board_id"].to_numpy()
    of_piece = pa.dataset.field("board_id") >= ids[0]
    rows = in_lake(whole_lake, name, of_piece & (pa.dataset.field("board_id") <= ids[-1]))
    assert set(found.column_names) == set(schema.names)
    assert found.select(schema.names).cast(schema).equals(rows)
    # Each board of the piece has all its holes, in the order of the key.
    key = ids.astype(np.int64) * 1326 + found["hole_id"].to_numpy()
    assert (np.diff(key) > 0).all()
    boards = canonical_boards(HANDS[name])
    live = {3: 1176, 4: 1128, 5: 1081}[HANDS[name]]
    deals = np.bincount(ids - ids[0], found["weight"].to_numpy())
    assert (deals == live * boards.weight[ids[0] : ids[-1] + 1].astype(int)).all()


@pytest.mark.parametrize("name", [*BOARDS, *HANDS])
def test_types(whole_lake, name):
    (path, *others) = Lake.open(whole_lake).files(name)
    for file in (path, *others):
        assert pq.read_schema(file).equals(TABLES[name].arrow_schema())


def test_columns_of_the_hands():
    """The names are a contract."""
    key = ["board_id", "hole_id", "hand", "weight", "class_id", "ahead", "tied", "behind"]
    transitions = [
        "ahead_ahead", "ahead_tied", "ahead_behind",
        "tied_ahead", "tied_tied", "tied_behind",
        "behind_ahead", "behind_tied", "behind_behind",
    ]  # fmt: skip
    turn, river = ([f"{street}_{name}" for name in transitions] for street in ("turn", "river"))
    assert list(TRANSITIONS) == transitions
    schemas = {name: TABLES[name].arrow_schema() for name in HANDS}
    assert schemas["flop_hands"].names == [*key, *turn, *river, "river_strength_squares"]
    assert schemas["turn_hands"].names == [*key, *river, "river_strength_squares"]
    assert schemas["river_hands"].names == [
        "board_id", "hole_id", "weight", "class_id", "win", "tie"
    ]  # fmt: skip
    types = {"board_id": "uint32", "hand": "string", "weight": "uint8"}
    types["river_strength_squares"] = "uint32"
    for name, schema in schemas.items():
        for field in schema:
            wide = field.name in river and name == "flop_hands"
            expected = types.get(field.name, "uint32" if wide else "uint16")
            assert str(field.type) == expected


# ---------------------------------------------------------------- what is built unasked


def states(lake, **given):
    return {planned.table: planned.state for planned in planning.plan(lake, **given)}


def test_the_standard_lake_is_without_turns_and_rivers(tmp_path, lake):
    unasked = set(all_builds()) - ON_REQUEST
    assert states(tmp_path / "none") == dict.fromkeys(unasked, "to build")
    assert states(lake) == dict.fromkeys(unasked, "built")
    assert {name for name, build in all_builds().items() if build.on_request} == ON_REQUEST
    assert states(lake, names=sorted(ON_REQUEST)) == dict.fromkeys(ON_REQUEST, "to build")


def test_all_of_short_deck_have_one_name(tmp_path):
    asked = states(tmp_path, names=["short_deck", "flops"])
    assert {*asked} == {"flops", *(name for name in all_builds() if name.startswith("short_"))}
    assert len(GROUPS["short_deck"]) == 13
    assert {name.removeprefix("short_") for name in GROUPS["short_deck"]} <= {*all_builds()}


def test_where_they_are_in_the_lake_they_belong_to_it(whole_lake):
    assert states(whole_lake) == dict.fromkeys(all_builds(), "built")


@pytest.mark.parametrize("name", sorted(ON_REQUEST))
def test_where_they_are_begun_they_belong_to_it(tmp_path, name):
    runner.init(tmp_path, all_builds()[name])
    assert set(states(tmp_path)) == {*all_builds()} - ON_REQUEST | {name}


def test_a_build_on_request(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "write_database", lambda lake: None)
    asked = builds(on_request=True)
    assert planning.plan(tmp_path, builds=asked) == []
    assert [table.state for table in planning.plan(tmp_path, ["dag_nodes"], asked)] == ["to build"]
    # A begun one goes on.
    runner.init(tmp_path, asked["dag_nodes"])
    parts.partition(tmp_path, asked["dag_nodes"], 2)
    (planned,) = planning.plan(tmp_path, builds=asked)
    assert (planned.state, planned.partitions_left) == ("to go on", 3)
    assert runner.build(tmp_path, builds=asked) == ["dag_nodes"]
    # One that is there is looked after.
    assert states(tmp_path, builds=asked) == {"dag_nodes": "built"}
    (tmp_path / "dag_nodes.parquet").write_bytes(b"")
    assert states(tmp_path, builds=asked) == {"dag_nodes": "damaged"}
    assert runner.build(tmp_path, builds=asked) == ["dag_nodes"]
    assert runner.build(tmp_path, ["dag_nodes"], builds=asked) == []
