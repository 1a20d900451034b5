"""What is said of a question's field: which field it is, and a line about it."""

import orjson
import pytest

from pokerlake.web.questions import answer_to

# Questions that are fine, of which a case below changes something.
FINE = {
    "equity": {"hands": ["AA", "KK"]},
    "board": {"board": "3h4sJh"},
    "flops": {"hero": "AA", "villain": "KK"},
    "flop_strong": {"range": "AA"},
    "flop_picture": {"range": "AA"},
    "match_ups": {"hand": "AA"},
    "third_player": {"hand": "AA", "villain": "KK"},
    "income_lines": {"hands": ["AA"]},
    "omaha_flop": {"board": "2c2d2h"},
    "range": {"text": "AA"},
}
OMAHA = {"game": "omaha", "hands": ["AAxx$ds", "KQJT"]}
SHORT = {"game": "short deck"}

WRONG = [
    ("equity", {"hands": ["AA", "KKx"]}, "hands.1", "character 3"),
    ("equity", {"hands": ["AhAh", "KK"]}, "hands.0", "'AhAh' has one card twice"),
    ("equity", {"board": "Jh2"}, "board", "'Jh2'"),
    ("equity", {"board": "Jh2h3d4c5c6c"}, "board", "has 6 cards; it has 5"),
    ("equity", {"board": "Jh2h3d", "dead": "Jh"}, "dead", "both have Jh"),
    ("equity", {"hands": ["AhKh", "AhQh"]}, None, "cannot be dealt together"),
    ("equity", {"hands": ["AA"]}, "hands", "give 2 or more"),
    ("equity", {"standard_error": 0}, "standard_error", "0.00001"),
    ("equity", {"more": 1}, "more", "there is no field more"),
    ("equity", {"hands": ["random"] * 6, "method": "exact"}, None, "too long for the page"),
    ("equity", {"game": "chess"}, "game", "'short deck'"),
    ("equity", OMAHA | {"hands": ["AAxx", "KQJT9"]}, "hands.1", "'KQJT9' has 5 cards, a hole 4"),
    ("equity", {"game": "omaha6", "hands": ["random"] * 10}, None, "cards"),
    ("equity", SHORT | {"board": "5h6h7h"}, "board", "which is not"),
    ("range", {"dialect": "pio"}, "dialect", "no dialect 'pio'"),
    ("range", {"game": "omaha", "text": "A" * 16_385}, "text", "at most"),
    ("range", {"game": "omaha", "text": "top 10%"}, "text",
     "build it with 'pokerlake build omaha_hands'"),
    ("board", {"board": "3h4s"}, "board", "'3h4s' has 2 cards; a board has 3, 4 or 5"),
    ("board", {"villain": "Jh4s"}, "villain", "no hole without a card of 3h4sJh"),
    ("board", {"range": "22++"}, "range", "'22++'"),
    ("board", {"opponents": 1001}, "opponents", "give at most 1,000"),
    ("board", {"board": "3h" * 30}, "board", "at most 40"),
    ("flops", {"hero": "AhAd", "villain": "AhKd"}, "hero", "no two holes"),
    ("flops", {"flops": 96}, "flops", "1755"),
    ("flops", {"flops": 95}, "flops", "build it with 'pokerlake build flop_subsets'"),
    ("flop_strong", {"at": 101}, "at", "give at most 100"),
    ("flop_strong", {"by": "class"}, "by", "'equity'"),
    ("hand_ranking", {"players": 11}, "players", "give at most 10"),
    ("match_ups", {"hand": "AK"}, "hand", "did you mean 'AKs' or 'AKo'?"),
    ("income_lines", {"hands": ["AA", "AKx"]}, "hands.1", "did you mean 'AKs'"),
    ("income_lines", {"hands": ["AA", "AA"]}, "hands.1", "twice"),
    ("push_fold", {"stack": ""}, "stack", "there is no stack"),
    ("push_fold", {"stack": "8,9,10"}, "stack", "3 stacks for 2 players"),
    ("push_fold", {"stack": "1" * 201}, "stack", "at most 200"),
    ("omaha_ranking", {"ranks": "AAxxx"}, "ranks", "one to four ranks"),
    ("omaha_ranking", {"hand": "AsAh"}, "hand", "has 2 cards, not 4"),
    ("omaha_ranking", {"game": "omaha5", "suits": "rainbow"}, "suits", "give one of any, ss, ds"),
    ("omaha_ranking", {"game": "hold'em"}, "game", "'omaha hi-lo'"),
    ("omaha_ranking", {"game": "omaha5"}, None, "build it with 'pokerlake build omaha_hands5'"),
    ("omaha_flop", {"board": "2c2d"}, "board", "'2c2d'"),
]  # fmt: skip


def told(lake, name, asked):
    found = answer_to(name, orjson.dumps(FINE.get(name, {}) | asked), lake)
    assert found.status in (400, 422)
    return found


@pytest.mark.parametrize(("name", "asked", "field", "line"), WRONG)
def test_what_is_wrong_is_said_with_its_field(lake, name, asked, field, line):
    found = told(lake, name, asked)
    assert found.field == field
    assert line in found.problem


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        *(("equity", {"hands": ["KK", "@"]} | game) for game in ({}, {"game": "omaha"})),
        *(("equity", {name: "@"}) for name in ("board", "dead")),
        *(("board", {name: "@"}) for name in ("board", "villain", "range")),
        *(("flops", {name: "@"}) for name in ("hero", "villain")),
        *((name, {"range": "@"}) for name in ("flop_strong", "flop_picture")),
        *(("third_player", {name: "@"}) for name in ("hand", "villain")),
        *(("omaha_ranking", {name: "@"}) for name in ("hand", "ranks", "suits")),
        *((name, {field: "@"}) for name, field in (("range", "text"), ("omaha_flop", "board"))),
    ],
)  # fmt: skip
def test_no_field_names_a_file(lake, name, asked):
    """On the command line ``@FILE`` is the text of a file."""
    asked = orjson.loads(orjson.dumps(asked).replace(b"@", b"@/etc/passwd"))
    assert "root:" not in told(lake, name, asked).problem
