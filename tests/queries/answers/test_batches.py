"""Equities of whole columns: against the engine row by row and plain enumeration, in any format."""

import json
from itertools import islice

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from oracle.naive_equity import as_weights, enumerate_deals
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CARDS, CardError
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.answers.batches import added_schema, equities, equity_file
from pokerlake.queries.answers.equity import TwoCardSituation, Wanted
from pokerlake.queries.files.plain_duckdb import BATCH_ROWS
from pokerlake.tables.errors import InputError, UsageError
from pokerlake.tables.manifest import Manifest, write_manifest


@pytest.fixture
def empty(tmp_path):
    """A lake without tables."""
    write_manifest(tmp_path, Manifest())
    return tmp_path


def text_of(cards):
    return "".join(CARDS[card] for card in cards)


def dealt(players, board, number):
    """Texts of known hands, a list a player, and of boards."""
    cards = deal(number, 2 * players + board, seed=10 * players + board).T
    hands = [[text_of(row[2 * p : 2 * p + 2]) for row in cards] for p in range(players)]
    return hands, [text_of(row[2 * players :]) for row in cards]


def columns(*texts):
    return [pa.array(text, pa.string()) for text in texts]


def computed(hands, board="", dead="", by=None):
    """A row of what :func:`equities` gives, by the engine."""
    situation = TwoCardSituation.parse(hands, board or "", dead or "", by)
    found = equity(situation.ranges, situation.board, situation.dead, method="exact")
    row = {}
    for player in range(len(hands)):
        row[f"equity_{player + 1}"] = float(found.equity[player])
        row[f"win_{player + 1}"] = float(found.win[player])
        row[f"tie_{player + 1}"] = float(found.tie[player])
    return {**row, "deals": found.deals, "method": "exact"}


def enumerated(hands, board="", dead=""):
    """The same by plain enumeration of every deal."""
    situation = TwoCardSituation.parse(hands, board, dead)
    ranges = [
        {
            tuple(hole_cards()[hole].tolist()): float(weights[hole])
            for hole in np.flatnonzero(weights)
        }
        for weights in situation.ranges
    ]
    assert (np.array([as_weights(one) for one in ranges]) == situation.ranges).all()
    found = enumerate_deals(ranges, situation.board.tolist(), situation.dead.tolist())
    row = {}
    for player, shared in enumerate(found.shared):
        won = sum(shared[n] / n for n in range(1, len(shared)))
        row[f"equity_{player + 1}"] = won / found.weight
        row[f"win_{player + 1}"] = shared[1] / found.weight
        row[f"tie_{player + 1}"] = shared[2:].sum() / found.weight
    return {**row, "deals": found.deals, "method": "exact"}


def close(row):
    return {
        name: pytest.approx(value, abs=1e-12) if isinstance(value, float) else value
        for name, value in row.items()
    }


# ---------------------------------------------------------------- known hands


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", [0, 1, 2, 3, 4, 5])
def test_known_hands_as_the_engine_has_them_one_by_one(players, board, empty):
    hands, boards = dealt(players, board, 6 if board < 3 else 60)
    found = equities(columns(*hands), pa.array(boards), lake=empty)
    assert found.schema == added_schema(players)
    wanted = [computed(row[:-1], row[-1]) for row in zip(*hands, boards, strict=True)]
    assert found.to_pylist() == list(map(close, wanted))


@pytest.mark.parametrize(("players", "board"), [(2, 2), (2, 3), (3, 3), (4, 3), (2, 4), (4, 5)])
def test_known_hands_enumerated(players, board, empty):
    """Some cards are dead, another number in each row."""
    hands, boards = dealt(players, board + 3, 4)
    dead = [text[2 * board : 2 * (board + row)] for row, text in enumerate(boards)]
    texts = columns(*hands, [text[: 2 * board] for text in boards], dead)
    found = equities(texts[:-2], *texts[-2:], lake=empty).to_pylist()
    rows = zip(*(text.to_pylist() for text in texts), strict=True)
    assert found == [close(enumerated(row[:-2], *row[-2:])) for row in rows]


def test_boards_of_all_sizes_are_mixed_with_ranges_and_nothing(empty):
    spots = [
        ("AhKh", "QsQc", "Qh2h3dAs", None),
        ("AhKh", "QsQc", "Qh2h3d", "7c7d"),
        ("AhKh", "QQ", "Qh2h3dAs", ""),
        (None, "QsQc", "Qh2h3dAs", None),
        ("AhKh", "QsQc", "Qh2h3dAs9c", None),
        ("KhAh", " qs 10c ", "2h", None),
        ("QQ", "KK:0.5,AhKh", "2h2d3s", "7c"),
        ("AhKh", None, None, None),
        ("AhKh", "QsQc", "3dQh2h", ""),
        ("AhKh", "QsQc", None, None),
    ]
    texts = columns(*zip(*spots, strict=True))
    found = equities(texts[:2], texts[2], texts[3], lake=empty).to_pylist()
    for row, (*hands, board, dead) in zip(found, spots, strict=True):
        if None in hands:
            assert set(row.values()) == {None}
        else:
            assert row == close(computed(hands, board, dead))


def test_the_lake_and_the_engine_have_the_same_digits(lake, empty):
    hands, _ = dealt(2, 0, 2_000)
    hands[0][:3], hands[1][:3] = ["QsQc", "AhKh", "AcKd"], ["AhKh", "QsQc", "AdKc"]
    stored = equities(columns(*hands), lake=lake).to_pylist()
    exact = equities(columns(*hands), lake=empty).to_pylist()
    assert {row.pop("method") for row in stored} == {"combo_matchups"}
    assert {row.pop("method") for row in exact} == {"exact"}
    assert stored == exact
    assert stored[1] == {
        "equity_1": pytest.approx((787_966 + 6_732 / 2) / 1_712_304, abs=1e-15),
        "win_1": 787_966 / 1_712_304,
        "tie_1": 6_732 / 1_712_304,
        "equity_2": pytest.approx((917_606 + 6_732 / 2) / 1_712_304, abs=1e-15),
        "win_2": 917_606 / 1_712_304,
        "tie_2": 6_732 / 1_712_304,
        "deals": 1_712_304,
    }
    assert [stored[0][f"win_{n}"] for n in (1, 2)] == [stored[1][f"win_{n}"] for n in (2, 1)]
    assert stored[2]["win_1"] == stored[2]["win_2"]


@pytest.mark.parametrize(
    "dtype",
    [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())],
    ids=str,
)
def test_text_of_any_type(dtype, empty):
    plain = columns(["AhKh", "QQ+", None], ["QsQc", "7d7c", "9s9d"], ["2h2d3s", None, "2h"])
    typed = [column.cast(dtype) for column in plain]
    wanted = equities(plain[:2], plain[2], lake=empty)
    assert equities(typed[:2], typed[2], lake=empty) == wanted
    sliced = [pa.concat_arrays([column, column])[3:] for column in typed]
    assert equities(sliced[:2], sliced[2], lake=empty) == wanted


def test_columns_of_nothing(empty):
    nothing = pa.nulls(3)
    hands = columns(["AhKh"] * 3, ["QsQc"] * 3)
    wanted = equities(hands, lake=empty)
    assert equities(hands, nothing, nothing, lake=empty) == wanted
    found = equities([hands[0], nothing], lake=empty)
    assert found["equity_1"].null_count == 3
    no_rows = columns([], [], [])
    assert equities(no_rows[:2], no_rows[2], lake=empty).num_rows == 0


# ---------------------------------------------------------------- ranges


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (("QQ,AhKh", "KK:0.5,7h2h"), "2h2d3sJc", ""),
        (("QQ,AhKh", "KK:0.5,7h2h"), "2h2d3sJc", "Qs"),
        (("AhKh", "QsQc"), "Qh2h3d", "AsAd"),
        (("98s", "AhKh", "JJ:0.25,QhJh"), "Th7h2cAs", "Qd"),
        (("AKs", "AKs", "AKo", "QhQd"), "2c3c4c5d9h", ""),
    ],
)
def test_ranges_enumerated(hands, board, dead, empty):
    texts = [pa.array([hand]) for hand in hands]
    (found,) = equities(texts, pa.array([board]), pa.array([dead]), lake=empty).to_pylist()
    assert found == close(enumerated(hands, board, dead))


def test_ranges_may_be_sampled(empty):
    texts = columns(["AA,KK"] * 2 + ["AhKh"], ["22+", "random", "QsQc"])
    found = equities(texts, wanted=Wanted(deals=4_096, seed=3), lake=empty).to_pylist()
    assert [row["method"] for row in found[:2]] == ["monte carlo"] * 2
    assert [row["deals"] for row in found[:2]] == [4_096] * 2
    again = equities(texts, wanted=Wanted(deals=4_096, seed=3), lake=empty).to_pylist()
    assert found == again
    alone = equity([parse_range("AA,KK"), np.ones(1326)], deals=4_096, seed=3, method="monte carlo")
    assert found[1]["equity_1"] == float(alone.equity[0])


# ---------------------------------------------------------------- errors

FINE = ("AhKh", "QsQc", "2c3d4h", None)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("AhAh", "QsQc", "2c3d4h", None), "'AhAh' has Ah twice"),
        (("AhKh", "QsAh", "2c3d4h", None), "'AhKhQsAh2c3d4h' has Ah twice"),
        (("AhKh", "QsAh", None, None), "'AhKhQsAh' has Ah twice"),
        (("AhKh", "QsQc", "2c3dAh", None), "'AhKhQsQc2c3dAh' has Ah twice"),
        (("AhKh", "QsQc", "2c3d2c", None), "'2c3d2c' has 2c twice"),
        (("AhKh", "QsQc", "2c3d4h", "7c7c"), "'7c7c' has 7c twice"),
        (("AhKh", "QsQc", "2c3d4h", "2c"), "'AhKhQsQc2c3d4h2c' has 2c twice"),
        (("AhKh", "QsQc", "2c3d4h", "Ah"), "'AhKhQsQc2c3d4hAh' has Ah twice"),
        (("AhKh", "QsQc", "2c3d4h5c6c7c", None), "'2c3d4h5c6c7c' has 6 cards; 0 to 5 are needed"),
        (("AhKh", "QsQc", "2c3d4x", None), "'2c3d4x' at character 6:"),
        (("AhKx", "QsQc", "2c3d4h", None), "'AhKx' at character 4:"),
        (("AhKh", "", "2c3d4h", None), "player 2 has no hole"),
        (("AhKh", "zz", None, None), "'zz' at character 1:"),
        (("AhKh", "KhQh,AhQh", None, None), "players 1 and 2 cannot be dealt together:"),
        (("AhKh", "-", None, None), "'-' is no hand and no range"),
        (("AhKh", "@spots", None, None), "'@spots' is no hand and no range"),
    ],
)  # fmt: skip
def test_the_row_is_named(row, message, empty, tmp_path):
    # Before it, rows of every kind that are fine: null, ranges, boards of another size, dead cards.
    fine = [(None, *FINE[1:]), ("QQ", *FINE[1:]), FINE, ("AhKh", "QsQc", "2c3d4h5s", "9c")]
    for before in (0, 1, 4, 6):
        rows = [*islice([*fine, FINE, fine[1]], before), row, FINE]
        texts = columns(*zip(*rows, strict=True))
        with pytest.raises(CardError) as caught:
            equities(texts[:2], texts[2], texts[3], lake=empty)
        assert caught.value.index == before
        assert str(caught.value.problem).startswith(message)
    file = tmp_path / "spots.parquet"
    pq.write_table(
        pa.table(dict(zip(("hero", "villain", "board", "dead"), texts, strict=True))), file
    )
    with pytest.raises(InputError) as refused, equity_file(str(file), lake=empty) as (reader, _):
        reader.read_all()
    assert str(refused.value).startswith(f"{file}, row 7: {message}")


def test_columns_of_numbers(empty):
    with pytest.raises(InputError, match="cards and ranges are read from text, not from BIGINT"):
        equities([pa.array(["AA"]), pa.array([22])], lake=empty)


@pytest.mark.parametrize("number", [0, 1, 11])
def test_too_few_and_too_many_players(number):
    with pytest.raises(UsageError, match=f"{number} columns of players; give 2 to 10"):
        equities([pa.array(["AA"])] * number)


# ---------------------------------------------------------------- files


def write(table, path):
    if path.suffix == ".parquet":
        pq.write_table(table, path)
    elif path.suffix == ".csv":
        pyarrow.csv.write_csv(table, path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))


def read_file(path, *arguments, **options):
    with equity_file(str(path), *arguments, **options) as (reader, _):
        return reader.read_all()


@pytest.mark.parametrize(
    ("names", "options", "players"),
    [
        (["player_1", "player_2", "board", "dead"], {}, 2),
        (["hero", "villain", "board", "dead"], {}, 2),
        (["villain", "dead", "board", "hero"], {}, 2),
        (["player_2", "player_1", "player_3", "x"], {}, 3),
        (["player_1", "player_2", "player_4", "x"], {"players": ["player_1", "player_2"]}, 2),
        (["hero", "villain", "player_1", "me"], {"players": ["hero", "villain"]}, 2),
        (["me", "you", "b", "d"], {"players": ["me", "you"], "board": "b", "dead": "d"}, 2),
        (["me", "you", "they", "board"], {"players": ["they", "me", "you"]}, 3),
        (["me", "you", "board", "b"], {"players": ["you", "me"], "board": "b"}, 2),
    ],
)
def test_columns_are_found(names, options, players, empty):
    texts = {
        "player_1": "AhKh", "player_2": "QQ", "player_3": "7d7c", "player_4": "zz",
        "hero": "AhKh", "villain": "QQ", "me": "AhKh", "you": "QQ", "they": "7d7c",
        "board": "2c3d4h", "dead": "9c", "b": "2c3d4h", "d": "9c", "x": "zz",
    }  # fmt: skip
    if options.get("board") == "b":
        texts["board"] = "no board"
    path = empty / "spots.csv"
    path.write_text(f"{','.join(names)}\n{','.join(texts[name] for name in names)}\n")
    (row,) = read_file(path, lake=empty, **options).to_pylist()
    hands = [f"player_{n}" for n in range(1, players + 1)]
    if options:
        hands = options["players"]
    elif "player_1" not in names:
        hands = ["hero", "villain"]
    board, dead = options.get("board", "board"), options.get("dead", "dead")
    wanted = computed(
        [texts[name] for name in hands],
        texts[board] if board in names else "",
        texts[dead] if dead in names else "",
    )
    assert {name: row[name] for name in wanted} == close(wanted)


def test_names_are_read_as_people_write_them(empty):
    path = empty / "spots.csv"
    for header in (
        "hero,villain,Board,Dead",
        "Hero, Villain, board,DEAD",
        "hand1,Hand 2,board,dead",
    ):
        path.write_text(f"{header}\nAhKh,QQ,2c3d4h,9c\n")
        (row,) = read_file(path, lake=empty).to_pylist()
        wanted = computed(["AhKh", "QQ"], "2c3d4h", "9c")
        assert {name: row[name] for name in wanted} == close(wanted)
    path.write_text("hero,villain,villain2,id\nAhKh,QQ,7c7d,x\n")
    with equity_file(str(path), lake=empty) as (reader, source):
        assert "equity_3" in reader.schema.names
    assert source.passed_on == ["id"]


@pytest.mark.parametrize(
    ("header", "options", "error", "message"),
    [
        ("a,b,c", {}, InputError,
         "{} has no columns player_1 and player_2; name those of hands: --players a --players b "
         "--players c"),
        ("a,b,c,d,e", {}, InputError,
         "{} has no columns player_1 and player_2; name those of hands with --players; there "
         "are: a, b, c, d, e"),
        ("AhKh,QsQc,2c", {}, InputError, "{} has no columns player_1 and player_2; its first line"),
        ("a,b,c", {"players": ["a,c"]}, InputError, "{} has no column 'a,c'; write --players a"),
        ("hero,b,board", {}, InputError,
         "{} has no columns player_1 and player_2; name those of hands: --players hero --pl"),
        ("hero,villain,flop", {}, InputError,
         "{} has no column 'board', and a column 'flop': name it with --board-column flop"),
        ("hero,villain,Dead Cards", {}, InputError,
         "{} has no column 'dead', and a column 'Dead Cards': name it with --dead-column 'Dead "),
        ("player_1,player_2,player_4", {}, InputError,
         "{} has a column 'player_4' beside 'player_1' and 'player_2': name all players, "),
        ("hero,villain,third", {}, InputError, "{} has a column 'third' beside 'hero' and "),
        ("a,b,c", {"players": ["a"]}, UsageError, "1 column of players in {}; name 2 to 10"),
        ("a,b,c", {"players": ["a", "d"]}, InputError, "{} has no column 'd'; "),
        ("a,b,c", {"players": ["a", "a"]}, UsageError, "column 'a' is given twice"),
        ("a,b,c", {"players": ["a", "b"], "board": "b"}, UsageError, "column 'b' is given twice"),
        ("hero,villain,c", {"board": "bord"}, InputError, "{} has no column 'bord'; "),
        ("hero,villain,c", {"dead": "bord"}, InputError, "{} has no column 'bord'; "),
        ("hero,villain,win_2", {}, InputError,
         "{} has a column 'win_2' already; rename that first"),
        ("hero,villain,deals", {}, InputError, "{} has a column 'deals' already; rename that"),
        ("hero,villain,villain", {}, InputError, "{} has 2 columns 'villain'; rename all but"),
    ],
)  # fmt: skip
def test_columns_that_are_missing_or_taken(header, options, error, message, empty):
    path = empty / "spots.csv"
    path.write_text(f"{header}\nAhKh,QsQc,2c3d4h\n")
    with pytest.raises(error) as caught:
        read_file(path, lake=empty, **options)
    assert str(caught.value).startswith(message.format(path))


def test_rows_keep_their_numbers_over_batches(lake, tmp_path):
    path = tmp_path / "spots.parquet"
    rows = 2 * BATCH_ROWS + 10
    hands, _ = dealt(2, 0, 1_000)
    heroes, villains = (np.resize(np.array(own, object), rows) for own in hands)
    table = {"number": np.arange(rows), "hero": heroes, "villain": villains}
    write(pa.table(table), path)
    heard = []
    found = read_file(path, lake=lake, listener=heard.append)
    assert heard == [BATCH_ROWS, 2 * BATCH_ROWS, rows]
    assert (found["number"].to_numpy() == np.arange(rows)).all()
    once = equities(columns(*hands), lake=lake)
    for name in ("equity_1", "win_2", "tie_1"):
        assert (found[name].to_numpy() == np.resize(once[name].to_numpy(), rows)).all()

    villains[2 * BATCH_ROWS + 4] = heroes[2 * BATCH_ROWS + 4]
    write(pa.table(table), path)
    with pytest.raises(InputError, match=r"spots\.parquet, row 245,765: '.*' has .. twice$"):
        read_file(path, lake=lake)
