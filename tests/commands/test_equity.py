"""``pokerlake equity`` as a user runs it."""

import csv
import io
import json

import pytest

from helpers.command_line import answer, run, told, told_of
from pokerlake.tables.manifest import Manifest, write_manifest

pytestmark = pytest.mark.usefixtures("at_home")

CATEGORIES = (
    "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "one_pair", "high_card",
)  # fmt: skip


def rows(line, *more):
    """The players of a command as JSON."""
    return answer(f"equity {line}", *more)


def without_seconds(players):
    return [{k: v for k, v in row.items() if k != "seconds"} for row in players]


# ---------------------------------------------------------------- hands


def test_poker50s_table():
    finished = run("equity AhKh QsQc --board Qh2h3dAs")
    assert finished.text.splitlines() == [
        "hand       win  tie    equity  chop",
        "----  --------  ---  --------  ----",
        "AhKh  0.181818    0  0.181818     0",
        "QsQc  0.818182    0  0.818182     0",
    ]
    assert finished.err.startswith("44 deals, exact: 1 pair of holes, ")
    assert finished.err.count("\n") == 1


def test_json():
    one, other = rows("AhKh QsQc --board Qh2h3dAs")
    assert isinstance(one.pop("seconds"), float)
    assert one == {
        "hand": "AhKh",
        "win": 8 / 44,
        "tie": 0,
        "equity": 8 / 44,
        "chop": 0,
        "standard_error": 0,
        "wins": 8,
        "ties": {"2": 0},
        "losses": 36,
        "categories": dict(zip(CATEGORIES, (0, 0, 0, 9, 0, 2, 9, 24, 0), strict=True)),
        "deals": 44,
        "weight": 44,
        "method": "exact",
        "source": "exact: 1 pair of holes",
        "seed": None,
    }
    assert (other["hand"], other["wins"], other["win"]) == ("QsQc", 36, 36 / 44)


def test_ties_by_how_many_share():
    ten = "2c3c 2d3d 2h3h 4c5c 4d5d 4h5h 6c7c 6d7d 6h7h 8c8d"
    players = rows(f"{ten} --board AsKsQsJsTs")
    assert len(players) == 10
    for row in players:
        assert row["ties"] == {str(n): int(n == 10) for n in range(2, 11)}
    finished = run(f"equity {ten} --board AsKsQsJsTs")
    assert finished.text.splitlines()[2].split() == ["2c3c", "0", "1", "0.1", "1"]


def test_csv_is_flat():
    finished = run("equity AhKh QsQc 7d7c --board Qh2h3d -f csv")
    one, two, three = csv.DictReader(io.StringIO(finished.text))
    assert list(one) == [
        "hand", "win", "tie", "equity", "chop", "standard_error", "wins", "ties_2", "ties_3",
        "losses", *CATEGORIES, "deals", "weight", "method", "source", "seed", "seconds",
    ]  # fmt: skip
    nested = rows("AhKh QsQc 7d7c --board Qh2h3d")
    for row, wanted in zip((one, two, three), nested, strict=True):
        assert [row[name] for name in ("win", "wins")] == [str(wanted["win"]), str(wanted["wins"])]
        assert row["ties_2"] == str(wanted["ties"]["2"])
        assert [row[name] for name in CATEGORIES] == list(map(str, wanted["categories"].values()))
        assert (row["seed"], row["method"], row["deals"]) == ("", "exact", "903")


@pytest.mark.parametrize("ending", ["csv", "json", "ndjson", "parquet", "tsv"])
@pytest.mark.parametrize("sampled", ["", "--mc --deals 100"])
def test_formats(ending, sampled, at_home):
    finished = run(f"equity AhKh QsQc --board Qh2h3dAs {sampled} -o players.{ending}")
    assert finished.code == 0
    assert finished.err.splitlines()[0] == f"2 rows in players.{ending}"
    assert (at_home / f"players.{ending}").stat().st_size > 0


# ---------------------------------------------------------------- how it is had


def test_from_the_lake(tmp_path):
    """What a table has is not counted, also where it is to be exact, unless counts are wanted."""
    write_manifest(tmp_path, Manifest())
    for line, table in (
        ("AhKh QsQc", "combo_matchups"),
        ("AKs QQ", "matchups"),
        ("AA KK,QQ", "matchups"),
        ("random 72o", "starting_hands"),
    ):
        finished = run(f"equity {line}")
        assert finished.err.endswith(f" deals, exact, from {table}\n")
        stored = [row.split() for row in finished.text.splitlines()]
        assert run(f"equity {line} --exact").err == finished.err
        computed = run(f"equity {line} --lake {tmp_path}")
        assert "from" not in computed.err
        assert stored == [row.split() for row in computed.text.splitlines()]
        assert {row["source"] for row in rows(line)} == {computed.err.split(", ")[1]}


def test_a_seed_gives_the_same_again():
    line = "'AA,KK' 22+ random --mc --deals 20000 --seed"
    first, again, other = (without_seconds(rows(f"{line} {seed}")) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert {row["seed"] for row in first} == {3}
    assert {(row["method"], row["deals"]) for row in first} == {("monte carlo", 20_000)}


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_seeds_of_64_bits(seed):
    for fmt in ("json", "csv"):
        finished = run(f"equity AhKh QsQc --deals 100 --seed {seed} -f {fmt}")
        assert finished.code == 0
        assert str(seed) in finished.text


def test_a_new_seed_gives_itself_away():
    first, again = rows("AhKh QsQc --mc --deals 100"), rows("AhKh QsQc --mc --deals 100")
    assert first[0]["seed"] != again[0]["seed"]
    repeated = rows(f"AhKh QsQc --mc --deals 100 --seed {first[0]['seed']}")
    assert without_seconds(repeated) == without_seconds(first)


def test_to_a_standard_error():
    players = rows("'AA,KK' 22+ random --mc --se 0.002 --seed 5")
    assert max(row["standard_error"] for row in players) <= 0.002
    assert players[0]["deals"] < 1_000_000
    finished = run("equity 'AA,KK' 22+ random --se 0.002 --seed 5")
    assert finished.text.splitlines()[0].split()[-1] == "standard_error"
    assert ", seed 5, +- 0." in finished.err


def test_the_method_is_chosen_by_what_it_takes():
    (chosen, *_), (hasty, *_) = (
        rows(f"AhKh QsQc --board 2c3c4d --se 0.01 {more}") for more in ("", "--max-seconds 1")
    )
    assert chosen["method"] == hasty["method"] == "monte carlo"
    assert rows("random random --board 2c3c4d")[0]["method"] == "exact"
    (hasty, *_) = rows("random random --max-seconds 0.05")
    assert (hasty["method"], hasty["seconds"] < 5) == ("monte carlo", True)
    assert rows("AA random --board 2c3c4d --exact --max-seconds 60")[0]["method"] == "exact"


# ---------------------------------------------------------------- two views


def test_next_card():
    cards = rows("AhKh QsQc --board Qh2h3d --next-card")
    assert len(cards) == 45
    assert list(cards[0]) == ["card", "equity_1", "equity_2"]
    (ace,) = (row for row in cards if row["card"] == "As")
    assert ace["equity_1"] == 8 / 44
    now = rows("AhKh QsQc --board Qh2h3d")[0]["equity"]
    assert sum(row["equity_1"] for row in cards) / 45 == pytest.approx(now, abs=1e-12)


def test_by_hole():
    holes = rows("'QQ+:0.5,AKs' JJ --board Qh2h3d --by-hole")
    assert list(holes[0]) == ["hole", "hand", "range_weight", "equity"]
    assert len(holes) == 3 + 6 + 6 + 4
    assert holes[0]["hand"] == "QQ"
    assert {row["range_weight"] for row in holes if row["hand"] == "AKs"} == {1}


# ---------------------------------------------------------------- files


@pytest.fixture
def spots(at_home):
    path = at_home / "spots.csv"
    path.write_text(
        "id,hero,villain,board,dead\n"
        "1,AhKh,QsQc,Qh2h3dAs,\n"
        "2,AhKh,QsQc,,\n"
        "3,QQ,AKs,Qh2h3d,7c\n"
        '4,"AA,KK",22+,Qh2h3d,\n'
        "5,,QsQc,,\n"
    )
    return path


def test_a_file(spots):
    finished = run(f"equity --from {spots} -f ndjson")
    lacks = "1 of 5 rows is without a player's hand, and has no result\n"
    assert (finished.code, finished.err) == (0, lacks)
    found = [json.loads(line) for line in finished.text.splitlines()]
    assert [row["id"] for row in found] == ["1", "2", "3", "4", "5"]
    assert [row["method"] for row in found] == ["exact", "combo_matchups", "exact", "exact", None]
    assert (found[0]["equity_1"], found[0]["deals"]) == (8 / 44, 44)
    assert found[1]["win_1"] == 787_966 / 1_712_304
    for row, line in (
        (found[2], "QQ AKs --board Qh2h3d --dead 7c"),
        (found[3], "AA,KK 22+ --board Qh2h3d"),
    ):
        for player, wanted in enumerate(rows(line), 1):
            assert row[f"equity_{player}"] == pytest.approx(wanted["equity"], abs=1e-12)
            assert row["deals"] == wanted["deals"]
    assert found[4]["equity_1"] is None


def test_a_file_from_stdin_and_to_a_file(spots, at_home):
    finished = run("equity --from - -o equities.parquet", stdin=spots.read_bytes())
    assert (finished.code, finished.err.splitlines()[0]) == (0, "5 rows in equities.parquet")
    text = '{"me":"AhKh","you":"QsQc","b":"Qh2h3dAs","d":"4h"}\n'
    columns = "--players me --players you --board-column b --dead-column d"
    finished = run(f"equity --from - --input-format ndjson {columns} -f json", stdin=text.encode())
    (row,) = json.loads(finished.text)
    assert (row["win_1"], row["deals"]) == (7 / 43, 43)


def test_a_file_that_is_wrong(spots):
    spots.write_text(spots.read_text() + "6,AhKh,KhQh,,\n")
    finished = run(f"equity --from {spots}")
    assert (finished.code, finished.out) == (1, b"")
    assert finished.err == f"error: {spots}, row 6: 'AhKhKhQh' has Kh twice\n"
    assert run("equity --from nowhere.csv").err == "error: there is no file nowhere.csv\n"


# ---------------------------------------------------------------- refusals


def test_no_lake(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "nowhere"))
    assert run("equity AhKh QsQc").err.startswith("1,712,304 deals, exact: ")
    finished = run(f"equity AhKh QsQc --lake {tmp_path}/nowhere")
    assert (finished.code, finished.out) == (1, b"")
    assert finished.err.startswith(f"error: no lake at {tmp_path}/nowhere; build one there")


# ---------------------------------------------------------------- categories


def test_categories_are_shares_of_each_player():
    players = rows("AhKh QsQc --board Qh2h3d")
    found = rows("AhKh QsQc --board Qh2h3d --categories")
    assert [list(row) for row in found] == [["category", "name", "AhKh", "QsQc"]] * 9
    assert [row["category"] for row in found] == list(range(1, 10))
    assert [row["name"].replace(" ", "_") for row in found] == list(CATEGORIES)
    for player in players:
        shares = [row[player["hand"]] for row in found]
        assert shares == [count / 990 for count in player["categories"].values()]
        assert sum(shares) == pytest.approx(1)
    finished = run("equity AhKh QsQc --board Qh2h3d --categories")
    assert finished.text.splitlines()[0].split() == ["category", "name", "AhKh", "QsQc"]


def test_categories_of_players_with_one_range():
    found = rows("random random --categories --deals 500 --seed 1")
    assert list(found[0]) == ["category", "name", "random", "random (2)"]


def test_an_error_that_is_not_reached_in_time_is_told():
    sampled = run("equity random random random --mc --se 0.000001 --max-seconds 0.05")
    assert sampled.code == 0
    assert sampled.err.endswith("; +- 1e-06 was not reached in that time: give it more\n")
    assert "not reached" not in run("equity random random random --mc --se 0.05").err
    assert "not reached" not in run("equity random random random --mc --deals 1000").err


# ---------------------------------------------------------------- Omaha


def test_on_a_turn():
    """Two aces, two kings, three tens and six spades more that do not pair: 13 of 40 rivers."""
    finished = run("equity AsAhKsKh QcQdJcTd --game omaha --board Qh7d2sJs")
    assert finished.text.splitlines() == [
        "hand        win  tie  equity  chop",
        "--------  -----  ---  ------  ----",
        "AsAhKsKh  0.325    0   0.325     0",
        "QcQdJcTd  0.675    0   0.675     0",
    ]
    assert finished.err.startswith("40 deals, exact: 1 pair of holes, ")


def test_halves():
    """The nut low, and aces: the columns of a pot of two halves."""
    one, _ = rows("Ah2hTcTd AsAcKsKc --board 3c4d8hKd --game omaha8")
    assert (one["low_equity"], one["low"], one["without_low"]) == (1, {"1": 40, "2": 0}, 0)
    finished = run("equity Ah2hTcTd AsAcKsKc --board 3c4d8hKd --game omaha8")
    assert "high_equity  low_equity  three_quarters" in finished.text


def test_omaha_sampled():
    line = "AsAhKsKh random --game omaha --deals 200000 --seed 5"
    one, other = rows(line)
    assert (one["method"], one["deals"], one["seed"]) == ("monte carlo", 200_000, 5)
    assert abs(one["equity"] - 0.70678) < 6 * one["standard_error"]
    assert one["equity"] + other["equity"] == pytest.approx(1)
    again = rows(line)
    assert [row["wins"] for row in again] == [one["wins"], other["wins"]]
    six = rows("AsAhKsKh2c3d random '*' --game omaha6 --mc --se 0.01 --seed 1")
    assert six[0]["standard_error"] <= 0.01


def test_views_of_omaha():
    cards = rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --next-card")
    assert len(cards) == 52 - 8 - 3
    assert {row["card"]: row["equity_1"] for row in cards}["Ac"] > 0.5
    holes = rows("AAKK$ds QcQdJcTd --game omaha --board Qh7d2s --by-hole")
    assert len(holes) == 6
    assert holes[0].keys() == {"hole", "range_weight", "equity"}
    assert holes == sorted(holes, key=lambda row: -row["equity"])
    kinds = rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --categories")
    assert [row["category"] for row in kinds] == list(range(1, 10))
    assert sum(row["QcQdJcTd"] for row in kinds) == pytest.approx(1)
    assert run("equity AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --next-card").code == 0


def test_a_file_of_omaha(at_home):
    spots = at_home / "spots.csv"
    spots.write_text(
        "name,hero,villain,board\n"
        "a,AsAhKsKh,QcQdJcTd,Qh7c2s\nb,AA$ds,KQJT,Qh7c2s\nc,AsAhKsKh,AsQdJcTc,Qh7c2s\n"
        "d,AsAhKsK,QcQdJcTd,Qh7c2s5d9d\n"
    )
    finished = run(f"equity --from {spots} --game omaha -f json --skip-bad")
    assert finished.code == 0, finished.err
    one, two, bad, river = json.loads(finished.text)
    assert (one["name"], one["deals"], one["method"], one["error"]) == ("a", 820, "exact", None)
    assert one["equity_2"] == rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7c2s")[1]["equity"]
    assert two["equity_1"] == rows("AA$ds KQJT --game omaha --board Qh7c2s")[0]["equity"]
    assert (bad["equity_1"], bad["error"]) == (None, "'AsAhKsKhAsQdJcTcQh7c2s' has As twice")
    assert river["equity_2"] == 1
    halves = run(f"equity --from {spots} --game omaha8 -f json --skip-bad")
    assert json.loads(halves.text)[0]["high_equity_2"] == one["equity_2"]
    told = "row 3: 'AsAhKsKhAsQdJcTcQh7c2s' has As twice"
    assert told in run(f"equity --from {spots} --game omaha").err


# ---------------------------------------------------------------- two boards, and run it twice


def test_run_it_twice():
    finished = run("equity AhKh QsQc --board Qh2h3dAs --runs 2")
    assert [line.split() for line in finished.text.splitlines()] == [
        [
            "hand", "win", "tie", "equity", "chop", "standard_deviation",
            "standard_deviation_once", "win_both", "lose_both",
        ],
        ["----", "--------", "---", "--------", "----", "-" * 18, "-" * 23, "-" * 9, "-" * 9],
        ["AhKh", "0.181818", "0", "0.181818", "0", "0.269537", "0.385695", "0.0295983", "0.665962"],
        ["QsQc", "0.818182", "0", "0.818182", "0", "0.269537", "0.385695", "0.665962", "0.0295983"],
    ]  # fmt: skip
    first, second = finished.err.splitlines()
    assert first.startswith("44 deals, exact: 1 pair of holes, ")
    assert second.startswith("standard deviation: 1,892 pairs of run-outs, exact: 1 pair of holes,")


def test_programs_have_how_it_was_had():
    one, other = rows("AhKh QsQc --board Qh2h3dAs --runs 2")
    assert (one["runs"], one["run_pairs"], one["runs_method"], one["runs_seed"]) == (
        2, 44 * 43, "exact", None,
    )  # fmt: skip
    assert one["win_both"] == other["lose_both"] == 8 * 7 / (44 * 43)
    assert one["deviation_error"] == 0
    assert (one["wins"], one["deals"]) == (8, 44)  # of one run, as without --runs
    [thrice, _] = rows("AhKh QsQc --board Qh2h3dAs --runs 3")
    assert "win_both" not in thrice
    assert thrice["standard_deviation"] == pytest.approx(((8 * 36 / 44**2) / 3 * 41 / 43) ** 0.5)
    assert "runs" not in rows("AhKh QsQc --board Qh2h3dAs")[0]


def test_samples_have_one_seed_and_an_error():
    line = "AhKh,KdKc random --board Qh2h3d --runs 2 --mc --se 0.002 --seed 5"
    one, _ = rows(line)
    assert one["seed"] == one["runs_seed"] == 5
    assert 0 < one["deviation_error"] <= 0.002
    again, _ = rows(line)
    assert {**again, "seconds": 0} == {**one, "seconds": 0}
    [counted, _] = rows("AhKh,KdKc random --board Qh2h3d --runs 2 --exact")
    assert counted["standard_deviation"] == pytest.approx(one["standard_deviation"], abs=0.008)


def test_a_seed_that_nobody_gave_gives_both_again():
    finished = run("equity AhKh,KdKc random --board Qh2h3d --runs 2 --mc --deals 1000 -f json")
    one, _ = json.loads(finished.text)
    assert one["seed"] == one["runs_seed"]
    assert finished.err.count(f"seed {one['seed']}, ") == 2


def test_a_game_of_two_boards():
    finished = run(
        'equity AsAhKsKh QcQdJsTd --game "double board omaha" --board Qh7d2s --board KdJc9h'
    )
    head, _, *players = [line.split() for line in finished.text.splitlines()]
    assert head == [
        "hand", "win", "tie", "equity", "chop", "equity_board_1", "equity_board_2",
        "three_quarters", "half", "quarter", "standard_deviation",
    ]  # fmt: skip
    assert players[0][:7] == [
        "AsAhKsKh", "0.0772201", "0.435887", "0.295164", "0.435887", "0.199147", "0.391181",
    ]  # fmt: skip
    assert finished.err.startswith("442,890 pairs of boards, exact: 1 pair of holes, ")


# ---------------------------------------------------------------- refusals

# A command line, and how the line begins that is said of it.
REFUSED = """
--board 2c | give hands such as AhKh QsQc, or a file with --from, and not both
AhKh QsQc --from x.csv | give hands such as AhKh QsQc, or a file with --from, and not both
AhKh | 1 player; give 2 to 10 hands or ranges
AhKh KhQh | players 1 and 2 cannot be dealt together: both have Kh
AhKh QsQc --board AhKd2c | player 1 has no hole without a card of AhKd2c: AhKh has Ah
AsAh AA AA | players 1, 2 and 3 cannot be dealt together
AA KK --exact --dead 2c --max-seconds 1e-9 | an exact result is estimated to take
AA** KK** --game omaha --exact --max-seconds 1 | an exact result is estimated to take
AhKh QsQc --exact --se 0.1 | --exact counts, and --se and --deals are for sampling
AhKh QsQc --se 0.1 --deals 5 | --se and --deals both say when sampling ends; give one
AhKh QsQc --deals 0 | Invalid value '0' for '--deals'
AhKh QsQc --max-seconds 0 | --max-seconds 0; give a number above 0
AhKh QsQc --categories --by-hole | --next-card, --by-hole and --categories are views; give one
AsAhKsKh AsQdJcTd --game omaha | players 1 and 2 cannot be dealt together
AsAhKsKh2c QcQdJcTd --game omaha | 'AsAhKsKh2c' at character 1: 'AsAhKsKh2c' has 5 cards, a hole 4
AsAhKsKh QcQdJcTd --game omaha --board As2c3c | player 1 has no hole without a card
AsAhKsKh QcQdJcTd --game omaha --by income | no ranking 'income' of omaha
random random --game omaha6 --exact | an exact result is out of reach
random QcQdJcTd --game omaha --by-hole --board 2c3c4c | 'random' is any hole
AsAhKsKh Qc$xx --game omaha | 'Qc$xx' at character
AhKh QsQc --board Qh2h3dAs5c --runs 2 | the board has five cards, and no card is left to run twice; give a board of up to four
AhKh QsQc --runs 5 | Invalid value '5' for '--runs': give 1 to 4
AhKh QsQc --runs 0 | Invalid value '0' for '--runs': give 1 to 4
AhKh QsQc --runs 2 --next-card | --next-card, --by-hole and --categories are of one board, run once; --runs asks for more
random random random random random random random --runs 3 --game omaha6 | 52 cards left; too few for 7 players of omaha6 and three boards
AhKh QsQc --board Qh2h3d --board 7c8c9s | --board is given twice, and hold'em has one board; give it once, or not at all
AhKh QsQc --board Qh2h3d --game 'double board holdem' | --board is given once, and double board hold'em has two boards; give it twice, or not at all
AhKh QsQc --board Qh2h3d --board 7c8c9s --board 5c --game 'double board holdem' | --board is given 3 times, and double board hold'em has two boards; give it twice
AhKh QsQc --board Qh2h3d --board 7c2h9s --game 'double board holdem' | both boards have 2h; they are dealt from one deck
AhKh QsQc --board Qh2h3d --board 7c8c9s --dead 9s --game 'double board holdem' | board 2 and dead cards both have 9s
AhKh QsQc --board Qh2h3d5c6c7d --board 8s8c9s --game 'double board holdem' | board 1, Qh2h3d5c6c7d, has 6 cards; it has 5 at most
AhKh QsQc --game 'double board holdem' --runs 2 | --runs 2: the boards of double board hold'em are run once
AhKh QsQc --game 'double board holdem' --by-hole | --next-card, --by-hole and --categories are of one board, run once; --game asks for more
--from spots.csv --game 'double board holdem' | --from is for games of one board, and double board hold'em has two
AhKh QsQc --game 'dubble board holdem' | --game: no game 'dubble board holdem': did you mean "double board hold'em"?
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(REFUSED))
def test_what_is_refused(line, said):
    assert told(run(f"equity {line}")).startswith(said)
