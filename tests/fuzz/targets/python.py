"""Calls of ``import pokerlake as pk``, as expressions: a grammar makes them, mutated texts in them."""

from __future__ import annotations

import ast
import builtins
import functools
import traceback
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePosixPath
from random import Random
from typing import Any

import numpy as np

import pokerlake as pk
from fuzz import mutate
from fuzz.inputs import Target, add
from fuzz.watch import WrongError
from pokerlake.engine.cards.text import CARDS, CardError
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError

from .texts import CARD_SEEDS, CARD_TOKENS, RANGE_SEEDS, RANGE_TOKENS

Make = Callable[[Random], str]
OURS = (PokerlakeError, CardError, RangeError)

# ---------------------------------------------------------------- values, as source


def one_of(*makers: Make | str) -> Make:
    """One of several, with the same chance each."""

    def make(random: Random) -> str:
        chosen = random.choice(makers)
        return chosen if isinstance(chosen, str) else chosen(random)

    return make


def _joined(random: Random, make: Make, most: int) -> str:
    return ", ".join(make(random) for _ in range(random.choice((0, 1, 2, 2, 3, 5, most))))


def card_text(random: Random) -> str:
    """Text of cards, right or not."""
    if random.random() < 0.6:
        cards = random.sample(CARDS, random.choice((1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8)))
        return repr("".join(cards))
    return repr(mutate.text(random, CARD_SEEDS, CARD_TOKENS))


def range_text(random: Random) -> str:
    """Text of a range, right or not."""
    if random.random() < 0.5:
        return repr(random.choice([seed for seed in RANGE_SEEDS if len(seed) < 60]))
    return repr(mutate.text(random, RANGE_SEEDS, RANGE_TOKENS))


def whole(random: Random) -> str:
    """A whole number, small or huge."""
    if random.random() < 0.7:
        return str(random.randint(-2, 60))
    power = random.choice((7, 8, 15, 16, 31, 32, 53, 63, 64, 65, 128, 1000, 17000))
    return f"{random.choice(('', '-'))}2**{power}{random.choice(('', '-1', '+1'))}"


_NUMPY = (
    "uint8",
    "int8",
    "uint16",
    "int32",
    "int64",
    "uint64",
    "float32",
    "float64",
    "bool",
    "str",
    "object",
)
number = one_of(
    whole, whole, "0.5", "1.5", "-0.5", "0.0", "-0.0", "nan", "inf", "-inf", "1e308", "1e-320", "True",
    "False", "np.int64(5)", "np.uint8(51)", "np.float64('nan')", "np.float32(0.5)", "np.bool_(True)",
    "np.array(5)", "np.array([5])", "Decimal('0.5')", "Decimal('NaN')", "Decimal('1e999999')",
    "Fraction(1, 3)", "1j", "None", "'5'", "b'5'", "np.datetime64('2020-01-01')", "np.longdouble(1)",
)  # fmt: skip


def strange(random: Random) -> str:
    """What no argument should be."""
    inner = one_of(card_text, number)
    return one_of(
        "None", "...", "object()", "int", "len", "b'AsKs'", "bytearray(b'AsKs')", "memoryview(b'As')",
        "Path('As')", "Path('')", "Path('\\udc80')", "Path('nowhere/lake[1]')", "PurePosixPath('x\\0y')",
        "{}", "set()", "{1, 2}", "frozenset(['As', 'Ks'])", "{'As': 1}", "{'AKs': nan}", "{None: None}",
        "{'AsKs': 'x'}", "{1: 2}", "{'AA': 2**70}", "iter(['As'])", "(x for x in ['AsKs'])", "range(5)",
        "range(10**5)", "zip([1], [2])", "map(str, [1])", "dict.fromkeys(range(9))", "[[]]", "[[[]]]", "()",
        "[None]", "[nan]", "['']", "['AsKs', None]", "['AsKs', 5]", "[['As', 'Ks'], None]", "[b'AsKs']",
        "[{'a': 1}]", "[[1, 2], [3]]", "[object()]", "Exception('x')", "lambda: 1", "slice(1)", "np.void(b'x')",
        "np.zeros((0,))", "np.zeros((5, 0))", "np.zeros((0, 5), 'uint8')", "np.zeros((1, 1, 1, 1))",
        "np.array([(1, 2.0)], dtype=[('a', 'i4'), ('b', 'f4')])", "np.ma.array([1, 2], mask=[0, 1])",
        "np.array(['AsKs', None], object)", "np.array([None, None])", "np.array('AsKs')", "np.array(['As\\0'])",
        "np.array([b'AsKs'])", "np.array(['AsKs'], 'S4')", "np.array([1, 2], 'm8[s]')", "np.broadcast_to(np.uint8(3), (5, 7))",
        "np.arange(10, dtype='uint8')[::-2]", "np.asfortranarray(np.zeros((3, 5), 'uint8'))", "np.array([1.5, 2])",
        "np.array(['AsKs', 'QsQc'], dtype=np.dtypes.StringDType())", "np.full((2, 5), nan)", "np.array([2**63], 'uint64')",
        "pd.Series(['AsKs', None])", "pd.Series(['AsKs'], dtype='category')", "pd.Series([1, 2], index=[5, 5])",
        "pd.Series([], dtype=object)", "pd.DataFrame()", "pd.DataFrame({'hand': ['AA'], 'weight': [nan]})",
        "pd.DataFrame({'hand': ['AA', 'AA'], 'weight': [1, 2]})", "pd.DataFrame({'a': [1], 'b': [2]})",
        "pd.DataFrame([[1, 2]], columns=['a', 'a'])", "pd.Series({'AA': 1, 'KK': '0.5'})", "pd.NA", "pd.NaT",
        "pd.Series({'AA': 1, 'KK': None})", "pd.Series([1.5, 'x'])", "pd.Index(['AsKs'])", "pd.Timestamp(0)",
        "pd.MultiIndex.from_tuples([(1, 2)])", "pd.Series([1, None], dtype='Int64')", "pd.Interval(0, 1)",
        "polars.Series(['AsKs', None])", "polars.Series([], dtype=pl.Null)", "polars.col('x')", "polars.lit('AsKs')",
        "polars.Series([[1, 2], None])", "polars.Series([{'a': 1}])", "polars.Series(['AsKs'], dtype=pl.Categorical)",
        "polars.DataFrame()", "polars.DataFrame({'a': ['AsKs']})", "polars.DataFrame({'a': [1]}).lazy()",
        "polars.DataFrame({'hand': ['AA'], 'weight': [0.5]})", "polars.Series([2**63], dtype=pl.UInt64)",
        "pa.array(['AsKs', None])", "pa.array([[1, 2], [3]])", "pa.nulls(3)", "pa.table({'a': ['AsKs']})", "pa.scalar('AsKs')",
        "pa.array(['AsKs']).dictionary_encode()", "pa.chunked_array([['AsKs'], ['2c2d']])", "pa.array([b'AsKs'])",
        "pa.array(['AsKs'], pa.string_view())", "pa.array([Decimal('5')])", "pa.table({})", "pa.array([[None]])",
        "pa.array([[1, 2]], pa.list_(pa.int8(), 2))", "pa.chunked_array([], pa.string())", "pa.array([1.0, None])",
        "pk.Cards('AsKs')", "pk.Cards(['AsKs', '2c2d'])", "pk.Cards([])", "pk.Range('AA')", "pk.Range()",
        "pk.deal(3, 2, seed=1)", "pk.deal(2, players=3, board=5, seed=1)", "pk.HandClass(5)", "pk.HandClass(-1)", "pk",
        lambda r: f"[{_joined(r, inner, 40)}]", lambda r: f"({_joined(r, inner, 9)},)",
        lambda r: f"np.array([{_joined(r, whole, 9)}], {r.choice(_NUMPY)!r})",
        lambda r: f"{{{card_text(r)}: {number(r)}, {range_text(r)}: {number(r)}}}",
        lambda r: "[" * 60 + card_text(r) + "]" * 60,
    )(random)  # fmt: skip


def numbers_of_cards(random: Random) -> str:
    """An array, list or frame of cards 0..51, mostly right."""
    n, k = random.choice((1, 1, 2, 3, 20)), random.choice((2, 2, 3, 4, 5, 5, 6, 7, 7, 8))
    rows = [random.sample(range(52), k) for _ in range(n)]
    if random.random() < 0.2:
        rows[random.randrange(n)][random.randrange(k)] = random.choice(
            (-1, 52, 255, 256, 2**40, rows[0][0])
        )
    if random.random() < 0.3 and n == 1:
        return random.choice(
            (f"{rows[0]}", f"np.array({rows[0]})", f"tuple({rows[0]})", f"set({rows[0]})")
        )
    if random.random() < 0.2:
        rows = [list(column) for column in zip(*rows, strict=True)]
    dtype = random.choice(_NUMPY[:6])
    around = ("{}", "np.array({}, '%s')", "np.array({}, '%s').T", "np.array({}, '%s')[::-1]", "pk.Cards({})",
              "pd.DataFrame({})", "pa.array({})", "polars.Series({})", "polars.DataFrame({}, orient='row')",
              "[np.array(one) for one in {}]", "pd.Series({})", "np.array({}, object)", "iter({})")  # fmt: skip
    chosen = random.choice(around)
    rows_text = repr(rows)
    return chosen.replace("%s", dtype).replace("{}", rows_text)


def texts_of_cards(random: Random) -> str:
    """A column of texts, mostly right."""
    k = random.choice((2, 2, 3, 4, 5, 5, 6, 7))
    n = random.choice((0, 1, 2, 3, 20, 30))
    texts: list[str | None] = ["".join(random.sample(CARDS, k)) for _ in range(n)]
    if texts and random.random() < 0.3:
        texts[random.randrange(n)] = random.choice(
            (None, "", mutate.text(random, CARD_SEEDS, CARD_TOKENS))
        )
    around = ("{}", "np.array({})", "np.array({}, object)", "pd.Series({})", "polars.Series({})",
              "pa.array({})", "pk.Cards({})", "tuple({})", "pa.table({'a': {}})", "(x for x in {})",
              "polars.Series({}, dtype=pl.String).cast(pl.Categorical)", "pd.Series({}, dtype='string')")  # fmt: skip
    return random.choice(around).replace("{}", repr(texts))


cards = one_of(
    card_text,
    card_text,
    numbers_of_cards,
    numbers_of_cards,
    texts_of_cards,
    texts_of_cards,
    strange,
)
hole = one_of(
    lambda r: repr("".join(r.sample(CARDS, 2))),
    lambda r: repr("".join(r.sample(CARDS, 2))),
    cards,
    "['AsKs', '2c2d']",
)
board = one_of(
    lambda r: repr("".join(r.sample(CARDS, r.choice((3, 4, 5, 5, 5))))), "''", "None", cards
)


def weights(random: Random) -> str:
    """Weights of a range as an array, a mapping or a frame."""
    value = random.choice(
        ("0.5", "1", "nan", "inf", "-1", "1.5", "True", "'x'", "None", "0", "1e-320")
    )
    shape = random.choice(("1326", "169", "(13, 13)", "1325", "(1, 1326)", "(5, 2)", "0", "()"))
    return random.choice(
        (
            f"np.full({shape}, {value})", f"[{value}] * 1326", f"[{value}] * 169",
            f"{{'AA': {value}, 'AKs': 0.5}}", f"pd.Series([{value}, 1], index=['AA', 'KK'])",
            f"pd.DataFrame({{'hand': ['AA', 'KK'], 'weight': [{value}, 1]}})",
            f"polars.DataFrame({{'hand': ['AA'], 'weight': [{value}]}}, strict=False)",
            f"pa.table({{'hand': ['AA'], 'value': [{value}]}})", f"[{range_text(random)}, 'AA']",
        )
    )  # fmt: skip


range_ = one_of(range_text, range_text, range_text, hole, weights, strange)
dead = one_of(card_text, "''", "None", numbers_of_cards, strange)
seed = one_of("1", "0", "2**64-1", "2**64", "-1", number, strange)
count = one_of("1", "2", "3", "5", number, "10**18", "-1", "0", strange)
threads = one_of("0", "1", "2", "-1", "10**9", number, strange)
layout = one_of("'rows'", "'columns'", "None", "'row'", strange)
flag = one_of("True", "False", "None", "0", strange)
lake = one_of("None", "''", "'nowhere'", "Path('nowhere')", "'x\\0y'", "'\\udc80'", strange)
text = one_of(
    card_text, range_text, lambda r: repr(mutate.text(r, ["a", "title"], mutate.WORDS)), strange
)


def call(name: str, positional: list[Make], most: int | None = None, /, **keywords: Make) -> Make:
    """A call with some of its arguments; now and then one that it does not have."""

    def make(random: Random) -> str:
        given = [one(random) for one in positional]
        if most is not None:
            given += [positional[-1](random) for _ in range(random.choice((0, 0, 0, 1, most)))]
        if given and random.random() < 0.02:
            given.pop()
        chosen = [key for key in keywords if random.random() < 0.3]
        words = [*given, *(f"{key}={keywords[key](random)}" for key in chosen)]
        return f"{name}({', '.join(words)})"

    return make


CHARTS = (
    "range",
    "lines",
    "classes",
    "ladder",
    "matchups",
    "graph",
    "distribution",
    "potential",
    "by-hole",
)
SMALL = {"deals": lambda r: r.choice(("100", "100", "1", "0", "-1", "1.5", "nan", "'x'", "10**40", "None")),
         "seed": seed, "threads": threads, "dead": dead, "lake": lake}  # fmt: skip

CALLS: dict[str, Make] = {
    "evaluate": one_of(
        call("pk.evaluate", [cards], layout=layout, strict=flag, threads=threads),
        call("pk.evaluate", [hole, board], layout=layout, threads=threads),
        call("pk.evaluate", [whole, whole, whole, whole, whole], 3),
        call("pk.class_name", [one_of(whole, number, strange, numbers_of_cards)]),
        call("pk.category_name", [one_of(whole, number, strange, numbers_of_cards)]),
        call("pk.HandClass", [one_of(whole, "5", number)]),
        lambda r: f"pk.HandClass({whole(r)}).{r.choice(('name', 'category', 'category_name', 'percentile()'))}",
    ),
    "cards": one_of(
        call("pk.Cards", [cards], layout=layout),
        call("pk.parse_cards", [cards]),
        call("pk.format_cards", [cards], layout=layout),
        call("pk.to_treys", [cards]),
        call("pk.from_treys", [one_of(cards, "[268442665]", "2**30", strange)]),
        call("pk.to_eval7", [cards]),
        call("pk.from_eval7", [one_of(cards, "[1 << 51, 1]", strange)]),
        lambda r: f"pk.Cards({cards(r)}).{r.choice(('hole_ids', 'texts', 'rows', 'to_arrow()'))}",
        lambda r: f"pk.Cards(['AsKs', '2c2d'])[{one_of(number, strange)(r)}]",
        lambda r: f"pk.Cards(['AsKs', '2c2d']) == {cards(r)}",
    ),
    "winners": one_of(
        call("pk.winners", [cards, board], layout=layout, threads=threads),
        lambda r: f"pk.winners([{hole(r)}, {hole(r)}], {board(r)})",
        lambda r: f"pk.winners([{texts_of_cards(r)}, {texts_of_cards(r)}], {board(r)}, layout={layout(r)})",
        call("pk.winners", [one_of("pk.deal(3, players=4, board=5, seed=2)", "pk.deal(2, players=2, seed=1)", strange)]),
        lambda r: f"pk.winners(np.zeros(({whole(r)}, {whole(r)}, 2), 'uint8'), {board(r)})" if r.random() < 0.1 else "pk.winners(np.arange(12).reshape(2, 3, 2), '2h7d9hTc4h')",
    ),
    "equity": one_of(
        call("pk.equity", [hole, hole], 9, board=board, **SMALL),
        call("pk.equity", [range_, range_], 3, board=board, max_seconds=one_of("0.05", "0.05", number), standard_error=one_of("0.01", number), **SMALL),
        lambda r: f"pk.equity([{hole(r)}, {range_(r)}], board={board(r)}, deals=100, seed={seed(r)})",
        call("pk.equity", [hole, hole], method=one_of("'exact'", "'monte carlo'", "'x'", strange), board=lambda r: repr("".join(r.sample(CARDS, 5)))),
    ),
    "equities": one_of(
        call("pk.equities", [hole, texts_of_cards], 2, board=board, **{key: SMALL[key] for key in ("deals", "seed", "dead", "lake")}),
        lambda r: f"pk.equities(['AhKh', '7c7d'], {one_of(texts_of_cards, range_text)(r)}, board=['Jh2h3d', {card_text(r)}], deals=100)",
    ),
    "strength": one_of(
        call("pk.strength", [hole, board], opponents=count, pot=number, bet=number, later=number, lake=lake),
        call("pk.strength", [hole, board], villain=range_, strict=flag, opponents=count),
        lambda r: f"pk.strength({texts_of_cards(r)}, {board(r)}, villain={range_(r)}, strict={flag(r)})",
    ),
    "deal": one_of(
        call("pk.deal", [count, count], seed=seed, dead=dead, threads=threads),
        call("pk.deal", [count], players=count, board=count, seed=seed, dead=dead, threads=threads),
    ),
    "range": one_of(
        call("pk.Range", [range_], dialect=one_of("'piosolver'", "'gto+'", "'propokertools'", text), dead=dead, by=one_of("'equity'", "'income 6'", text), lake=lake),
        call("pk.Range.top", [one_of(number, "15", "'15%'", "'0x1'", text)], by=text, dead=dead),
        lambda r: f"pk.Range('22+, AKs:0.5') {r.choice(('|', '&', '-', '*', '/', '==', '+', '@'))} {one_of(range_, number)(r)}",
        lambda r: f"{one_of(range_, number)(r)} {r.choice(('|', '&', '-', '*', '/', 'in'))} pk.Range('22+')",
        lambda r: f"pk.Range('22+, AKs:0.5')[{range_(r)}]",
        lambda r: f"pk.Range({range_(r)}).{r.choice(('hands', 'holes', 'grid()', 'percent', 'combos'))}",
        lambda r: f"pk.Range('22+, AKs:0.5').{r.choice(('to', 'without', 'save'))}({text(r)})",
    ),
    "chart": one_of(
        lambda r: f"pk.chart({r.choice(CHARTS)!r}, {one_of(range_, text)(r)}, title={text(r)})",
        call("pk.chart", [one_of("'range'", text), range_], board=board, against=range_, title=text, min=number, max=number, sql=text, lake=lake),
        call("pk.chart", [one_of("'lines'", "'distribution'"), range_, range_], board=board),
        # All holes against all take half a minute without a board.
        lambda r: f"pk.chart('by-hole', {range_(r)}, {range_(r)}, board={r.choice(('Ah7d2c', 'AhKhQh2c', 'AhKhQhJhTh'))!r})",
        call("pk.chart", [one_of("'range'"), weights], title=text, min=number, max=number),
    ),
    "frames": one_of(
        lambda r: f"pk.poker({one_of(texts_of_cards, numbers_of_cards, strange)(r)})",
        lambda r: f"pk.poker({texts_of_cards(r)}).{r.choice(('class_id', 'category', 'class_name', 'percentile', 'hand', 'hole_id', 'canonical'))}()",
        lambda r: f"{r.choice(('pd', 'polars'))}.Series(['AsKs', {card_text(r)}]).poker.{r.choice(('hand', 'hole_id', 'class_id'))}(strict={r.choice((True, False))})",
    ),
    "lakes": one_of(
        call("pk.open_lake", [lake]),
        call("pk.connect", [lake], config=one_of("{}", "{'threads': 1}", "{'x': 1}", "{1: 2}", strange)),
        call("pk.query", [text], lake=lake, hand=card_text),
        call("pk.sql", [text], lake=lake, hand=card_text),
    ),
}  # fmt: skip

# ---------------------------------------------------------------- running them


@functools.cache
def _names() -> dict[str, Any]:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    return {
        "__builtins__": builtins,
        "pk": pk, "np": np, "pd": pd, "pl": pl, "pa": pa, "nan": float("nan"),
        "inf": float("inf"), "Decimal": Decimal, "Fraction": Fraction, "Path": Path,
        "PurePosixPath": PurePosixPath,
    }  # fmt: skip


def _run(source: str) -> None:
    """Evaluate the call, whose arguments are made before; look at the result in every way."""
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # a smaller input is none
        return
    try:
        outer = _with_arguments(tree.body)
    except Exception:  # noqa: BLE001 - an argument that numpy or pandas refuse to make
        return
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(outer[0])), "<call>", "eval")
    except (SyntaxError, ValueError):
        return
    try:
        result = eval(code, {**_names(), **outer[1]})
    except Exception as error:
        if not _is_pythons(error):
            raise
        return
    _look_at(result)


def _is_pythons(error: BaseException) -> bool:
    """Whether Python or another library says that a call, an index or an operator does not fit."""
    frames = traceback.extract_tb(error.__traceback__)
    after = frames[[frame.filename for frame in frames].index("<call>") + 1 :]
    if not after or not any("pokerlake" in frame.filename for frame in after):
        return not isinstance(error, OURS)
    return isinstance(error, IndexError) and after[-1].name == "__getitem__"


def _with_arguments(node: ast.expr) -> tuple[ast.expr, dict[str, Any]]:
    """The call with names in the place of its arguments, and their values.

    What numpy or pandas raise for an argument is not pokerlake's; but Cards(...) in one is.
    """
    made: dict[str, Any] = {}

    def named(value: ast.expr) -> ast.expr:
        if any(isinstance(inner, ast.Name) and inner.id == "pk" for inner in ast.walk(value)):
            return value
        name = f"given_{len(made)}"
        code = compile(ast.fix_missing_locations(ast.Expression(value)), "<argument>", "eval")
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made[name] = eval(code, _names())
        return ast.Name(name, ast.Load())

    if isinstance(node, ast.Call):
        node.args = [named(one) for one in node.args]
        for keyword in node.keywords:
            keyword.value = named(keyword.value)
        if isinstance(node.func, ast.Attribute):
            node.func.value = _inner(node.func.value, named)
    else:
        node = _inner(node, named)
    return node, made


def _inner(node: ast.expr, named: Callable[[ast.expr], ast.expr]) -> ast.expr:
    if isinstance(node, ast.BinOp):
        node.left, node.right = named(node.left), named(node.right)
    elif isinstance(node, ast.Compare):
        node.left, node.comparators = named(node.left), [named(one) for one in node.comparators]
    elif isinstance(node, ast.Subscript):
        node.value, node.slice = named(node.value), named(node.slice)
    elif isinstance(node, ast.Attribute):
        node.value = _inner(node.value, named)
    elif isinstance(node, ast.Call):
        node.args = [named(one) for one in node.args]
    return node


def _look_at(result: Any) -> None:
    """A result shows itself in every way, and has as many rows as it says."""
    repr(result), str(result)
    from pokerlake.queries.results import Result

    if isinstance(result, Result):
        result._repr_html_()
        table = result.to_arrow()
        table.validate(full=True)
    elif isinstance(result, pk.Range):
        if pk.Range(str(result)) != result:
            raise WrongError(f"{str(result)[:200]} reads as another range")
        if bool(result.hands) != bool(result.holes):
            raise WrongError("a range has holes and no hands")
    elif isinstance(result, pk.Cards):
        # Single cards, as a list of texts, are one hand.
        few = 0 < len(result) < 1000 and len(result.columns) > 1
        if few and pk.Cards(result.texts) != result:
            raise WrongError("texts of cards are other cards")
    elif hasattr(result, "svg"):
        result.svg()


for _name, _make in CALLS.items():
    add(
        Target(
            f"pk_{_name}", "text", lambda: [""], lambda random, _seeds, make=_make: make(random), _run,
            OURS, in_ci=5,
        )
    )  # fmt: skip
