"""Tables of holes held against each other: small ones that agree, then changed in one place."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.pipelines.verify import boards, streets
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.lake import Entry, Lake, Manifest
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file

ROWS = {"starting_hands": 169, "flop_hands": 300, "turn_hands": 500, "river_hands": 900}
SQUARES = "river_strength_squares"


def next_cards():
    """By cards on the board, how often each later row comes after each row: even, as made up.

    Of the last row before comes the last row after alone, and it comes of no other.
    """
    random = np.random.default_rng(1)
    found = {
        3: 2 * random.integers(0, 3, (ROWS["flop_hands"], ROWS["turn_hands"])),
        4: 2 * random.integers(0, 3, (ROWS["turn_hands"], ROWS["river_hands"])),
    }
    for often in found.values():
        often[:, -1] = often[-1] = 0
        often[-1, -1] = 2
    return found


NEXT = next_cards()


def from_all(street, **sums):
    """Columns of a street from their sums over what opponents are now."""
    columns = {}
    for then, total in sums.items():
        columns[f"{street}_ahead_{then}"] = total // 3
        columns[f"{street}_tied_{then}"] = total // 5
        columns[f"{street}_behind_{then}"] = total - total // 3 - total // 5
    return columns


@pytest.fixture
def tables():
    """Tables that agree, though no cards lead to them."""
    random = np.random.default_rng(2)
    win, tie = random.integers(0, 300, (2, ROWS["river_hands"]))
    at_turns = [NEXT[4] @ column for column in (win, tie, (2 * win + tie) ** 2)]
    at_flops = [NEXT[3] @ column // 2 for column in at_turns]
    now = {name: random.integers(0, 300, ROWS["turn_hands"]) for name in RELATIONS}
    weight = 10 * random.integers(1, 3, ROWS["flop_hands"])
    holes = random.permutation(1326)[: ROWS["flop_hands"]]
    showdowns = dict(zip(RELATIONS, (*at_flops[:2], at_flops[0] + 7), strict=True))
    starting = {
        outcome: np.bincount(hand_of_hole()[holes], weight * total // 10, len(HANDS))
        for outcome, total in zip(("win", "tie", "lose"), showdowns.values(), strict=True)
    }
    return {
        "river_hands": {"win": win, "tie": tie},
        "turn_hands": {
            **now,
            **from_all("river", ahead=at_turns[0], tied=at_turns[1], behind=at_turns[0]),
            SQUARES: at_turns[2],
        },
        "flop_hands": {
            "hole_id": holes,
            "weight": weight,
            **from_all("turn", **{name: NEXT[3] @ column for name, column in now.items()}),
            **from_all("river", **showdowns),
            SQUARES: at_flops[2],
        },
        "starting_hands": {  # in another order than the hands are numbered
            "hand": np.array(HANDS)[::-1],
            **{name: column.astype(np.int64)[::-1].copy() for name, column in starting.items()},
        },
    }


@pytest.fixture
def lake_of(tables, tmp_path, monkeypatch):
    """A lake of some of the tables, which are as small as they should be."""
    small = {name: replace(TABLES[name], rows=rows) for name, rows in ROWS.items()}
    monkeypatch.setattr(streets, "TABLES", small)
    monkeypatch.setattr(
        streets, "next_card_sums", lambda cards, values, threads: NEXT[cards] @ values
    )

    def make(names=tuple(ROWS)):
        entries = {}
        for name in names:
            path = tmp_path / f"{name}.parquet"
            pq.write_table(pa.table(tables[name]), path, row_group_size=70)
            entries[name] = Entry(ROWS[name], {}, (stored_file(path),), "0", 0.0)
        return Lake(tmp_path, Manifest(entries))

    return make


def failures(checks):
    """What is not right: the check, and what was found."""
    found = list(checks)
    assert found
    return {check.check: check.found for check in found if not check.ok}


def unlike(other, table, *whats):
    return {f"rows of {other} whose {what} are not the sums of {table}" for what in whats}


def total_unlike(outcome):
    return f"hands whose {outcome} over all flops is not 10 x starting_hands'"


ALL = [
    streets.flops_against_starting_hands,
    streets.flops_against_turns,
    streets.earlier_streets_against_rivers,
]
OF_TURNS = ("turn_*_ahead", "turn_*_tied", "turn_*_behind", "river wins", "river ties", SQUARES)


# ---------------------------------------------------------------- tables that agree


def test_nothing_is_wrong(lake_of):
    lake = lake_of()
    checks = [list(compare(lake)) for compare in ALL]
    assert [check for found in checks for check in found if not check.ok] == []
    totals, of_turns, of_rivers = ([check.check for check in found] for found in checks)
    assert totals == [total_unlike(outcome) for outcome in ("win", "tie", "lose")]
    assert set(of_turns) == unlike("flop_hands", "turn_hands", *OF_TURNS)
    of_turns_too, of_flops = (
        unlike(other, "river_hands", *OF_TURNS[3:]) for other in ("turn_hands", "flop_hands")
    )
    assert set(of_rivers) == of_turns_too | of_flops


@pytest.mark.parametrize("other", ["turn_hands", "flop_hands"])
def test_rivers_against_the_one_table_there_is(other, lake_of):
    checks = streets.earlier_streets_against_rivers(lake_of(["river_hands", other]))
    assert {check.check for check in checks} == unlike(other, "river_hands", *OF_TURNS[3:])


# ---------------------------------------------------------------- tables that do not


@pytest.mark.parametrize(
    ("table", "columns", "wrong"),
    [
        *(("turn_hands", [name], [f"turn_*_{name}"]) for name in RELATIONS),
        *(("flop_hands", [f"turn_{now}_tied"], ["turn_*_tied"]) for now in RELATIONS),
        *(("turn_hands", [f"river_{now}_ahead"], ["river wins"]) for now in RELATIONS),
        *(("flop_hands", [f"river_{now}_tied"], ["river ties"]) for now in RELATIONS),
        ("turn_hands", [SQUARES], [SQUARES]),
        ("flop_hands", [SQUARES], [SQUARES]),
    ],
)
def test_flops_unlike_their_turns(table, columns, wrong, tables, lake_of):
    for column in columns:
        tables[table][column][-1] += 1
    found = failures(streets.flops_against_turns(lake_of()))
    assert found == dict.fromkeys(unlike("flop_hands", "turn_hands", *wrong), "1")


@pytest.mark.parametrize(
    ("column", "wrong"), [("win", {"river wins", SQUARES}), ("tie", {"river ties", SQUARES})]
)
def test_all_earlier_streets_unlike_the_rivers(column, wrong, tables, lake_of):
    tables["river_hands"][column][-1] += 1
    found = failures(streets.earlier_streets_against_rivers(lake_of()))
    expected = unlike("turn_hands", "river_hands", *wrong)
    expected |= unlike("flop_hands", "river_hands", *wrong)
    assert found == dict.fromkeys(expected, "1")


@pytest.mark.parametrize("table", ["turn_hands", "flop_hands"])
@pytest.mark.parametrize(
    ("column", "wrong"),
    [("river_behind_ahead", "river wins"), ("river_ahead_tied", "river ties"), (SQUARES, SQUARES)],
)
def test_one_earlier_street_unlike_the_rivers(table, column, wrong, tables, lake_of):
    tables[table][column][123] += 1
    tables[table][column][124] -= 1
    found = failures(streets.earlier_streets_against_rivers(lake_of()))
    assert found == dict.fromkeys(unlike(table, "river_hands", wrong), "2")


@pytest.mark.parametrize("outcome", ["win", "tie", "lose"])
def test_a_deal_too_many_in_starting_hands(outcome, tables, lake_of):
    tables["starting_hands"][outcome][20] += 1
    found = failures(streets.flops_against_starting_hands(lake_of()))
    assert found == {total_unlike(outcome): "1"}


@pytest.mark.parametrize(
    ("outcome", "column"),
    [("win", "river_tied_ahead"), ("tie", "river_ahead_tied"), ("lose", "river_behind_behind")],
)
def test_a_showdown_too_many_on_a_flop(outcome, column, tables, lake_of):
    tables["flop_hands"][column][20] += 1
    found = failures(streets.flops_against_starting_hands(lake_of()))
    assert found == {total_unlike(outcome): "1"}


def test_a_flop_of_another_hand_or_weight(tables, lake_of):
    holes = tables["flop_hands"]["hole_id"]
    holes[0], holes[1] = holes[1], holes[0]
    everything = {total_unlike(outcome) for outcome in ("win", "tie", "lose")}
    found = failures(streets.flops_against_starting_hands(lake_of()))
    assert found == dict.fromkeys(everything, "2")
    holes[0], holes[1] = holes[1], holes[0]
    tables["flop_hands"]["weight"][0] += 10
    found = failures(streets.flops_against_starting_hands(lake_of()))
    assert found == dict.fromkeys(everything, "1")


# ---------------------------------------------------------------- tables that cannot be compared


@pytest.fixture
def by_itself(monkeypatch):
    """Leave out what is verified of each table by itself."""
    monkeypatch.setattr(boards, "_hands", lambda *_: iter(()))


PAIRS = [
    (boards.flop_hands, "flop_hands", "starting_hands"),
    (boards.turn_hands, "turn_hands", "flop_hands"),
    (boards.river_hands, "river_hands", "turn_hands"),
    (boards.river_hands, "river_hands", "flop_hands"),
]


@pytest.mark.parametrize(("verify", "table", "other"), PAIRS)
def test_only_tables_of_the_lake_are_compared(verify, table, other, lake_of, by_itself):
    assert list(verify(lake_of([table]))) == []
    checks = list(verify(lake_of([table, other])))
    assert checks
    assert all(check.ok and check.table == table for check in checks)


@pytest.mark.parametrize(("verify", "table", "other"), PAIRS)
@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (lambda path: path.unlink(), "is gone, though the manifest has table"),
        (lambda path: path.write_bytes(bytes(path.stat().st_size)), "Parquet magic bytes"),
    ],
    ids=["gone", "zeros"],
)
def test_another_table_that_is_damaged(verify, table, other, harm, reason, lake_of, by_itself):
    lake = lake_of([table, other])
    (path,) = lake.files(other)
    harm(path)
    (check,) = verify(lake)
    assert (check.table, check.check) == (table, f"{other} to hold it against")
    assert check.expected == "readable"
    assert reason in check.found
    assert "\n" not in check.found


@pytest.mark.parametrize(("verify", "table", "other"), PAIRS)
def test_another_table_that_has_too_few_rows(verify, table, other, tables, lake_of, by_itself):
    tables[other] = {name: column[1:] for name, column in tables[other].items()}
    (check,) = verify(lake_of([table, other]))
    assert check.check == f"{other} to hold it against"
    assert check.found == f"{other} has {ROWS[other] - 1} rows, not {ROWS[other]}"


def test_a_hole_that_is_none(tables, lake_of, by_itself):
    tables["flop_hands"]["hole_id"][3] = 60_000
    (check,) = boards.flop_hands(lake_of(["flop_hands", "starting_hands"]))
    assert check.check == "starting_hands to hold it against"
    assert not check.ok


def test_another_table_without_a_column(tables, lake_of, by_itself):
    del tables["turn_hands"][SQUARES]
    (check,) = boards.river_hands(lake_of(["turn_hands", "river_hands"]))
    assert check.expected == "readable"
    assert SQUARES in check.found
