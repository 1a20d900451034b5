"""The slices of tables built on request that tests have.

Boards that tests need holes on are within those of turns and rivers, and flops with holes of four
cards within those of Omaha. Of any three starting hands, also of short deck, there are the rows of
eight hands, which are stored beside the tests. The whole tables are tested by hand, by
oracle/test_whole_tables.py. Of the deals for income rates, an eighth for each number of players is
dealt, and what the others add up to is stored; so are 15 of 16 shares of rivers, for outcomes of
starting hands and of holes in Omaha. If what is counted anew changes, a table has other values than
its pinned digest says.
"""

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from given.boards import STREETS
from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.starting_hands.matchups import SHARES, random_outcomes
from pokerlake.pipelines.parts import Build, share
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.tables.boards import _holes
from pokerlake.tables.manifest import Parameters


@dataclass(frozen=True)
class Slice:
    """Some pieces of a build, and what they have in a whole table that is verified."""

    pieces: tuple[int, ...]
    rows: int
    weight: int
    values: str
    cut: int = 0  # pieces in all, where they are not those of the build


# The first piece, the last, the one with the board of the documents, and one with boards of every
# texture. What they hold is that of whole tables: see oracle/test_whole_tables.py.
SLICES = {
    "turn_hands": Slice(
        (0, 10, 31),
        1_285_374,
        27_845_808,
        "b58a0b372d35bdfa1dec11a1f30d1a7a1cc8418206f4d8ab3aeea86e3ce484e5",
    ),
    "river_hands": Slice(
        (0, 3, 4, 6, 74, 126, 127),
        6_356_539,
        141_714_776,
        "1dd6e975355b17b42f73a38623a1e4b9cc45770609420eb18ece65c658823450",
        cut=128,
    ),
    # Five flops that treat suits alike, and five with that of the documents.
    "omaha_flop_hands": Slice(
        (0, 88),
        1_255_950,
        28_815_136,
        "8fe0d94688c1405609bf12a242a6ca24b4ba2a4cb606dac61151da140cca4d56",
    ),
}
CARDS = {"turn_hands": 4, "river_hands": 5, "omaha_flop_hands": 3}  # of boards


GIVEN = Path(__file__).parents[1] / "given"
# What all shares but the last add up to.
RANDOM_OUTCOMES = GIVEN / "random_outcomes.csv"
OMAHA_SUMS = GIVEN / "omaha_sums.csv"
DEALT_RATES = GIVEN / "income_rates.csv"
DEALT_TO = 4  # players and more; of fewer, income rates are exact
PIECES_OF_DEALS = 8  # for each number of players


EIGHT_HANDS = {
    "matchups3": ("22", "72o", "AA", "AKo", "AKs", "JTs", "KK", "QQ"),
    "short_matchups3": ("66", "76o", "AA", "AKo", "AKs", "JTs", "KK", "QQ"),
}
TRIPLES = {
    name: replace(
        all_builds()[name].table, rows=8 * 9 * 10 // 6, totals={"deals": deals}, values=values
    )
    for name, deals, values in (
        (
            "matchups3",
            28_045_626_840,
            "4000a18f6780ffacb70db476da3908d9baa3b58ecadcd301d18ba31d5d838c09",
        ),
        (
            "short_matchups3",
            2_915_672_760,
            "95077941765d8f820b29ef9a4ba0913fd0b81a674fd5a4ff788d842661b1921e",
        ),
    )
}


# The first piece of each.
SHORT_SLICES = {
    "short_turn_hands": Slice(
        (0,),
        338_224,
        7_406_768,
        "30cc156bfc54471b409aa467088ad00f3a05d78748768c3c21383479b2a16a10",
    ),
    "short_river_hands": Slice(
        (0,),
        1_943_945,
        44_238_240,
        "659753d323aed4f81ef938de2033a6ab998fd0470f0413f4279fc07d8d6e4a63",
    ),
}

# On boards of a few of the 6,175 ranks: 97, 3 and 193 of them, those of piece 0.
ON_FEW_BOARDS = {
    "omaha_hands5": "a4286ff31555406986f0fda406f52d7f6c12260fd61405f4814842029ab992e8",
    "omaha_hands6": "e760e7de5b69152666d0aabe4abd4c2b5fdc66d7d2399878fac1ab45ff6daa6f",
    "omaha8_hands": "22e18422dff4de5858b59b3735d99874ebec6ab9d099c14ec409118ce7ca8bb4",
}
FEWER_BOARDS = {"omaha_hands6": 2500}  # pieces, so that one has 3 boards


def sliced_builds() -> dict[str, Build]:
    """All builds; of the slices only those pieces, by the same code, or rows that are stored."""
    return {
        name: sliced(build, SLICES[name]) if name in SLICES else build
        for name, build in all_builds().items()
    } | {
        **{name: of_eight_hands(all_builds()[name]) for name in TRIPLES},
        **{name: on_few_boards(all_builds()[name]) for name in ON_FEW_BOARDS},
        "omaha_hands": with_stored_sums(all_builds()["omaha_hands"]),
        **short_builds(),
        **stored_builds(),
    }


def short_builds() -> dict[str, Build]:
    """Of short deck a piece of the holes on turns and rivers, and income rates of few deals."""
    builds = all_builds()
    parts = {name: sliced(builds[name], part) for name, part in SHORT_SLICES.items()}
    few_deals = builds["short_income_rates"].with_parameters({"standard_error": 0.03})
    return {**parts, "short_income_rates": few_deals}


def stored_builds() -> dict[str, Build]:
    """The builds whose rows, all of them, are stored beside the tests."""
    return {name: stored(all_builds()[name]) for name in STORED}


STORED = (
    "flop_subsets", "flop_subset_errors", "razz_starts", "stud_starts", "stud8_starts",
)  # fmt: skip


def stored(build: Build) -> Build:
    schema = build.table.arrow_schema()
    path = GIVEN / build.table.file_name.replace("parquet", "csv")
    as_defined = pa.csv.ConvertOptions(column_types=schema)
    return replace(
        build,
        compute=lambda _, __: pa.csv.read_csv(path, convert_options=as_defined),
        combine=lambda pieces, _: pieces,
        partitions=1,
    )


def of_eight_hands(build: Build) -> Build:
    """The build of any three hands, with the rows of eight."""
    return replace(
        build,
        table=TRIPLES[build.table.name],
        compute=lambda _, __: some_triples(build.table.name),
        combine=lambda pieces, _: pieces,
        partitions=1,
    )


def on_few_boards(build: Build) -> Build:
    """A build of holes in Omaha, with its first piece alone."""
    name = build.table.name
    table = replace(build.table, values=ON_FEW_BOARDS[name])
    if name in FEWER_BOARDS:
        build = replace(build, compute=partial(build.compute, pieces=FEWER_BOARDS[name]))
    return replace(build, table=table, partitions=1)


def some_triples(name: str = "matchups3") -> pa.Table:
    """The rows of that table that have no other than the eight hands."""
    table = TRIPLES[name]
    path = GIVEN / f"{name}.csv"
    as_text = pa.csv.ConvertOptions(column_types={key: pa.string() for key in table.key})
    return pa.csv.read_csv(path, convert_options=as_text).cast(table.arrow_schema())


def with_stored_sums(build: Build) -> Build:
    """The build of holes in Omaha; of its pieces, which are added up, the last is computed."""
    others = functools.cache(lambda: np.loadtxt(OMAHA_SUMS, np.int64))

    def compute(piece: int, parameters: Parameters) -> pa.Table:
        if piece == build.partitions - 1:
            return build.compute(piece, parameters)
        return pa.table({"sums": others() * (piece == 0)})  # all of them in the first

    return replace(build, compute=compute)


def outcomes_of_shares() -> NDArray[np.int64]:
    """``random_outcomes`` of shares that add up to all rivers: the last is counted."""
    others = np.loadtxt(RANDOM_OUTCOMES, np.int64, delimiter=",")
    last = random_outcomes(SHARES - 1)
    return np.array([others, *[np.zeros_like(last)] * (SHARES - 2), last])


def with_dealt_rates(outcomes: Callable[[], NDArray[np.int64]]) -> dict[str, Build]:
    """All builds; for income rates, 7 of 8 pieces of the deals are stored: 34 seconds less.

    The last piece for each number of players is dealt as ever. Where the table has other values,
    ``test_nothing_is_wrong_with_the_lake`` finds it.

    Parameters
    ----------
    outcomes : function
        Gives ``outcomes_of_shares()``, which other tests need too.
    """
    build = all_builds()["income_rates"]

    def compute(piece: int, parameters: Parameters) -> pa.Table:
        if piece < SHARES:
            return pa.table({"outcomes": outcomes()[piece].ravel()})
        number, place = divmod(piece - SHARES, PIECES_OF_DEALS)
        if place == PIECES_OF_DEALS - 1:
            return build.compute(piece, parameters)
        sums = np.loadtxt(DEALT_RATES, np.int64, delimiter=",", skiprows=1)
        of_players = sums[sums[:, 0] == DEALT_TO + number, 1:]
        return pa.table({"sums": of_players.ravel() * (place == 0)})  # all of them in the first

    return all_builds() | {build.table.name: replace(build, compute=compute)}


def write_stored() -> None:
    """Make what is stored anew, ``python tests/helpers/slices.py``: for who changes how it is."""
    outcomes = sum(random_outcomes(share) for share in range(SHARES - 1))
    np.savetxt(RANDOM_OUTCOMES, outcomes, "%d", delimiter=",")
    build = all_builds()["omaha_hands"]
    pieces = range(build.partitions - 1)
    sums = sum(build.compute(piece, build.parameters)["sums"].to_numpy() for piece in pieces)
    np.savetxt(OMAHA_SUMS, sums, "%d")
    build = all_builds()["income_rates"]
    rows = []
    for first in range(SHARES, build.partitions, PIECES_OF_DEALS):
        pieces = range(first, first + PIECES_OF_DEALS - 1)
        sums = sum(build.compute(piece, build.parameters)["sums"].to_numpy() for piece in pieces)
        players = DEALT_TO + (first - SHARES) // PIECES_OF_DEALS
        rows += [[players, *of_hand] for of_hand in sums.reshape(169, -1).tolist()]
    names = "players,seats,shares,squares,pairs,both,products"
    np.savetxt(DEALT_RATES, rows, "%d", delimiter=",", header=names, comments="")


def sliced(build: Build, part: Slice) -> Build:
    table = replace(build.table, rows=part.rows, totals={"weight": part.weight}, values=part.values)
    compute = _holes(CARDS[build.table.name], pieces=part.cut) if part.cut else build.compute
    return replace(
        build,
        table=table,
        compute=lambda number, parameters: compute(part.pieces[number], parameters),
        partitions=len(part.pieces),
    )


@functools.cache
def boards_in_slice(cards):
    """The numbers of the boards that the tests' table has, ascending; all flops."""
    name = f"{STREETS[cards]}_hands"
    pieces = SLICES[name].pieces if name in SLICES else range(all_builds()[name].partitions)
    return np.concatenate([boards_of_piece(name, cards, piece) for piece in pieces])


def boards_of_piece(name, cards, piece):
    """The numbers of the boards of a piece of a build, ascending."""
    everything = np.arange(CANONICAL_BOARDS[cards])
    cut = SLICES[name].cut if name in SLICES else 0
    return everything[share(len(everything), piece, cut or all_builds()[name].partitions)]


def some_boards(cards, number):
    """Numbers of boards in the slice, and a raw board of each, in any order of cards and suits."""
    dealer = random.Random(cards)
    ids = dealer.sample(boards_in_slice(cards).tolist(), number)
    raw = []
    for cards_of_board in canonical_boards(cards).cards[ids].tolist():
        to = dealer.sample(range(4), 4)
        board = [card // 4 * 4 + to[card % 4] for card in cards_of_board]
        raw.append(dealer.sample(board, cards))
    return ids, raw


def some_hands(cards, number):
    """Pairs of a raw hole and a raw board in the slice, their cards in any order."""
    dealer = random.Random(cards)
    _, boards = some_boards(cards, number)
    return [(dealer.sample(sorted({*range(52)} - {*board}), 2), board) for board in boards]


if __name__ == "__main__":
    write_stored()
