"""The hands that players can hold on each board of a spot, one board of each up to suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..cards.boards import suit_images
from ..cards.holes import hole_cards
from ..cards.suit_symmetry import hole_images
from ..hands.evaluate import class_ids
from ..signatures import F64, I32, I64, U8, U16

CARDS = 52
FLOP, TURN, RIVER = range(3)
LOWEST_CLASS = 7463


@dataclass(frozen=True)
class Dealt:
    """The boards of a spot and the hands of both players on each.

    Boards are numbered street by street: the spot's own, then those dealt from each. Of boards that
    are equal up to suits, given the ranges, only one is listed; its images stand for the others.
    """

    boards: list[tuple[int, ...]]  # the cards dealt after the spot's board
    street: I64  # (b,) int64, 0 flop, 1 turn, 2 river
    above: I64  # (b,) int64, the board before the last card, -1 for the spot's own
    below: I64  # (b, 2) int64, the first board with one more card, and one past the last
    # (b, 2) int64, where a player's hands begin, and how many he has
    start: I64
    hands: I64
    hole: I64  # (h,) int64, the hole of each hand. On a river the weakest hand comes first
    cards: U8  # (h, 2) uint8, its cards
    strength: U16  # (h,) uint16, on a river: higher is better
    # (h,) int32, the place of the same hole among the other player's hands, -1 if he never holds it
    # it
    same: I32
    first_image: I64  # (b + 1,) int64, where a board's images begin
    # (i,) int64, the permutation of suits that maps a board to each image, the board itself first
    # (i,) int64, the permutation of suits that takes a board to each image, the board itself first
    suits: I64
    # (i, 2) int64, by image and player: where the places of hands on the previous board begin in
    # ``up``
    up_start: I64
    up: I32  # (u,) int32, places of hands among those of the previous board
    # (3,) int64, how many cards can come after each street, beside two known holes
    to_come: I64


def deal(
    board: tuple[int, ...], weights: F64, alike: Sequence[F64] = (), dead: tuple[int, ...] = ()
) -> Dealt:
    """List the boards of a spot and the hands on them.

    Parameters
    ----------
    board : tuple of int
        Three to five cards.
    weights : (2, 1326) float64
        The two ranges.
    alike : sequence of (1326, n) float64
        Other arrays that suits must leave unchanged to be equivalent.
    dead : tuple of int
        Cards that are not in the deck; no range may hold them.
    """
    lists = _Lists(board, weights, dead)
    is_dealt = len(board) < 5  # suits matter only for what is dealt
    lists.add((), -1, [0], symmetries_of(board, weights, alike) if is_dealt else [])
    first = 0
    for _ in range(5 - len(board)):
        last = len(lists.boards)
        for number in range(first, last):
            lists.deal_to(number)
        first = last
    return lists.dealt()


def require_dealt(dealt: Dealt, board: tuple[int, ...]) -> None:
    """Reject boards and hands whose arrays do not fit each other: kernels would read beyond them.

    ``board``: the spot's. Raises ValueError if an array has another shape, type or range than
    :class:`Dealt` says.
    """
    b, h, i, u = (len(part) for part in (dealt.boards, dealt.hole, dealt.suits, dealt.up))
    most_hands = int(np.max(dealt.hands, initial=1))
    # The shape and type of each array, its least and its greatest number.
    wanted: dict[str, tuple[tuple[int, ...], type, int, int]] = {
        "street": ((b,), np.int64, len(board) - 3, RIVER),
        "above": ((b,), np.int64, -1, b - 1),
        "below": ((b, 2), np.int64, 0, b),
        "start": ((b, 2), np.int64, 0, h),
        "hands": ((b, 2), np.int64, 0, h),
        "hole": ((h,), np.int64, 0, len(hole_cards()) - 1),
        "cards": ((h, 2), np.uint8, 0, CARDS - 1),
        "strength": ((h,), np.uint16, 0, np.iinfo(np.uint16).max),
        "same": ((h,), np.int32, -1, most_hands - 1),
        "first_image": ((b + 1,), np.int64, 0, i),
        "suits": ((i,), np.int64, 0, len(suit_images()) - 1),
        "up_start": ((i, 2), np.int64, 0, u),
        "up": ((u,), np.int32, 0, most_hands - 1),
        "to_come": ((3,), np.int64, 1, CARDS),
    }
    for name, (shape, kind, least, most) in wanted.items():
        values = getattr(dealt, name)
        difference = f"of the type {type(values).__name__}"
        if isinstance(values, np.ndarray):
            difference = f"{values.dtype} of the shape {values.shape}"
        if difference != (right := f"{np.dtype(kind)} of the shape {shape}"):
            raise ValueError(f"{name} of what is dealt is {difference}: give {right}")
        if values.size and not least <= values.min() <= values.max() <= most:
            raise ValueError(
                f"{name} of what is dealt goes from {values.min()} to {values.max()}: "
                f"give {least} to {most}"
            )
    rest, above = np.arange(1, b), dealt.above[1:]
    first, last = dealt.below[above].T
    sizes = dealt.below[:, 1] - dealt.below[:, 0]
    fits = dealt.above[:1].tolist() == [-1] and dealt.street[:1].tolist() == [len(board) - 3]
    fits &= bool(((above >= 0) & (above < rest) & (first <= rest) & (rest < last)).all())
    fits &= bool((dealt.street[rest] == dealt.street[above] + 1).all() and (sizes >= 0).all())
    if not fits or sizes.sum() != b - 1:
        raise ValueError("street, above and below of what is dealt do not fit: see Dealt")
    of_image = np.repeat(np.arange(b), np.maximum(np.diff(dealt.first_image), 0))
    if len(of_image) != i or (dealt.up_start + dealt.hands[of_image] > u).any():
        raise ValueError("first_image, up_start and up of what is dealt do not fit: see Dealt")
    if (dealt.start + dealt.hands > h).any():
        raise ValueError(f"hands of what is dealt go past the {h} holes: see start and hands")


def count_boards(board: tuple[int, ...], weights: F64) -> tuple[I64, I64, I64]:
    """Count what :func:`deal` would list: the streets of boards, and the hands of both players.

    Returns street : (b,) int64; hands : (b, 2) int64; below : (b,) int64, the board dealt from the
    spot's own that each is or follows, counted from 1; 0 for the spot's own.
    """
    cards = hole_cards().astype(np.int64)
    dead = np.zeros(CARDS, np.bool_)
    dead[list(board)] = True
    there = (weights > 0) & ~dead[cards].any(axis=1)
    if len(board) == 5:
        return np.array([RIVER]), there.sum(axis=1)[None], np.array([0])
    with_card = np.stack([np.bincount(cards[holds].ravel(), minlength=CARDS) for holds in there])
    with_both = np.zeros((2, CARDS, CARDS), np.int64)
    for player, holds in enumerate(there):
        low, high = cards[holds].T
        with_both[player, low, high] = with_both[player, high, low] = 1
    streets = [np.array([len(board) - 3])]
    hands = [there.sum(axis=1)[None]]
    below = [np.array([0])]

    def deal_one(dealt: list[int], left: I64, symmetries: list[int], first: int) -> None:
        """Add the boards with one more card, and those dealt from them."""
        street = len(board) + len(dealt) - 3
        if street == RIVER:
            return
        images = suit_images()[symmetries].astype(np.int64)
        free = np.setdiff1d(np.arange(CARDS), [*board, *dealt])
        free = free[images.min(axis=0)[free] == free]
        lost = with_card - with_both[:, dealt].sum(axis=1)
        streets.append(np.full(len(free), street + 1))
        hands.append((left[:, None] - lost[:, free]).T)
        numbers = np.full(len(free), first) if first else 1 + np.arange(len(free))
        below.append(numbers)
        if street + 1 < RIVER:
            for card, still_left, number in zip(
                free.tolist(), hands[-1], numbers.tolist(), strict=True
            ):
                same = images[:, card] == card
                deal_one([*dealt, card], still_left, np.array(symmetries)[same].tolist(), number)

    deal_one([], hands[0][0], symmetries_of(board, weights), 0)
    return np.concatenate(streets), np.concatenate(hands), np.concatenate(below)


def symmetries_of(board: tuple[int, ...], weights: F64, alike: Sequence[F64] = ()) -> list[int]:
    """The permutations of suits that change neither the board nor the ranges."""
    images = hole_images()
    return [
        image
        for image in range(len(images))
        if sorted(suit_images()[image][list(board)]) == sorted(board)
        and np.array_equal(weights[:, images[image]], weights)
        and all(np.array_equal(rows[images[image]], rows) for rows in alike)
    ]


class _Lists:
    """Lists that grow while boards are dealt."""

    def __init__(self, board: tuple[int, ...], weights: F64, dead: tuple[int, ...]) -> None:
        self.board = board
        self.dead = dead
        self.weights = weights
        self.boards: list[tuple[int, ...]] = []
        self.above: list[int] = []
        self.below: list[tuple[int, int]] = []
        self.symmetries: list[list[int]] = []  # the permutations of suits that keep each board
        self.holes: list[tuple[I64, I64]] = []
        self.strengths: list[tuple[I64, I64]] = []
        self.sames: list[tuple[I64, I64]] = []
        self.images: list[list[tuple[I64, I64]]] = []
        self.suits: list[int] = []
        self.in_range = tuple(np.flatnonzero(row > 0) for row in weights)

    def add(
        self, dealt: tuple[int, ...], above: int, images: list[int], symmetries: list[int]
    ) -> None:
        """Add a board; ``images`` are the permutations of suits to the boards equal to it."""
        cards = hole_cards()
        board = self.board + dealt
        dead = np.zeros(CARDS, np.bool_)
        dead[list(board)] = True
        parents = self.holes[above] if above >= 0 else self.in_range
        lists, strengths = [], []
        for holes in parents:
            live = holes[~dead[cards[holes]].any(axis=1)]
            strength = np.zeros(len(live), np.int64)
            if len(board) == 5:
                whole = np.empty((len(live), 7), np.uint8)
                whole[:, :2], whole[:, 2:] = cards[live], board
                strength = LOWEST_CLASS - class_ids(whole, layout="rows").astype(np.int64)
                order = np.argsort(strength, kind="stable")
                live, strength = live[order], strength[order]
            lists.append(live)
            strengths.append(strength)
        place = np.full((2, len(self.weights[0])), -1)
        for player, holes in enumerate(lists):
            place[player, holes] = np.arange(len(holes))
        self.sames.append((place[1, lists[0]], place[0, lists[1]]))
        ups = []
        self.suits += images if above >= 0 else []
        if above >= 0:
            up = np.full((2, len(self.weights[0])), -1)
            for player, holes in enumerate(parents):
                up[player, holes] = np.arange(len(holes))
            for image in images:
                taken = [hole_images()[image][holes].astype(np.int64) for holes in lists]
                ups.append((up[0, taken[0]], up[1, taken[1]]))
        self.images.append(ups)
        self.boards.append(dealt)
        self.above.append(above)
        self.below.append((0, 0))
        self.symmetries.append(symmetries)
        self.holes.append((lists[0], lists[1]))
        self.strengths.append((strengths[0], strengths[1]))

    def deal_to(self, number: int) -> None:
        """Add the boards with one more card, one of each that are equal up to suits."""
        taken = set(self.board + self.boards[number] + self.dead)
        symmetries = self.symmetries[number]
        suits = suit_images()
        first = len(self.boards)
        done: set[int] = set()
        for card in range(CARDS):
            if card in taken or card in done:
                continue
            images = {int(suits[image][card]): image for image in reversed(symmetries)}
            done |= set(images)
            keeping = [image for image in symmetries if suits[image][card] == card]
            self.add(
                self.boards[number] + (card,), number, [images[c] for c in sorted(images)], keeping
            )
        self.below[number] = (first, len(self.boards))

    def dealt(self) -> Dealt:
        """The lists as arrays."""
        hands = np.array([[len(side) for side in both] for both in self.holes])
        start = np.concatenate([[0], np.cumsum(hands.ravel())])[:-1].reshape(-1, 2)
        per_board = [len(images) for images in self.images]
        ups = [side for images in self.images for both in images for side in both]
        sizes = np.array([len(side) for side in ups], np.int64)
        hole = np.concatenate([side for both in self.holes for side in both]).astype(np.int64)
        return Dealt(
            self.boards,
            np.array([len(self.board) + len(dealt) - 3 for dealt in self.boards]),
            np.array(self.above),
            np.array(self.below),
            start,
            hands,
            hole,
            hole_cards()[hole],
            np.concatenate([s for both in self.strengths for s in both]).astype(np.uint16),
            np.concatenate([s for both in self.sames for s in both]).astype(np.int32),
            np.concatenate([[0], np.cumsum(per_board)]),
            np.array(self.suits, np.int64),
            (np.cumsum(sizes) - sizes).reshape(-1, 2),
            np.concatenate([*ups, np.zeros(0, np.int64)]).astype(np.int32),
            np.array([CARDS - 7, CARDS - 8, 1]),
        )
