"""Write what says the same as the code: the tables, commands, queries, questions, kinds and PQL;
and the games for SQL and for the page, and its questions.

``python docs/generate.py`` writes them; with ``--check`` it writes nothing, names the pages that
are out of date, and ends with 1 if there are any.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from pokerlake.catalogue import (
    DRAW_GAMES,
    GAMES,
    HIGH,
    OTHER_GAMES,
    PLAYED_GAMES,
    SHORT_DECK_HIGH,
    Game,
)
from pokerlake.cli import app
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.queries.columns.methods import Poker
from pokerlake.queries.functions.registry import FUNCTIONS
from pokerlake.queries.pql.answer import SELECTORS
from pokerlake.queries.pql.functions import FLOP_CATEGORIES, HAND_TYPES, STREETS
from pokerlake.queries.pql.functions import FUNCTIONS as PQL_FUNCTIONS
from pokerlake.queries.questions.fields import Field
from pokerlake.queries.questions.question import EVERYWHERE, Question, questions
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.definitions.opportunities import FACTS
from pokerlake.tables.definitions.statistics import ENTRIES, ENTRY_FACTS, STATISTICS, Statistic
from pokerlake.tables.registry import TABLES, VIEWS
from pokerlake.tables.schema import Table, View
from pokerlake.web.questions.declared import same_elsewhere
from pokerlake.web.questions.registry import questions as questions_of_page

HERE = Path(__file__).parent
# Of the page's first view. The examples of these pages draw them.
PICTURES = ("distribution", "flop", "jam", "pluribus", "strategy", "texture")
MADE = "<!-- made by docs/generate.py: change the code, not this page -->\n\n"


def main(arguments: list[str]) -> int:
    """Write or check the pages."""
    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python docs/generate.py [--check]", file=sys.stderr)
        return 2
    made = pages()
    stale = [
        name
        for name, text in made.items()
        if not (HERE / name).is_file() or (HERE / name).read_text("utf-8") != text
    ]
    for name in stale:
        if check:
            print(f"{_path(name)} is out of date: run 'python docs/generate.py'")
        else:
            (HERE / name).write_text(made[name], "utf-8")
            print(f"{_path(name)} written")
    return 1 if check and stale else 0


def _path(name: str) -> str:
    return str((HERE / name).resolve().relative_to(HERE.parent))


def pages() -> dict[str, str]:
    """The text of each page, by its file name."""
    sections = {
        "tables.md": tables_page(),
        "cli.md": cli_page(),
        "queries.md": queries_page(),
        "questions.md": questions_page(),
        "kinds.md": kinds_page(),
        "pql.md": pql_page(),
        "statistics.md": statistics_page(),
    }
    made = {name: MADE + "\n\n".join(parts) + "\n" for name, parts in sections.items()}
    return made | {
        "../tables/macros/games.sql": games_macros(),
        "../web/page/catalogue.js": games_script(),
        **{f"../web/page/pictures/{name}.svg": picture_alone(name) for name in PICTURES},
    }


def picture_alone(name: str) -> str:
    """A picture of the docs without what a pointer is told: the first page shows it as a link."""
    return re.sub(r"<title>[^<]*</title>", "", (HERE / f"{name}.svg").read_text("utf-8"))


# ---------------------------------------------------------------- games


def games_macros() -> str:
    """Macros of what queries ask of a game."""
    halved = ", ".join(sql_text(name) for name, game in PLAYED_GAMES.items() if game.halves)
    return (
        "-- title: The game of hands that were played, without its limit, and what it has\n"
        "-- made by docs/generate.py out of catalogue.py\n"
        "create or replace macro game_rule(game) as\n"
        "regexp_replace(game, '^(no|pot|fixed) limit ', '');\n\n"
        "-- How many cards a player has.\n"
        "create or replace macro hole_cards(game) as\n"
        f"{cases({name: str(game.hole) for name, game in PLAYED_GAMES.items()})};\n\n"
        "-- By what the pot, or the high half of it, is won.\n"
        "create or replace macro game_order(game) as\n"
        f"{cases({name: sql_text(game.high.name) for name, game in PLAYED_GAMES.items()})};\n\n"
        "-- Whether a low wins half of the pot.\n"
        "create or replace macro has_low_half(game) as\n"
        f"game_rule(game) in ({halved});\n"
    )


def cases(values: dict[str, str]) -> str:
    """A value for each game."""
    lines = [f"    when {sql_text(name)} then {value}" for name, value in values.items()]
    return "\n".join(["case game_rule(game)", *lines, "end"])


def sql_text(text: str) -> str:
    """A text between SQL's quotation marks."""
    return "'" + text.replace("'", "''") + "'"


def games_script() -> str:
    """The games as the page has them."""
    forms = [asked for asked in questions(*EVERYWHERE).values() if has_form(asked)]
    return (
        "// made by docs/generate.py out of catalogue.py\n"
        "// name is what questions take, hole how many cards a player has, most how many players\n"
        "// there can be, board whether there is one, made the categories of hands, ranked\n"
        "// whether a table ranks its holes, flops whether one has every hole on every flop,\n"
        "// first the players where the address has none.\n"
        "export const GAMES = [\n"
        + "".join(f"  {json.dumps(of_page(game))},\n" for game in (GAMES | OTHER_GAMES).values())
        + "];\n"
        "// what queries/questions/ declares\n"
        "export const QUESTIONS = [\n"
        + "".join(f"  {json.dumps(asked_on_page(asked))},\n" for asked in forms)
        + "];\n"
        "// a spot after the flop: its fields by their headings\n"
        "export const SPOT = [\n"
        + "".join(f"  {json.dumps(group)},\n" for group in spot_on_page())
        + "];\n"
    )


def spot_on_page() -> Iterator[dict[str, Any]]:
    """The fields of ``solve`` as the page has them; cards and ranges are painted there."""
    fields = [field for field in questions(*EVERYWHERE)["solve"].fields if not field.effort]
    for heading in dict.fromkeys(field.under for field in fields):
        yield {
            "heading": heading,
            "fields": [
                {
                    "name": field.name,
                    "about": field.about.partition("  [")[0],
                    "usual": field.about.partition("  [default: ")[2].rstrip("]"),
                    "number": field.metavar in ("N", "NUMBER", "SHARE", "AMOUNT", "AMOUNTS"),
                    "several": field.several,
                    "file": field.names_file,
                }
                for field in fields
                if field.under == heading and field.name not in ("oop", "ip", "board")
            ],
        }


def has_form(asked: Question) -> bool:
    """Whether the page asks it by a form of its fields as text."""
    return asked.on_page and (asked.in_rows or asked.is_python)


def as_text(value: Any) -> str:
    """A value as one text."""
    return " ".join(value) if isinstance(value, list) else str(value)


def is_of_page(field: Field) -> bool:
    """Whether it is the game that stands above all views; those without a board are not there."""
    return field.name == "game" and field.default not in (*DRAW_GAMES, *OTHER_GAMES)


def asked_on_page(asked: Question) -> dict[str, Any]:
    """What the page has of a question; the game stands above all views."""
    return {
        "name": asked.name,
        "title": asked.title,
        "game": any(map(is_of_page, asked.fields)),
        "fields": [
            {
                "name": field.name,
                "about": field.about,
                "needed": field.needed,
                "example": as_text(asked.examples[0].get(field.name, "")),
            }
            for field in asked.at_all_doors
            if not is_of_page(field)
        ],
        "columns": [
            {"name": column.name, "type": column.sql_type, "meaning": column.meaning}
            for column in asked.columns
        ],
    }


def of_page(game: Game) -> dict[str, Any]:
    """What the page has of a game."""
    hole, range_ = game.examples
    return {
        "slug": game.slug,
        "name": game.name,
        "title": game.title,
        "hole": game.hole,
        "board": game.boards > 0,
        "made": list(game.high.category_names),
        "most": game.most_players,
        "halves": game.halves,
        "ranks": game.ranks[::-1],
        "ranked": bool(game.holes_table),
        "flops": not game.any_five and f"{game.prefix}flop_hands" in TABLES,
        "first": list(game.ranges),
        "example": f"{hole}, or {range_}",
    }


# ---------------------------------------------------------------- tables


def tables_page() -> Iterator[str]:
    """What each table and view is."""
    yield (
        "# Tables and views\n\n"
        "This page is for looking things up: it explains every table and view of the lake, with "
        "all columns.\nRead [quick-start.md](quick-start.md) first.\n\n"
        "A table holds exact numbers and their labels; only rates that are sampled are not exact. "
        "Its rows are\nordered by its key. A column has nulls only if its meaning says so. Most "
        "tables are built; those of\nhands that were played are imported, and those of games that "
        "are learned are learned. A view is\ncomputed from tables when it is asked, above all "
        "ratios of their integers.\n\n"
        "Types are DuckDB's. Whole numbers are BIGINT in SQL, so that a difference may be negative "
        "and a product\nlarge. In the Parquet files they are as narrow as they can be: the column "
        "*in the file* says how."
    )
    yield markdown_table(
        ("table", "rows", "one row is"),
        (
            (f"`{table.name}`", "any" if table.filled else f"{table.rows:,}", table.one_row)
            for table in TABLES.values()
        ),
    )
    yield markdown_table(
        ("view", "one row is"), ((f"`{view.name}`", view.one_row) for view in VIEWS.values())
    )
    for one in (*TABLES.values(), *VIEWS.values()):
        yield f"## `{one.name}`"
        yield "\n".join(f"- {fact}" for fact in facts(one))
        if isinstance(one, Table):
            names = ("column", "type", "in the file", "meaning")
            rows = [(f"`{c.name}`", c.sql_type, c.file_type, c.meaning) for c in one.columns]
            yield markdown_table(names, rows)
        else:
            facts_of = [(f"`{c.name}`", c.sql_type, c.meaning) for c in one.columns]
            yield markdown_table(("column", "type", "meaning"), facts_of)


def facts(of: Table | View) -> Iterator[str]:
    """What is to be said of a table or a view as a whole."""
    if isinstance(of, View):
        yield f"A view. One row is {of.one_row}."
        yield f"made of: {codes((*of.needs, *of.uses))}"
        return
    yield f"One row is {of.one_row}."
    yield f"any number of rows: '{of.made_by}' adds them" if of.filled else f"{of.rows:,} rows"
    yield f"key: {codes(of.key)}"
    yield from (f"sum of `{name}`: {total:,}" for name, total in of.totals.items())
    yield f"source: {of.source}"


# ---------------------------------------------------------------- commands


def cli_page() -> Iterator[str]:
    """The help of each command, at 80 columns."""
    yield (
        "# Commands\n\n"
        "This page is for looking things up: it has what `pokerlake --help` and "
        "`pokerlake COMMAND --help`\nprint. [tour.md](tour.md) shows most commands at work.\n\n"
        "Results go to standard output, notes and progress to standard error. A command ends "
        "with\n\n"
        "- 0 if all is well,\n- 1 if it fails or finds something wrong,\n"
        "- 2 if its arguments are wrong,\n- 130 if it was stopped with Ctrl-C, 143 or 129 with "
        "SIGTERM or SIGHUP.\n\n"
        "One Ctrl-C ends any command at once, with one line that says what is kept. It leaves no "
        "file half\nwritten, nothing in the temporary folder and no process. Only in the shell of "
        "`pokerlake sql` does\nit end the statement instead."
    )
    group = typer.main.get_command(app)
    whole = group.make_context("pokerlake", [], resilient_parsing=True, terminal_width=80)
    yield from help_of(group, whole)


def help_of(command: Any, context: Any) -> Iterator[str]:
    """The help of a command, and of those under it."""
    yield f"## `{context.command_path}`\n\n{fenced(context.get_help(), 'text')}"
    for name, below in getattr(command, "commands", {}).items():
        yield from help_of(
            below, below.make_context(name, [], parent=context, resilient_parsing=True)
        )


# ---------------------------------------------------------------- queries


def queries_page() -> Iterator[str]:
    """Each named query with its SQL."""
    yield (
        "# Named queries\n\n"
        "This page is for looking things up: it has every ready-made question with its parameters "
        "and its SQL.\nRead [sql.md](sql.md) first.\n\n"
        "`pokerlake query` lists them, and `pokerlake query NAME --PARAMETER VALUE` runs "
        "one. A copy of\nits SQL is a good start for a question of your own."
    )
    for query in named_queries().values():
        yield f"## `{query.name}`"
        yield f"{query.title}."
        yield f"- one row per: {query.one_row}\n- source: {query.source}"
        rows = [
            (
                f"`{p.name}`",
                p.type,
                p.default or "must be given",
                p.allowed or p.among or "any",
                p.meaning,
            )
            for p in query.parameters
        ]
        if rows:
            yield markdown_table(("parameter", "type", "default", "allowed", "meaning"), rows)
        lines = query.sql.splitlines()
        yield fenced("\n".join(line for line in lines if not line.startswith("-- ")), "sql")


# ---------------------------------------------------------------- questions


def questions_page() -> Iterator[str]:
    """Each question with its fields, its rows, and how it is asked at every door."""
    yield (
        "# Questions\n\n"
        "This page is for looking things up: it has the questions that are asked in the same words "
        "in Python,\non the command line, in SQL, on the page and in its JSON; those of cards in "
        "frames too. Python takes\ncolumns of `deal`, `equity`, `evaluate` and `strength` too: "
        "[python.md](python.md). "
        "Read [python.md](python.md) or\n[tour.md](tour.md) first."
    )
    for asked in filter(lambda asked: asked.is_public, questions(*EVERYWHERE).values()):
        example = asked.examples[0]
        yield f"## `{asked.name}`\n\n{asked.help}"
        yield f"The same at each door:\n\n{fenced(doors(asked, example), 'text')}"
        yield markdown_table(
            ("field", "by default", "what it is"),
            (
                (
                    f"`{f.name}`",
                    "must be given" if f.needed else str(f.told or f.default or "none"),
                    f.about,
                )
                for f in asked.at_all_doors
            ),
        )
        rows = ((f"`{c.name}`", c.sql_type, c.meaning) for c in asked.columns)
        yield "A row of the answer has:\n\n" + markdown_table(("column", "type", "meaning"), rows)


# ---------------------------------------------------------------- the Poker Query Language


def pql_page() -> Iterator[str]:
    """The language: what a query is made of, its selectors, and all functions."""
    yield (
        "# The Poker Query Language\n\n"
        "PQL is the language of ProPokerTools' Odds Oracle, in which players write questions. "
        "pokerlake answers\nthem as they stand: `pokerlake pql`, `pk.pql`, `from pql('...')` in "
        "SQL, and the page's views Ask\nand SQL. "
        "[sql-propokertools.md](sql-propokertools.md) says the same in SQL."
    )
    yield fenced(
        "select avg(riverEquity(hero)) as equity, count(winsHi(hero)) as wins\n"
        "from game='holdem', hero='AhKh', villain='QQ+', board='Qh2h3d', dead='7c'\n"
        "where not pairedBoard(turn)",
        "text",
    )
    yield (
        "- **from** has `game`, a field for each player, whose name is free, `board` and `dead`. "
        "Ranges are in\n  ProPokerTools' generic syntax: [ranges.md](ranges.md#dialects), "
        "[omaha.md](omaha.md#ranges). Percentages go by\n  the rankings here, which are not those "
        "of ProPokerTools. The board is known cards or a range: `AKK`, `AxKx2y`,\n  `JJ!JJJ`, "
        "`(AKK,AAK):xxy`; three cards are the flop, in any order, then come the turn and the "
        "river.\n  Known cards may stand apart: `Ad Ks 3s`. Without a player a query is of boards "
        "alone.\n"
        "- **game** is `holdem`, `omahahi`, `omahahi5`, `omaha8`, `omaha85` or `shortdeck`, or a "
        "name of pokerlake's.\n  In `studhi`, `stud8` and `razz` a player is what is known of his "
        "cards ([stud.md](stud.md)); there is no board, and\n  `river` is the seventh card: "
        "functions of boards, nuts and ranges of holes are of\n  other games.\n"
        "- **where** lets deals pass: every value is of those that do.\n"
        "- Expressions have `and or not = <> < <= > >= in + - * / ||` and `case when ... then ... "
        "else ... end`. Names\n  and words are in any case; `--` and `/* */` are remarks.\n"
        "- Where a spot has up to 20 million deals, and functions are not too dear, all of them "
        "are listed, each street\n  that the query looks at by itself: the answer is exact. Others "
        "are sampled: 1,000,000 deals, or what takes 10\n  seconds, and each value has a standard "
        "error. The same seed gives the same deals.\n"
        "- Nuts and outs are as the player sees them: beside his hole, the board and dead cards."
    )
    selectors = ((f"`{name}(...)`", about) for name, about in SELECTORS.items())
    yield markdown_table(("selector", "what it gives"), selectors)
    kinds = {
        "street": STREETS, "hand type": HAND_TYPES, "flop category": FLOP_CATEGORIES,
    }  # fmt: skip
    rows = ((kind, " ".join(f"`{name}`" for name in names)) for kind, names in kinds.items())
    yield markdown_table(("kind", "names, from the weakest"), rows)
    yield "The functions:"
    yield markdown_table(
        ("function", "gives", "what it is"),
        ((f"`{f.usage}`", f.gives, f.about) for f in PQL_FUNCTIONS.values()),
    )
    yield (
        "`toString(value)` is any value as text. `handsHaving(function, values...)` is how many "
        "players a condition holds of:\n`handsHaving(minHandType, river, flush) > 1`. "
        "`handRanking` goes by the rankings here, which are not those of\nProPokerTools. `upCard` "
        "is refused: which cards of stud are up changes no equity."
    )


def doors(asked: Question, example: Mapping[str, Any]) -> str:
    """How a question is asked everywhere, a line each."""
    same = same_elsewhere(asked, example)
    column = FUNCTIONS[asked.name].example if asked.name in FUNCTIONS else ""
    lines = {"Python": same.python, "command line": same.command}
    lines |= {"SQL": same.sql, "SQL, a column": column}
    _, *places = [example.get(field.name, "") for field in asked.by_place] or [""]
    if hasattr(Poker, asked.name) and asked.fields[0].name == "hole":
        others = ", ".join(f'"{value}"' for value in places)
        lines["frames"] = f'frame["{asked.fields[0].name}"].poker.{asked.name}({others})'
    if asked.page or has_form(asked):
        lines["the page"] = asked.page or f"#/ask?q={asked.name}"
    if asked.name in questions_of_page():
        lines["JSON"] = f"POST /api/{asked.name} {json.dumps(dict(example))}"
    return "\n".join(f"{name:14} {line}" for name, line in lines.items() if line)


# ---------------------------------------------------------------- Markdown


# ---------------------------------------------------------------- kinds of hands


def kinds_page() -> Iterator[str]:
    """What kinds of made hands and draws there are."""
    yield (
        "# Kinds of hands\n\n"
        "This page is for people who ask what a hand is now: it defines every kind of made hand "
        "and every draw.\nIt helps to know the categories, from high card to straight flush.\n\n"
        "A kind says more than a category: how the hole takes part. Every hole on every board of "
        "three to five\ncards is of exactly one kind. Beside it a hole has any number of draws on "
        "flops and turns, and none on\nrivers."
    )
    yield fenced(
        ">>> import pokerlake as pk\n"
        '>>> pk.made("AhQd", "Ad7c2d")\n'
        "MadeHand(31, 'top pair with good kicker')\n"
        '>>> pk.draws("9h8h", "7h6h2c").names\n'
        "('flush draw with two cards', 'open-ended', 'combo draw', 'two overcards')\n"
        '>>> pk.made(["8h8d", "KcQc"], "8c7c2d")  # holes, and the board of all of them\n'
        "array([21, 41], dtype=uint8)\n"
        '>>> pk.is_made(pk.made(["8h8d", "KcQc"], "8c7c2d"), "two pair+")\n'
        "array([ True, False])\n"
        '>>> pk.nut_rank("7h7d", "Qs7c2d")  # queens are better\n'
        "2",
        "pycon",
    )
    yield (
        "In SQL these are `made(hole, board)`, `draws(hole, board)`, `is_made`, `is_draw`, "
        "`made_name`,\n`draw_names` and `nut_rank`: [sql-functions.md](sql-functions.md#kinds); "
        "`hand_kinds(hole, board, kinds := 'draw')` has\nall that a hole counts for, to group by. "
        "In frames `.poker.made(board)` and others: [frames.md](frames.md).\n\n"
        "Where kinds or draws are asked for by name, several may stand between commas, and the "
        "beginning of names\nstands for all that begin so: `top pair` is that with any kicker, "
        "`flush draw` that with two cards or one.\nA category stands for all of its kinds. "
        "`top pair+` is that or better, as `top pair or better` is. `tp`, `tptk`, `fd` and `oesd`\n"
        "are known too."
    )
    yield (
        "## Made hands\n\n"
        "Code 1 is the best. In short deck, where a flush beats a full house, codes count in that "
        "order."
    )
    short = {kind.name: code for code, kind in enumerate(kinds_of(SHORT_DECK_HIGH), 1)}
    yield markdown_table(
        ("code", "in short deck", "category", "name", "when"),
        (
            (str(code), str(short[kind.name]), kind.category, f"`{kind.name}`", kind.about)
            for code, kind in enumerate(kinds_of(HIGH), 1)
        ),
    )
    yield (
        "- A *top kicker* is the highest rank that the board lacks, a *good* one one of the next "
        "three, a *weak* one\n  any other.\n"
        "- The nut straight counts as that whether it needs two cards of the hole or one.\n"
        "- A flush is by the highest card of the suit in the hole, among those that the board "
        "lacks. Straight\n  flushes are not looked at.\n"
        "- On the river a hole whose class is the board's own is `board plays`, whatever the class "
        "is.\n"
        "- In Omaha, where two cards of the hole and three of the board are a hand, the kind is "
        "the best of any two\n  cards of the hole. Flushes, straights and full houses are always "
        "with two cards."
    )
    yield (
        "## Draws\n\n"
        "Each is a bit. A draw is empty once its hand, or one of a better category, is made: a "
        "flush draw with a\nflush, a straight draw with a straight. Overcards are told while no "
        "card of the hole has made a pair, straight\nor flush. A rank completes a straight if that "
        "uses a card of the hole, and beats what the board has with it."
    )
    yield markdown_table(
        ("bit", "number", "name", "when"),
        ((str(bit), str(1 << bit), f"`{draw.name}`", draw.about) for bit, draw in enumerate(DRAWS)),
    )
    yield (
        "- Of `open-ended`, `double gutshot`, `gutshot` and the wraps a hand has one at most.\n"
        "- `straight draw` stands for any of these, `overcards` for one or two.\n"
        "- Backdoor straights are told only without a straight draw. Both may be there, by "
        "different runs.\n"
        "- In Omaha outs are cards: a rank of which the hole has a card itself gives three, or "
        "fewer. With more than\n  eight it is a wrap. Flush draws need two cards of the hole, and "
        "so do straights."
    )
    yield (
        "## Rank among the nuts\n\n"
        "`nut_rank` is 1 for the best hand that the board allows, 2 for the next, and so on: all "
        "classes that any\nhole of the cards off the board has, each counted once. In Omaha a "
        "class counts if a hole has it, and no\nbetter one with two others of its cards."
    )


# ---------------------------------------------------------------- statistics


def statistics_page() -> Iterator[str]:
    """What each statistic counts, and the columns to filter and group by."""
    yield (
        "# Statistics\n\n"
        "This page is for people who want numbers of a tracker: it defines each statistic, says "
        "what stands in its\ndenominator, and what one can filter and group by. "
        "[hand-histories.md](hand-histories.md) tells how to import hands."
    )
    yield fenced(
        "pokerlake stats vpip,pfr,three_bet --player Pluribus --by position\n"
        "pokerlake stats bb_100 --by player --least 1000 --ranked\n"
        "pokerlake stats cbet --by 'street, spr: 2 4 8' --where 'position=BTN,CO' "
        "--where 'stack>=40' --beside others \\\n    --player Pluribus",
        "text",
    )
    yield fenced(
        'pk.stats(\n    ["vpip", "pfr", "three_bet"],\n    by=["position", "stack"],\n'
        '    where={"currency": "USD", "big_blind": (0.05, 0.25)},\n    player="hero",\n)\n'
        'pk.stats("bb_100", player="hero", by="month", independent="session").to_polars()',
        "text",
    )
    yield (
        "In SQL each is a macro of the view `opportunities`, but for those of tournaments and of "
        "hours, which are in columns that\nthe view does not have, and those of one street, for "
        "which `where street = 'flop'` chooses rows:"
    )
    yield fenced(
        "select position, vpip(o), pfr(o), three_bet(o), bb_100(o)\n"
        "from opportunities as o\nwhere player = 'Pluribus'\ngroup by position",
        "text",
    )
    yield (
        "- **Rows.** `opportunities` has a row for each decision, with what the player faced, and "
        "one with the number 0\n  for each of his hands as a whole. A statistic is the ratio of "
        "two conditions over one of these kinds of rows;\n  some are of entries in tournaments.\n"
        "- **Intervals.** `low` to `high` holds the value in 95 %. Shares of one player have "
        "Wilson's interval. Where a cell\n  has several players, their rows are not independent, "
        "and the error goes by players (the ratio estimator's,\n  linearised). Where all of "
        "them always did it, or never, that\n  would be 0, and the interval is Wilson's. Means of "
        "one player have the standard error of the mean.\n  `--independent day` or `session` lets "
        "a player's days, or sessions, stand for what is independent.\n"
        "- **Players.** A player is a name at a site, in intervals, days, sessions and hours: the "
        "column `person`. `player`\n  is the name as the files have it, whatever the site: add "
        "`site` to it. At Bovada names are places in a hand, such\n  as `UTG`; there a seat at a "
        "table is taken for one person, and a seat in a hand of a zone pool. Who is seated\n  anew "
        "is not told.\n"
        "- **Ranking.** The largest of many values is mostly luck. `--ranked` orders by `low`.\n"
        "- **Cohorts.** `--beside others`, `--beside NAME` or `--beside 'year=2023'` puts another "
        "cohort beside it, with\n  the difference and its standard error.\n"
        "- **Conditions.** `--where 'position=btn,sb; stack>=40'`: each must hold. Capitals of "
        "words do not count.\n  A word that the column does not have is refused, as is a player, "
        "site, table, game or\n  currency that no hand has, also after `!=`. `hole=AdAc` is "
        "these cards in any order, `board=Kh4d9d` each board\n  with this flop, and "
        "`hand=QQ+,AK` a range. Several values of a column stand together: `position=btn,sb`.\n"
        "  What is not known is `null`. `stack`, `behind` and `size_bb` are in big blinds. Numbers "
        "and times have `20..40`,\n  from and to; a day of `played` is the whole day.\n"
        "- **Cells of numbers.** `stack: 20 50 100` cuts where one says; by itself `stack`, "
        "`behind`, `spr`, `size`, `size_bb`\n  and `paid` have cells of their own. A cell ends "
        "before the next one begins.\n"
        "- **Posts.** Blinds, straddles, antes and what one posts who comes back are no decisions, "
        "and put in nothing of\n  one's own will. A straddle is a blind: who raises it first is "
        "first in. In a walk the big blind has no decision\n  and no VPIP. In a bomb pot nobody "
        "has a decision before the flop, there is no aggressor on it, and no c-bet.\n"
        "- **Money.** What adds up chips or money is of one currency at a time: group by "
        "`played_for`, of tournaments by\n  `currency`."
    )
    titles = {"decisions": "Of decisions", "hands": "Of hands", ENTRIES: "Of tournaments"}
    for rows, title in titles.items():
        yield f"## {title}"
        yield markdown_table(
            ("statistic", "what it counts", "unit", "in other trackers"),
            (
                (f"`{each.name}`", f"**{each.title}.** {each.about}", each.unit, each.elsewhere)
                for each in STATISTICS.values()
                if each.rows == rows and not _of_one_street(each)
            ),
        )
    yield (
        "Those of all streets after the flop have one for each too: `cbet_flop`, `cbet_turn`, "
        "`cbet_river`: "
        + codes(each.name for each in STATISTICS.values() if f"{each.name}_flop" in STATISTICS)
        + "."
    )
    yield "## Columns to filter and group by"
    yield markdown_table(
        ("column", "of decisions", "of hands", "meaning"),
        (
            (f"`{f.name}`", "yes" if f.of_decision else "", "yes" if f.of_hand else "", f.meaning)
            for f in FACTS.values()
        ),
    )
    yield f"Tournaments have {codes(ENTRY_FACTS)}."


def _of_one_street(statistic: Statistic) -> bool:
    base, _, street = statistic.name.rpartition("_")
    return street in ("flop", "turn", "river") and base in STATISTICS


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells of text."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in lines)


def codes(names: Iterable[str]) -> str:
    """Names as code, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def fenced(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.strip()}\n```"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
