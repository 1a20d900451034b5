"""Every question gives the same rows at every door: the declared examples, and random ones."""

import inspect
import json
import os
import random
import shlex

import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.lakes import share
from pokerlake.catalogue import GAMES, HOLDEM, ORDERS, STUD_GAMES, game_named
from pokerlake.engine.cards.text import format_hand
from pokerlake.queries.questions.fields import Field, Setting, in_words_of
from pokerlake.queries.questions.question import EVERYWHERE, questions
from pokerlake.web.questions.answering import answer_to
from pokerlake.web.questions.declared import same_elsewhere
from pokerlake.web.questions.same import sql_text

pytestmark = pytest.mark.usefixtures("at_home")

ALL = [asked for asked in questions().values() if asked.in_rows]
ABOVE = [
    asked for name, asked in questions(*EVERYWHERE).items() if asked.is_python and not asked.in_rows
]
OF_COLUMNS = [
    asked
    for name, asked in questions().items()
    if not asked.in_rows and (not asked.is_python or name.startswith("range"))
]


def rows_of(table):
    """The rows, null as None, in an order of their own."""
    return [{k: v for k, v in row.items() if v is not None} for row in table]


def random_outs(chance):
    game = chance.choice([*GAMES.values()])
    cards = chance.choice([3, 4])
    dealt = chance.sample(game.deck, 2 * game.hole + cards + 1)
    hole, villain = dealt[: game.hole], dealt[game.hole : 2 * game.hole]
    given = {"hole": hole, "board": dealt[2 * game.hole : -1]}
    if chance.random() < 0.5:
        given["villain"] = villain
    if chance.random() < 0.3:
        given["dead"] = dealt[-1:]
    return {name: format_hand(cards) for name, cards in given.items()} | {"game": game.name}


def random_bubble(chance):
    players = chance.choice([2, 3, 5, 8, 14])
    stacks = [chance.choice([n, chance.randrange(1, 60), n / 7]) for n in range(1, players + 1)]
    places = range(chance.randint(1, players))
    prizes = sorted((chance.randrange(1, 99) for _ in places), reverse=True)
    between = chance.choice([",", " ", "/", ", "])
    return {"stacks": between.join(map(str, stacks)), "prizes": between.join(map(str, prizes))}


def random_compare(chance):
    order = chance.choice([*ORDERS.values()])
    deck = [card for card in range(52) if card not in order.dead]
    hands = (chance.sample(deck, chance.choice(order.sizes)) for _ in range(2))
    given = dict(zip(("first", "second"), map(format_hand, hands), strict=True))
    return given | {"order": order.name}


def random_hand(chance):
    return {"hand": format_hand(chance.sample(range(52), 5))}


def random_change(chance):
    others = chance.sample(range(2, 30), chance.randrange(4))
    amounts = chance.randrange(1, 60)
    given = {"coins": ",".join(map(str, [1, *others])), "amounts": str(amounts)}
    if chance.random() < 0.5:
        come = chance.sample(range(amounts), chance.randint(1, min(amounts, 5)))
        given["weights"] = ",".join(f"{amount}:{chance.choice([1, 0.25, 7])}" for amount in come)
    return given


def random_hits(chance):
    game = chance.choice(["hold'em", "short deck", "omaha"])
    deck = [*game_named(game).deck]
    hole = game_named(game).hole
    board = chance.sample(deck, chance.choice([3, 3, 4, 5]))
    hands = [format_hand(chance.sample(deck, hole)) for _ in range(chance.randint(5, 30))]
    given = {"hands": ", ".join(hands), "board": format_hand(board), "game": game}
    more = {
        "villain": "AA" if hole > 2 else "TT+,AQ+", "dead": format_hand(chance.sample(deck, 1)),
        "keep": "two pair+, flush draw",
    }  # fmt: skip
    given |= {name: more[name] for name in more if chance.random() < 0.4}
    if len(board) == 3 and "keep" not in given and chance.random() < 0.5:
        given["street"] = "turn"
    return {
        name: each for name, each in given.items() if name != "dead" or each not in given["board"]
    }


def random_somebody(chance):
    game = chance.choice(["hold'em", "short deck"])
    dealt = chance.sample(game_named(game).deck, 7)
    given = {"game": game, "opponents": str(chance.randint(1, 9))}
    if chance.random() < 0.6:
        given["villain"] = chance.choice(["KK+", "TT+,AQ+", "22+,A2s+,KTo+:0.5", "random"])
    if chance.random() < 0.6 or "villain" not in given:
        given |= {"hole": format_hand(dealt[:2]), "board": format_hand(dealt[2:5])}
    return given | ({"dead": format_hand(dealt[6:])} if chance.random() < 0.3 else {})


def random_pql(chance):
    """A query of few deals."""
    hero, villain = chance.sample(["AhKh", "QsQc,9s9c", "7d6d", "ThTc@40,JhTh@60"], 2)
    call = chance.choice(["avg(riverEquity({}))", "histogram(handType({}, turn))",
                          "count(nutHi({}, flop))", "max(hiRating({}, river))"])  # fmt: skip
    board = chance.choice(["Kc8d2h5s", "8hKcJc", "Ac2d3s"])
    of = chance.choice(["hero", "villain"])
    query = f"select {call.format(of)} from hero='{hero}', villain='{villain}', board='{board}'"
    return {"text": query, "seed": "7"} | ({"deals": "50"} if chance.random() < 0.5 else {})


def random_showing(chance):
    players, cards = chance.randint(1, 8), chance.randint(1, 6)
    dealt = chance.sample(range(52), players * cards)
    hands = [format_hand(dealt[cards * at : cards * (at + 1)]) for at in range(players)]
    return {"up": ",".join(hands), "game": chance.choice([*STUD_GAMES])}


RANDOM = {
    "bubble_factors": random_bubble, "compare": random_compare, "draw_change": random_change,
    "draw_hand": random_hand, "hits": random_hits, "outs": random_outs, "pql": random_pql,
    "showing": random_showing, "somebody": random_somebody,
}  # fmt: skip


# Random questions of each name, which SQL and frames take at once, and how many of all go through
# doors that take one.
RANDOM_ONES, ONE_BY_ONE = (200, 200) if "WHOLE" in os.environ else (15, 10)


def asked(name, number):
    chance = random.Random(name)
    return [*questions()[name].examples, *(RANDOM[name](chance) for _ in range(number))]


def test_each_question_has_random_ones():
    assert set(RANDOM) == {asked.name for asked in ALL}


@pytest.mark.parametrize("name", RANDOM)
def test_python_sql_frames_and_json_agree(name, lake):
    question = questions()[name]
    given = asked(name, RANDOM_ONES)
    wanted = [rows_of(question.ask(values, lake)) for values in given]
    function = getattr(pk, name)
    for values, rows in [*zip(given, wanted, strict=True)][:ONE_BY_ONE]:
        rest = dict(values)
        places = [rest.pop(field.name) for field in question.by_place]
        if "lake" in inspect.signature(function).parameters:
            rest["lake"] = lake
        assert rows_of(function(*places, **rest)) == rows

        told = answer_to(name, json.dumps(values).encode(), lake)
        assert told.status == 200, told.problem
        columns = json.loads(told.body)["table"]["columns"]
        assert rows_of(pl.DataFrame(columns, strict=False).to_dicts()) == rows

    names = [field.name for field in question.fields]
    table = pa.table({n: pa.array([v.get(n) for v in given], pa.string()) for n in names})
    columns = ", ".join(field.in_sql for field in question.fields)
    in_sql = pk.sql(f"select {name}({columns}) as found from given", given=table, lake=lake)
    assert [rows_of(found) for (found,) in in_sql.fetchall()] == wanted

    if question.fields[0].cards is None:
        return
    pk.register()
    hero, *others = (field for field in question.fields if field.name != "game")
    for game in {values.get("game", "hold'em") for values in given}:
        of_game = [n for n, v in enumerate(given) if v.get("game", "hold'em") == game]
        frame = pl.from_arrow(table)[of_game]
        places = [pl.col(field.name) for field in others if field.needed]
        rest = {field.name: pl.col(field.name) for field in others if not field.needed}
        column = getattr(pl.col(hero.name).poker, name)(*places, **rest, game=game, lake=lake)
        found = frame.select(column).to_series().to_list()
        assert [rows_of(rows) for rows in found] == [wanted[n] for n in of_game]


@pytest.mark.parametrize("name", RANDOM)
def test_the_same_elsewhere_gives_the_same(name, lake):
    question = questions()[name]
    for values in asked(name, 2):
        wanted = rows_of(question.ask(values, lake))
        whole = {field.name: values.get(field.name, field.default) for field in question.fields}
        same = same_elsewhere(question, whole)
        assert rows_of(eval(same.python, {"pk": pk})) == wanted  # noqa: S307
        by_name = pk.sql(same.sql, lake=lake)
        assert rows_of(by_name.pl().to_dicts()) == wanted
        finished = run(f"{same.command.removeprefix('pokerlake ')} -f json")
        assert finished.code == 0, finished.err
        assert rows_of(json.loads(finished.text)) == wanted


@pytest.mark.parametrize("question", ALL, ids=lambda asked: asked.name)
def test_signatures_are_those_of_the_declaration(question):
    """Python's signature is written out, for editors; it has the declared fields and defaults."""
    parameters = dict(inspect.signature(getattr(pk, question.name)).parameters)
    assert [*parameters, "lake"][: len(question.fields) + 1] == [
        *(field.name for field in question.fields), "lake"
    ]  # fmt: skip
    for field in question.fields:
        default = parameters[field.name].default
        if field.needed:
            assert default is inspect.Parameter.empty
        else:
            assert ("" if default in (None, "") else str(default)) == field.default
            by_name = inspect.Parameter.KEYWORD_ONLY
            assert field.by_place or parameters[field.name].kind is by_name
    assert list(question.ask(question.examples[0]).to_arrow().column_names) == [
        column.name for column in question.columns
    ]


@pytest.mark.parametrize("question", ABOVE, ids=lambda asked: asked.name)
def test_signatures_of_questions_above_are_those_of_the_declaration(question):
    parameters = dict(inspect.signature(question.answer).parameters)
    fields = {field.name: field for field in question.fields}
    kinds = inspect.Parameter
    if all(each.kind is not kinds.VAR_KEYWORD for each in parameters.values()):
        assert [name for name in parameters if name not in ("lake", "keep")] == [*fields]
    assert set(parameters) - {"lake", "keep", "given", "all_spots", "spot"} <= set(fields)
    by_place = [field.name for field in question.in_place]
    for name, parameter in parameters.items():
        if name not in fields:
            continue
        if fields[name].needed:
            assert parameter.default is kinds.empty
        elif parameter.default is not kinds.empty:
            usual = parameter.default, fields[name].default
            one, other = (fields[name].read(each, Setting(HOLDEM)) for each in usual)
            assert repr(one) == repr(other) or not (one or other)
        if question.is_public and name != "given":
            assert (parameter.kind is kinds.POSITIONAL_OR_KEYWORD) == (name in by_place)


@pytest.mark.parametrize(
    "name", ["draw_duel", "push_fold", "range_difference", "range_parts", "solve"]
)
def test_questions_above_give_rows_parts_and_views(name, lake, tmp_path, monkeypatch):
    """As they are declared; and the page, the command and Python agree on an example."""
    share(lake, lake := tmp_path / "lake")  # commands keep what is solved
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    question = next(asked for asked in ABOVE if asked.name == name)
    found = question.ask(question.examples[0], lake)
    columns = found.to_arrow().column_names
    assert [column.name for column in question.columns if column.name in columns] == [
        column.name for column in question.columns
    ]
    for view in question.views:
        assert len(getattr(found, view.answer)())
    for part in question.parts:
        names = {field.name for field in part.fields}
        of = pk.results.RunOuts if part.is_drawn else found  # a picture is of the part before it
        assert names <= inspect.signature(getattr(of, part.method)).parameters.keys()
    same = same_elsewhere(question, question.examples[0])
    in_python = eval(same.python, {"pk": pk}).to_dicts()  # noqa: S307
    finished = run(f"{same.command.removeprefix('pokerlake ')} -f json")
    assert finished.code == 0, finished.err
    rows = json.loads(finished.text)
    kept = set(columns) & set(rows[0]) - {"seconds", "spot"}
    for row, mine, other in zip(rows, found.to_dicts(), in_python, strict=True):
        wanted = {key: mine[key] for key in kept}
        assert {key: row[key] for key in kept} == {key: other[key] for key in kept} == wanted


# ---------------------------------------------------------------- with functions of columns


def in_python(name, values, rows, lake):
    """Whether the function of columns has what the question's rows have."""
    if name == "strength":
        found = pk.strength(**values, lake=lake)
        assert rows_of(found.to_dicts()) == rows
        in_columns = pk.strength(
            [values["hole"]], [values["board"]], *values.get("villain", ()),
            opponents=values.get("opponents", 1), game=values.get("game", "hold'em"), lake=lake,
        )  # fmt: skip
        assert in_columns["ehs"][0] == pytest.approx(found.ehs, abs=1e-12)
        return
    if name == "bucket":
        assert rows[0]["bucket"] == pk.buckets(values["hole"], lake=lake)
        return
    if "range" in name:
        in_ranges(name, values, rows, lake)
        return
    hands = values.pop("hands", [])
    if name == "evaluate":
        ids = pk.evaluate(hands, **values)
        ids = getattr(ids, "high", ids)
        assert [row["class_id"] for row in rows] == ids.tolist()
    elif name == "equity":
        assert rows_of(pk.equity(*hands, **values, lake=lake)) == rows
        many = pk.equities(
            *[[hand] for hand in hands], board=values.get("board"), dead=values.get("dead"),
            game=values.get("game", "hold'em"), lake=lake,
        )  # fmt: skip
        assert many.equity[0].tolist() == [row["equity"] for row in rows]
    else:
        cards = game_named(values.get("game", "hold'em")).alone
        as_asked = values if "board" in values else {"players": 1, **values, "cards": cards}
        dealt = pk.deal(**as_asked)
        assert [{k: v for k, v in row.items() if k != "deal"} for row in rows] == [*dealt]


def in_ranges(name, values, rows, lake):
    """Whether ``pk.Range`` says the same; in SQL the functions of that name, in their fields."""
    how = {"lake": lake, "game": values.get("game", "hold'em")}
    of_two = game_named(how["game"]).hole == 2
    if name == "range_difference":
        ranges = [pk.Range(values[each], **how) for each in ("first", "second")]
        for row in rows:
            weights = [row["first_weight"], row["second_weight"]]
            assert weights[0] - weights[1] == row["difference"] != 0
            if " " not in row["holes"]:  # ranks and suits of Omaha
                assert weights == [each[row["holes"]] for each in ranges]
        assert bool(rows) == (ranges[0] != ranges[1])
        assert pk.range_difference(**values, lake=lake).to_dicts() == rows
        return
    if name == "range_parts":
        found, given = pk.range_parts(**values, lake=lake), {**values}
        whole = pk.Range(given.pop("text"), **{"lake": lake, **given})
        assert rows_of(found.to_dicts()) == rows
        assert (found.combos, found.percent) == (whole.combos, whole.percent)
        assert pk.Range(found.text(), **how) == whole
        assert sum(row["deciding"] for row in rows) >= len(whole)
        return
    same = same_elsewhere(questions()[name], values).python
    assert same.startswith("pk.Range")
    with_lake = same.replace("Range(", f"Range(lake={str(lake)!r}, given=", 1)
    found = eval(same if ".top(" in same else with_lake, {"pk": pk})  # noqa: S307
    if name == "range_hands":
        key = (
            (lambda row: row["hand"]) if of_two else (lambda row: f"{row['ranks']} {row['suits']}")
        )
        shown = {key(row): row["range_weight"] for row in rows}
        if "dead" not in values:
            assert [*shown.values()] == [*found.values()]
        assert not of_two or [*shown] == [*found]
    elif name == "range_holes":
        assert {row["hole"]: row["range_weight"] for row in rows} == found
    else:
        assert rows == [{"range": found}]
    plain = of_two and not {"dialect", "dead", "by"} & set(values)
    if plain and name in ("range_hands", "range_holes"):
        second = f", {sql_text(how['game'])}" if "game" in values else ""
        if name == "range_hands" or not second:
            [(listed,)] = pk.sql(
                f"select {name}(text{second}) from given",
                given=pa.table({"text": [values["text"]]}),
                lake=lake,
            ).fetchall()
            names = [*listed[0]]
            assert [{n: row[n] for n in names} for row in rows] == listed


def table_of(answer):
    return answer.read_all() if hasattr(answer, "read_all") else answer.to_arrow()


def random_deals(name):
    """Players, boards and games at random, as the question takes them."""
    chance = random.Random(name)
    if "range" in name:
        yield from random_ranges(name, chance)
        return
    for _ in range(12):
        game = chance.choice([g for g in GAMES.values() if name != "strength" or g.hole == 2])
        board = chance.choice([3, 4, 5])
        cards = format_hand(chance.sample(game.deck, board + 2 * game.hole))
        holes = [cards[n * 2 * game.hole :][: 2 * game.hole] for n in range(2)]
        shown = {"board": cards[4 * game.hole :], "game": game.name}
        if name == "bucket":  # of a lake without abstractions
            yield {"hole": format_hand(chance.sample(range(52), 2))}
        elif name == "strength":
            yield {"hole": holes[0], **shown}
        elif name in ("equity", "evaluate"):
            yield {"hands": holes, **shown}
        else:
            few = {"deals": 2, "players": chance.randint(2, 4), "board": board}
            yield few | {"game": game.name, "seed": chance.randrange(1 << 64)}


def random_range(chance, game):
    """Hands, holes and runs with weights, as text of pokerlake's own notation."""
    ranks = game.ranks
    parts = []
    for _ in range(chance.randint(1, 6)):
        high, low = sorted(chance.sample(range(len(ranks)), 2), reverse=True)
        hand = ranks[high] + ranks[low]
        of_two = [2 * ranks[high], f"{2 * ranks[low]}+", f"{hand}s", f"{hand}o", f"{hand}s+"]
        hole = format_hand(chance.sample(game.deck, game.hole))
        part = chance.choice([hole, *(of_two if game.hole == 2 else [f"{hand}xx$ds", hand * 2])])
        parts.append(part + chance.choice(["", "", "@50", "@25"]))
    return ",".join(parts)


def random_ranges(name, chance):
    for _ in range(20):
        game = chance.choice([game for game in GAMES.values() if game.hole in (2, 4)])
        asked = {"game": game.name}
        if name == "top_range":
            low, high = sorted(chance.sample(range(101), 2))
            yield {"percent": chance.choice([f"{high}", f"{low}-{high}"])}
        elif name == "range_difference":
            yield asked | {each: random_range(chance, game) for each in ("first", "second")}
        else:
            if chance.random() < 0.3:
                asked["dead"] = format_hand(chance.sample(game.deck, 2))
            if name == "range_text" and game.hole == 2:
                asked["to"] = chance.choice(["pokerlake", "piosolver", "flopzilla"])
            yield asked | {"text": random_range(chance, game)}


@pytest.mark.parametrize("question", OF_COLUMNS, ids=lambda asked: asked.name)
def test_functions_of_columns_commands_and_json_agree(question, lake):
    given = [*question.examples, *random_deals(question.name)]
    for number, values in enumerate(given):
        table = table_of(question.ask(values, lake))
        rows = rows_of(table.to_pylist())
        in_python(question.name, {**values}, rows, lake)
        if question.on_page and number < 6:
            told = answer_to(question.name, json.dumps(values).encode(), lake)
            assert told.status == 200, told.problem
            columns = json.loads(told.body)["table"]["columns"]
            assert {name: table[name].to_pylist() for name in columns} == columns
        if number < 4:
            words = question.as_command(values)
            finished = run(f"{words} -f json" + f" --lake {lake}" * question.has_lake)
            assert finished.code == 0, finished.err
            printed = json.loads(finished.text)
            known = {*printed[0]} & {column.name for column in question.columns}
            assert known
            for name in known:
                assert [row[name] for row in printed] == table[name].to_pylist()


@pytest.mark.parametrize("question", OF_COLUMNS, ids=lambda asked: asked.name)
def test_their_signatures_have_what_is_declared(question):
    if question.in_python:  # a method of an object, or none
        return
    parameters = inspect.signature(getattr(pk, question.name)).parameters
    for field in question.at_all_doors:
        if field.name == "hands":  # each is an argument
            continue
        assert field.name in parameters, field.name
        default = parameters[field.name].default
        if not field.needed and field.default is not None and field.name != "players":
            assert (default or "") in (field.default or "", parameters[field.name].empty)


@pytest.mark.parametrize("question", OF_COLUMNS, ids=lambda asked: asked.name)
def test_columns_are_declared(question, lake):
    names = table_of(question.ask(question.examples[0], lake)).column_names
    assert {column.name for column in question.columns} <= set(names)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("equity",
         "nothing is given; give hands such as AhKh QsQc, or a file with --from: - for stdin"),
        ("evaluate As --from x", "HAND and --from are given; give one"),
        ("equity AhKh QsQc --players a --skip-bad",
         "--players and --skip-bad are for a file; give it with --from"),
        ("evaluate AsKsQsJsTs --cards a", "--cards is for a file; give it with --from"),
        ("equity --from x --board Qh2h3d --runs 2 --by-hole",
         "--board, --runs and --by-hole are for hands given here; --from has them in a file"),
        ("equity AhKh QsQc --next-card --by-hole",
         "--next-card and --by-hole are views; give one"),
        ("equity AhKh QsQc --mc --exact", "--exact and --mc are choices; give one"),
        ("deal 2 --dead AsA", "--dead: "),
        ("strength AhQh 3h4sJh --game omaha", "--game: "),
        ("equity AhKh QsQc --game chess", "--game: "),
    ],
)  # fmt: skip
def test_what_goes_against_each_other(line, problem):
    finished = run(line)
    assert (finished.code, finished.err.count("\n")) == (2, 1)
    assert finished.err.startswith(f"error: {problem}")


@pytest.mark.parametrize(
    ("name", "values", "field"),
    [
        ("outs", {"hole": "AhKh", "board": "Qh2h"}, "board"),
        ("outs", {"hole": "AhK", "board": "Qh2h3d"}, "hole"),
        ("outs", {"hole": "AhKh", "board": "Qh2h3d", "villain": "XX"}, "villain"),
        ("outs", {"hole": "AhKh", "board": "Qh2h3d", "dead": "7"}, "dead"),
        ("outs", {"hole": "AhKh", "board": "Qh2h3d", "game": "chess"}, "game"),
        ("bubble_factors", {"stacks": "8", "prizes": "1"}, "stacks"),
        ("bubble_factors", {"stacks": "8,x", "prizes": "1"}, "stacks"),
        ("bubble_factors", {"stacks": "8,9", "prizes": "3,2,1"}, "prizes"),
        ("compare", {"first": "AsKsQsJsTs", "second": "AsKs"}, "second"),
        ("compare", {"first": "AsKsQsJsTx", "second": "AsKsQsJsTs"}, "first"),
        ("draw_hand", {"hand": "7c7d9hKs"}, "hand"),
        ("draw_change", {"coins": "1,x"}, "coins"),
        ("draw_change", {"amounts": "0"}, "amounts"),
        ("draw_change", {"weights": "25"}, "weights"),
        ("draw_change", {"weights": "100:1"}, "weights"),
        ("compare", {"first": "As2d3h4c", "second": "As2d3h4c", "order": "bad"}, "order"),
    ],
)
def test_each_door_tells_it_in_its_own_words(name, values, field, lake):
    """Python by the keyword, the command line by the option or argument, the page at the field."""
    question = questions()[name]
    with pytest.raises(ValueError, match=rf"^{field}(: | is | has )") as raised:
        question.ask(values)
    problem = raised.value.bare
    assert str(raised.value) == in_words_of(field, field, problem)
    told = answer_to(name, json.dumps(values).encode(), lake)
    assert (told.status, told.problem, told.field) == (400, problem, field)
    finished = run(question.as_command(values))
    declared: Field = next(each for each in question.fields if each.name == field)
    called = declared.metavar if declared.is_argument else f"--{field}"
    assert (finished.code, finished.err) == (2, f"error: {in_words_of(called, field, problem)}\n")
    names = {each.name: each.in_sql for each in question.fields}
    given = ", ".join(f"{names[key]} := '{value}'" for key, value in values.items())
    finished = run(shlex.join(["sql", f"from {name}({given})"]))
    assert (finished.code, finished.err.startswith(f"error: {raised.value}")) == (1, True)
