"""``pokerlake equity`` as a user runs it."""

import csv
import io
import json

import pytest

from helpers.command_line import answer, run, told, told_of

pytestmark = pytest.mark.usefixtures("at_home")

CATEGORIES = (
    "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "one_pair", "high_card",
)  # fmt: skip


def rows(line, *more):
    """The players of a command as JSON."""
    return answer(f"equity {line}", *more)


# ---------------------------------------------------------------- hands


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
    told = f"id is passed on, and not looked at\n{lacks}"
    assert (finished.code, finished.err) == (0, told)
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


# ---------------------------------------------------------------- refusals

# A command line, and how the line begins that is said of it.
REFUSED = """
AhKh KhQh | players 1 and 2 cannot be dealt together: both have Kh
AhKh QsQc --board AhKd2c | player 1 has no hole without a card of AhKd2c: AhKh has Ah
AA KK --exact --dead 2c --max-seconds 1e-9 | an exact result is estimated to take
AA** KK** --game omaha --exact --max-seconds 1 | an exact result is estimated to take
AsAhKsKh QcQdJcTd --game omaha --board As2c3c | player 1 has no hole without a card
AsAhKsKh QcQdJcTd --game omaha --by income | no ranking 'income' of omaha
random random --game omaha6 --exact | an exact result is out of reach
random QcQdJcTd --game omaha --by-hole --board 2c3c4c | 'random' is any hole
AhKh QsQc --board Qh2h3dAs5c --runs 2 | the board has five cards, and no card is left to run twice; give a board of up to four
AhKh QsQc --runs 5 | Invalid value '5' for '--runs': give 1 to 4
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
AhKhQs QdQcJd --game stud --board 2c3c4c | --board is given, and stud has no board; give each player's own cards, as AhKhQs, and those of who has folded with --dead
A23 (xx)/K --game razz --board 2c3c4c --board 5d | --board is given, and razz has no board
AhKhQs QdQcJd --game 'stud hi-lo' --board 2c3c4c --runs 2 | --board is given, and stud hi-lo has no board
--from spots.csv --game 'double board holdem' | --from is for games of one board, and double board hold'em has two
AhKh QsQc --game foo | --game: no game 'foo': there are: hold'em, omaha, omaha5, omaha6, omaha hi-lo, omaha5 hi-lo, omaha6 hi-lo, short deck, short deck omaha, pineapple, stud, stud hi-lo, razz
AhKh QsQc --game 2-7 | --game: '2-7' is an order of hands and no game: evaluate takes it as its order, and draw hand and draw duel have 2-7 single draw or 2-7 triple draw; games are
AhKh QsQc --game 'dubble board holdem' | --game: no game 'dubble board holdem': did you mean "double board hold'em"?
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(REFUSED))
def test_what_is_refused(line, said):
    assert told(run(f"equity {line}")).startswith(said)


def test_an_empty_board_of_stud_is_none():
    line = "equity AhKhQs QdQcJd --game stud --deals 1000 --seed 1"
    assert run(f"{line} --board ''").text == run(line).text != ""


@pytest.mark.parametrize("more", ["", "--game omaha", "--game 'double board omaha'", "--runs 2"])
def test_a_new_seed_fits_every_file_format(more, tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda bits: (1 << bits) - 1)
    hands = "AsAhKsKh QcQdJcTd" if "omaha" in more else "AhKh QsQc"
    for ending in ("sqlite", "csv", "ndjson"):
        path = tmp_path / f"it.{ending}"
        done = run(f"equity {hands} {more} --deals 1000 -o {path}")
        assert (done.code, done.err.count("error")) == (0, 0)
    path = (tmp_path / "it.csv").as_posix()
    assert run("sql", f"select seed from '{path}'", "-f", "csv").text.split()[-1] == str(2**63 - 1)
