"""Every question gives the same rows at every door: the declared examples, and random ones."""

import inspect
import json
import random
import shlex

import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.command_line import run
from pokerlake.catalogue import GAMES, ORDERS
from pokerlake.engine.cards.text import format_hand
from pokerlake.queries.questions.fields import Field, in_words_of
from pokerlake.queries.questions.question import EVERYWHERE, questions
from pokerlake.web.questions.answering import answer_to
from pokerlake.web.questions.declared import same_elsewhere

pytestmark = pytest.mark.usefixtures("at_home")

ALL = questions(*EVERYWHERE).values()


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


RANDOM = {
    "bubble_factors": random_bubble, "compare": random_compare, "draw_change": random_change,
    "draw_hand": random_hand, "outs": random_outs,
}  # fmt: skip


def asked(name, number):
    chance = random.Random(name)
    return [*questions()[name].examples, *(RANDOM[name](chance) for _ in range(number))]


def test_each_question_has_random_ones():
    assert set(RANDOM) == set(questions())


@pytest.mark.parametrize("name", RANDOM)
def test_python_sql_frames_and_json_agree(name, lake):
    question = questions()[name]
    given = asked(name, 200)
    wanted = [rows_of(question.ask(values, lake)) for values in given]
    function = getattr(pk, name)
    for values, rows in zip(given, wanted, strict=True):
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

    if not question.in_frames:
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
    for values in asked(name, 5):
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
    others = ("lake", "keep") if question.kept else ("lake",)
    names = [name for name in parameters if name not in others]
    assert names == [field.name for field in question.fields]
    for field in question.fields:
        default = parameters[field.name].default
        if field.needed:
            assert default is inspect.Parameter.empty
        else:
            assert str(default or "") == (field.default or "")
            is_first = field.several and not field.by_name
            kind = inspect.Parameter
            wanted = kind.POSITIONAL_OR_KEYWORD if is_first else kind.KEYWORD_ONLY
            assert parameters[field.name].kind is wanted


@pytest.mark.parametrize("question", ALL, ids=lambda asked: asked.name)
def test_rows_have_the_columns_of_the_declaration(question, lake):
    found = question.ask(question.examples[0], lake).to_arrow().column_names
    declared = [column.name for column in question.columns]
    assert [name for name in found if name in declared] == declared
    if question.in_sql:
        assert found == declared


@pytest.mark.parametrize("question", ALL, ids=lambda asked: asked.name)
def test_views_and_parts_are_methods_of_the_result(question, lake):
    found = question.ask(question.examples[0], lake)
    for view in question.views:
        assert list(getattr(found, view.method or view.name)())
    if question.within:
        names = {field.name for field in question.within}
        assert names <= inspect.signature(found.at).parameters.keys()


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
    assert (finished.code, finished.err) == (
        2, f"error: {in_words_of(declared.in_commands, field, problem)}\n"
    )  # fmt: skip
    names = {each.name: each.in_sql for each in question.fields}
    given = ", ".join(f"{names[key]} := '{value}'" for key, value in values.items())
    finished = run(shlex.join(["sql", f"from {name}({given})"]))
    assert (finished.code, finished.err.startswith(f"error: {raised.value}")) == (1, True)
