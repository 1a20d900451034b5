"""Hands that are exported as hand histories and imported again are the same."""

import json
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from given import boardless_histories, histories, odd_histories, omaha_histories
from given.odd_histories import CASHED_OUT, EMPTY_BUTTON, TWICE
from helpers.command_line import run
from helpers.lakes import without_views
from helpers.read_histories import read
from pokerlake.queries.connection import connect
from pokerlake.queries.files.formats import ohh as ohh_out
from pokerlake.queries.files.formats import phh as phh_out
from pokerlake.queries.files.whole_hands import NOT_KEPT, variants

ODD = "".join(odd_histories.ALL).replace("#200", "#900")  # which Omaha's are numbered, too
TEXTS = {"txt": histories.ALL + omaha_histories.ALL + ODD, "phhs": histories.SAME_PHH}
TABLES = ("hands", "seats", "actions", "showdowns")


def imported(no_lake, text, lake, name="given.txt"):
    """A lake of the hands of a text, none of which is bad."""
    (no_lake / name).write_text(text, encoding="utf-8")
    done = run(f"import {name} --lake {lake}")
    assert done.code == 0, done.err
    assert ", 0 bad;" in done.err


def rows_of(lake, where="true"):
    """The rows of the four tables, without what is not kept; hands by their place."""
    with connect(lake) as connection:
        hands = connection.sql(f"from hands where {where} order by hand_id").to_arrow_table()
        place = {number: at for at, number in enumerate(hands["hand_id"].to_pylist())}
        found = {}
        for name in TABLES:
            rows = connection.sql(f"from {name}").to_arrow_table().to_pylist()
            found[name] = [
                {"hand": place[row["hand_id"]]}
                | {key: value for key, value in row.items() if key not in NOT_KEPT}
                for row in rows
                if row["hand_id"] in place
            ]
    return found


@pytest.mark.parametrize("given", TEXTS)
def test_hands_that_go_out_and_in_are_the_same(no_lake, given):
    imported(no_lake, TEXTS[given], "first", f"given.{given}")
    games = ", ".join("'" + game.replace("'", "''") + "'" for game in variants())
    for ending, which in (("ohh", "true"), ("phhs", f"game in ({games})")):
        done = run(f"export hands -o out.{ending} --lake first")
        assert done.code == 0, done.err
        kept = rows_of("first", which)
        again = run(f"import out.{ending} --lake {ending}")
        assert again.code == 0, again.err
        assert rows_of(ending) == kept
        # What is written of the same hands is the same text.
        assert run(f"export hands -o again.{ending} --lake {ending}").code == 0
        assert (no_lake / f"again.{ending}").read_bytes() == (
            no_lake / f"out.{ending}"
        ).read_bytes()


def test_the_text_of_pokerstars_comes_in_as_it_went_out(no_lake):
    odd = (TWICE + EMPTY_BUTTON).replace("#200", "#900")
    imported(no_lake, histories.ALL + omaha_histories.ALL + odd, "first")
    assert run("export hands -o out.txt -f pokerstars --lake first").code == 0
    assert ", 0 bad;" in run("import out.txt --lake second").err
    assert rows_of("second") == rows_of("first")


def test_hands_of_stud_and_draw_go_out_and_in(no_lake):
    """The text has the cards of the hero's exchanges; PHH has no variant of five-card draw."""
    imported(no_lake, boardless_histories.BOARDLESS, "first")
    with connect("first") as connection:
        held = connection.sql("select player, action, held from actions where held is not null")
        assert held.fetchall() == [
            ("Ben", "discard 2", "2c3d7hKsQd"), ("Ben", "discard 1", "2c3d7h4sJc"),
            ("Ben", "stand pat", "2c3d7h4s8h"), ("Ann", "discard 3", "AcAd7hKsQd"),
            ("Ben", "stand pat", "2c3d7hKs"), ("Ben", "discard 1", "2c3d7hKs"),
            ("Ben", "discard 1", "2c3d7h7s"),
        ]  # fmt: skip
    for options, ending, which in (
        ("-f pokerstars", "txt", "true"), ("", "phhs", "game != 'no limit five-card draw'"),
    ):  # fmt: skip
        assert run(f"export hands -o out.{ending} {options} --lake first").code == 0
        assert ", 0 bad;" in run(f"import out.{ending} --lake {ending}").err
        assert rows_of(ending) == rows_of("first", which)
    assert "not written are 6 hands" in run("export hands -o out.ohh --lake first").err


def test_numbers_that_begin_anew_in_each_file_stay_apart(no_lake):
    first = histories.SAME_PHH.split("\n\n")[0].replace('"PokerStars"', '"PokerNow"')
    for name in ("a.phhs", "b.phhs"):
        imported(no_lake, first, "first", name)
    assert run("export hands -o out.ohh --lake first").code == 0
    assert ", 0 bad;" in run("import out.ohh --lake second").err
    with connect("second") as connection:
        files = connection.sql("select file from hands order by hand_id").fetchall()
    assert files == [("a.phhs",), ("b.phhs",)]
    assert run("export hands -o out.txt -f pokerstars --lake first").code == 0
    assert "2 new, 0 known, 0 bad;" in run("import out.txt --lake third").err


@pytest.mark.parametrize(("name", "kind"), [("h.zip", "zip"), ("h.tar", "tar"), ("h.tgz", "tar")])
def test_an_archive_is_told_to_be_one(no_lake, name, kind):
    """One that is stored plain has text inside, of which a part would be read."""
    Path("hands.txt").write_text(histories.ALL, "utf-8")
    if kind == "zip":
        with zipfile.ZipFile(name, "w") as archive:
            archive.write("hands.txt")
    else:
        with tarfile.open(name, "w:gz" if name == "h.tgz" else "w") as archive:
            archive.add("hands.txt")
    done = run(f"import {name} --lake first")
    assert done.code == 1
    told = f"cannot be read: it is a {kind} archive; unpack it, and import the folder"
    assert told.encode() in done.out
    assert " 0 new" in done.err


# ---------------------------------------------------------------- what is written


def written(folder, text, ending):
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        patch.chdir(folder)
        imported(folder, text, "first")
        done = run(f"export hands -o out.{ending} --lake first")
    assert (done.code, done.err) == (0, f"1 row in out.{ending}\n")
    return (folder / f"out.{ending}").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cashed_out(tmp_path_factory):
    return written(tmp_path_factory.mktemp("cashed_out"), CASHED_OUT, "ohh")


@pytest.fixture(scope="module")
def empty_button(tmp_path_factory):
    return written(tmp_path_factory.mktemp("empty_button"), EMPTY_BUTTON, "phh")


def test_a_hand_in_ohh(cashed_out):
    assert cashed_out.endswith("}}\n\n")
    hand = json.loads(cashed_out)["ohh"]
    assert {key: hand[key] for key in ("site_name", "game_number", "tournament", "currency")} == {
        "site_name": "PokerStars", "game_number": "2002", "tournament": False, "currency": "USD",
    }  # fmt: skip
    assert hand["spec_version"] == ohh_out.SPEC
    assert (hand["start_date_utc"], hand["_played"], hand["_zone"]) == (
        "2023-01-02T02:04:05Z", "2023-01-02T03:04:05Z", "CET",
    )  # fmt: skip
    assert (hand["game_type"], hand["bet_limit"]) == ("Holdem", {"bet_type": "NL", "bet_cap": 0})
    assert (hand["dealer_seat"], hand["hero_player_id"]) == (1, 1)
    assert hand["players"] == [
        {"id": 1, "seat": 1, "name": "Ann", "starting_stack": 10},
        {"id": 2, "seat": 2, "name": "Bob", "starting_stack": 12},
    ]
    streets = [(one["street"], one.get("cards")) for one in hand["rounds"]]
    assert streets == [
        ("Preflop", None), ("Flop", ["2c", "7d", "Ts"]), ("Turn", ["Jh"]), ("River", ["3s"]),
        ("Showdown", None),
    ]  # fmt: skip
    assert [
        (one["player_id"], one["action"], one.get("amount"), one.get("is_allin"))
        for one in hand["rounds"][0]["actions"]
    ] == [
        (1, "Post SB", 0.05, False),
        (2, "Post BB", 0.1, False),
        (1, "Dealt Cards", None, None),
        (1, "Raise", 9.95, True),
        (2, "Call", 9.9, False),
    ]
    assert [(one["action"], one["cards"]) for one in hand["rounds"][-1]["actions"]] == [
        ("Shows Cards", ["Kd", "Kh"]),
        ("Shows Cards", ["Ac", "Ah"]),
    ]
    assert hand["pots"] == [
        {
            "number": 0, "amount": 20, "rake": 0.5, "_board": 1,
            "player_wins": [{"player_id": 1, "win_amount": 0, "cashout_amount": 15.6}],
        }
    ]  # fmt: skip


def test_a_hand_in_phh(empty_button):
    fields = tomllib.loads(empty_button)
    assert fields == {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": [0, 0, 1, 0],
        "blinds_or_straddles": [1, 1.5, 2, 2],
        "min_bet": 2,
        "starting_stacks": [40, 1.5, 100, 70],
        "actions": [
            "d dh p1 ????", "d dh p2 ????", "d dh p3 AhKd", "d dh p4 ????",
            "p3 cc", "p4 cc", "p1 cc", "d db 2c7dTs", "p1 cc", "p3 cbr 4", "p4 f", "p1 f",
            "d db Jh", "d db 3s", "p2 sm", "p3 sm AhKd",
        ],
        "venue": "PokerStars",
        "hand": "2004",
        "year": 2022, "month": 5, "day": 6, "time": fields["time"],
        "time_zone_abbreviation": "ET",
        "seats": [1, 2, 4, 5],
        "table": 'Iris "II"',
        "players": ["Ann", "B\\b 'x'", "Cy", 'Zo\u00eb "\u2660"'],
        "currency": "USD",
        "winnings": [0, 0, 8.5, 0],
        "finishing_stacks": [38, 0, 105.5, 68],
        "_program": "pokerlake",
        "_stakes": [1, 2],
        "_button": 6,
        "_posts": [
            "p1 small blind 1", "p2 big blind 1.5", "p3 post 2 1", "p4 post 2 0",
        ],
        "_fee": 0,
        "_pots": [[0, 1, 3, 7], [1, 1, 3, 1.5]],
    }  # fmt: skip
    assert fields["time"].isoformat() == "07:08:09"


def test_keys_of_our_own_are_those_that_docs_list(no_lake):
    used = set()
    imported(no_lake, TEXTS["txt"], "first")
    for ending in ("ohh", "phhs"):
        assert run(f"export hands -o out.{ending} --lake first").code == 0
        used |= {
            (ending, word.partition('"')[0].partition(" ")[0])
            for word in (no_lake / f"out.{ending}").read_text().replace('"_', "\n_").split("\n")
            if word.startswith("_")
        }
    known = {("ohh", key) for key in ohh_out.OWN_KEYS}
    known |= {("phhs", key) for key in phh_out.OWN_KEYS}
    docs = (Path(__file__).parents[3] / "docs" / "hand-histories.md").read_text(encoding="utf-8")
    for key, meaning in (ohh_out.OWN_KEYS | phh_out.OWN_KEYS).items():
        assert f"| `{key}` |" in docs
        assert f"| {meaning} |" in docs
    for column in NOT_KEPT:
        assert f"`{column}`" in docs
    assert used <= known
    assert {
        ("ohh", "_capped"),
        ("ohh", "_boards"),
        ("phhs", "_cashouts"),
        ("phhs", "_pots"),
    } <= used


def test_other_limits_are_told_and_left_out_of_phh(no_lake):
    imported(no_lake, omaha_histories.ALL + histories.WALK, "first")
    done = run("export hands -f phh -o out.phhs --lake first")
    assert done.code == 0
    told, last = done.err.splitlines()
    assert told.startswith("PHH has no variant for ")
    assert " rows in out.phhs" in last


@pytest.fixture(scope="module")
def of_holdem(tmp_path_factory):
    """A lake of hands, which tests do not change."""
    folder = tmp_path_factory.mktemp("of_holdem")
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        patch.chdir(folder)
        imported(folder, histories.ALL, "first")
    return folder / "first"


def test_where_chooses_hands_and_stdout_has_them(of_holdem):
    done = run(f"export hands -f ohh --lake {of_holdem} --where", "number in ('1002', '1004')")
    assert done.code == 0, done.err
    numbers = [json.loads(line)["ohh"]["game_number"] for line in done.out.split(b"\n\n") if line]
    assert numbers == ["1002", "1004"]


# ---------------------------------------------------------------- other names


def test_anonymous_names_are_the_same_for_the_same(no_lake):
    imported(no_lake, TWICE + CASHED_OUT, "first")
    for name in ("a", "b"):
        line = f"export hands -o {name}.ohh --lake first --anonymous --salt pepper"
        assert run(line).code == 0
    assert run("export hands -o c.ohh --lake first --anonymous").code == 0
    a, b, c = ((no_lake / f"{name}.ohh").read_text() for name in "abc")
    assert a == b != c
    hands = [json.loads(one)["ohh"] for one in a.split("\n\n") if one]
    names = [{player["seat"]: player["name"] for player in hand["players"]} for hand in hands]
    assert names[0][1] == names[1][1]  # Ann
    assert len({*names[0].values(), *names[1].values()}) == 3
    for plain in ("Ann", "Bob", "Iris", "Juno", "2001", "2002"):
        assert f'"{plain}"' not in a
        assert f'"{plain}"' not in c
    assert hands[0]["start_date_utc"] == "2022-05-06T11:08:09Z"
    assert [hand["hero_player_id"] for hand in hands] == [3, 1]
    assert ", 0 bad;" in run("import a.ohh --lake second").err


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("seats -f ohh", "ohh holds whole hands; write 'pokerlake export hands -f ohh', with"),
        ("hands -f phh --columns number", "phh holds whole hands; write 'pokerlake export hands"),
        ("--sql 'select 1 as a' -f ohh", "ohh holds whole hands; write 'pokerlake export hands"),
        ("hands seats -f ohh", "ohh holds one table; give -o a file of .sqlite or .duckdb"),
        ("hands -f csv --anonymous", "--anonymous is for hands; give -f ohh, -f phh"),
        ("hands -f ohh --salt x", "--salt is for --anonymous; give both"),
        ("hands -f ohh --anonymous --salt ''", "--salt is empty; give a text, or leave it out"),
        ("hands -o out.phh", "out.phh holds one hand, and these are 4; name it out.phhs"),
        ("hands -f ohh --where nothing=1", "--where 'nothing=1': "),
    ],
)
def test_what_is_refused(no_lake, of_holdem, line, problem):
    done = run(f"export {line} --lake {of_holdem}")
    assert done.code == 2
    assert done.err.startswith(f"error: {problem}"), done.err
    assert not list(no_lake.glob("out*"))


def test_another_result_is_not_written_as_hands(of_holdem):
    done = run(f"sql 'select 1 as a' -f phh --lake {of_holdem}")
    assert (done.code, done.err) == (
        2,
        "error: phh holds whole hands; write 'pokerlake export hands -f phh', with --where for "
        "some\n",
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("_fee = 0", "_fee = 0\n_calls = [-1]", "_calls has too few amounts; each cc needs one"),
        ('"p3 post 2 1"', '"p3 past 2 1"', "_posts has 'p3 past 2 1', which is no post"),
        ('"p3 post 2 1"', '"p9 post 2 1"', "'p9 post 2 1' has no player: 'p9'"),
        ("_button = 6", "_button = 'x'", "_button is 'x'; a number from -1 to"),
        ("_pots = [[0,", "_pots = [[0.5,", "_pots has ['0.5', 1, 3, 7]; pot, board, player and"),
        ("_pots = [[0, 1,", "_pots = [[0, 4,", "_pots has [0, 4, 3, 7]; pot, board, player and"),
        ("_fee = 0", "_fee = -1", "_fee has -1, which is no amount of chips"),
        ("_fee = 0", "_fee = 0\n_cashouts = [1]", "_cashouts is [1]; an amount for each player"),
        ("_fee = 0", "_fee = 0\n_hero = 7", "_hero is 7; a number from 1 to 4 is needed"),
        ("_fee = 0", "_fee = 0\n_capped = [2]", "2 is capped, and has put in nothing"),
        ("_fee = 0", "_fee = 0\n_boards = [1]", "_boards has 1, which are no cards"),
        ("_fee = 0", "_fee = 0\n_boards = 'x'", "_boards is 'x', no list"),
    ],
)
def test_keys_of_our_own_that_are_wrong(empty_button, old, new, problem):
    assert old in empty_button
    found = read(empty_button.replace(old, new, 1), "phh")
    (bad,) = found.bad
    assert bad.problem.startswith(problem)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"players": [{}]}, "is no hand in OHH: a value is missing, or of another kind: 'id'"),
        ({"players": 7}, "is no hand in OHH: a value is missing, or of another kind: 'int'"),
        ({"rounds": [None]}, "is no hand in OHH: a value is missing, or of another kind: "),
        ({"pots": [{}]}, "is no hand in OHH: a value is missing, or of another kind: 'number'"),
        ({"dealer_seat": "x"}, "'x' is no number from 0 to 65535"),
        ({"dealer_seat": 2**70}, f"{2**70} is no number from 0 to 65535"),
        ({"table_name": ["x"]}, "['x'] is no text"),
        ({"_zone": 1.5}, "Decimal('1.5') is no text"),
        ({"_clock": True}, "True is no text"),
        ({"_capped": [9]}, "9 is capped, and has put in nothing"),
        ({"site_name": "\ud800"}, "is no hand in OHH: a value is missing, or of another kind: "),
    ],
)
def test_an_ohh_hand_with_one_thing_wrong(cashed_out, change, problem):
    hand = json.loads(cashed_out)
    hand["ohh"] |= change
    (bad,) = read(json.dumps(hand), "ohh").bad
    assert bad.problem.startswith(problem)


SITES = Path(__file__).parents[4] / "shared/data/sites/hands"


@pytest.mark.whole
@pytest.mark.skipif(not SITES.exists(), reason="needs sites/hands of shared/data")
def test_hands_of_all_sites_go_out_and_in(no_lake):
    assert "new" in run(f"import {SITES} --lake first").err
    games = ", ".join("'" + game.replace("'", "''") + "'" for game in variants())
    for ending, where in (("ohh", "true"), ("phhs", f"game in ({games})")):
        assert run(f"export hands -o out.{ending} --lake first").code == 0
        assert ", 0 bad;" in run(f"import out.{ending} --lake {ending}").err
        assert rows_of(ending) == rows_of("first", where)
