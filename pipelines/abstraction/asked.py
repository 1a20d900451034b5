"""A request for an abstraction of a street, and its cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerlake.engine.given import shown
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import UsageError, did_you_mean

CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
KINDS = {
    "preflop": ("lossless",),
    "flop": ("distribution", "percentile", "potential"),
    "turn": ("distribution", "percentile"),
    "river": ("optimal", "percentile", "ochs"),
}
DRAWN = ("distribution", "potential", "ochs")  # kinds with random starts
MOST_BUCKETS = 10_000
HANDS = 169  # before the flop
HOLES = {"flop": 1_286_792, "turn": 13_960_050}  # canonical ones on all boards

_ROWS = {"preflop": HANDS, **HOLES, "river": 123_156_254}
_GIGABYTES = {"preflop": 0.4, "flop": 3.4, "turn": 2.9, "river": 0.4}  # at most, as measured
# Measured on two cores: for the features of holes and the columns of buckets; for choosing 200
# buckets; and the power of the number of buckets with which that grows.
_SECONDS = {
    "preflop": (4.0, 0.0, 0.0),
    "flop": (27.0, 48.0, 0.1),
    "turn": (22.0, 70.0, 0.22),
    "river": (3.0, 0.0, 0.0),
}


@dataclass(frozen=True)
class Abstraction:
    """A requested abstraction.

    Attributes
    ----------
    street : {"preflop", "flop", "turn", "river"}
    kind : str
        ``distribution`` by the equities of all run-outs (flop and turn), ``optimal`` by the equity
        (river), ``percentile`` as many deals in each bucket, ``potential`` by the turn buckets that
        holes reach with each turn card (flop), ``ochs`` by the equities against eight clusters of
        starting hands (river), ``lossless`` the 169 starting hands (before the flop). The first of
        the street by default.
    k : int
        The number of buckets: 2 .. 10,000, 200 by default; 169 before the flop.
    seed : int
        For the starts of ``distribution``, ``potential`` and ``ochs``.
    restarts : int
        The number of starts, of which the best is kept.
    next_run : int, optional
        The run of turns that ``potential`` looks at; by default the newest of ``distribution``.

    Raises
    ------
    UsageError
        If a value is invalid.
    """

    street: str
    kind: str = ""
    k: int = 0
    seed: int = 1
    restarts: int = 1
    next_run: int | None = None

    def __post_init__(self) -> None:
        if self.street not in CARDS:
            street = shown(self.street)
            raise UsageError(f"the street is {street}; {did_you_mean(self.street, CARDS)}")
        kinds = KINDS[self.street]
        if self.kind == "":
            object.__setattr__(self, "kind", kinds[0])
        if self.kind not in kinds:
            raise UsageError(
                f"no kind {shown(self.kind)} for the {self.street}; give {' or '.join(kinds)}"
            )
        if self.street == "preflop" and self.k not in (0, HANDS):
            raise UsageError(
                f"k is {shown(self.k)}; before the flop there are {HANDS} hands: leave it out"
            )
        if self.k == 0:
            object.__setattr__(self, "k", HANDS if self.street == "preflop" else 200)
        if not 2 <= self.k <= MOST_BUCKETS:
            raise UsageError(f"k is {shown(self.k)}; give 2 to {MOST_BUCKETS:,} buckets")
        if not 1 <= self.restarts <= 1000:
            raise UsageError(f"restarts is {shown(self.restarts)}; give 1 to 1,000")
        if not 0 <= self.seed < 2**63:
            raise UsageError(f"seed is {shown(self.seed)}; give a whole number from 0 on")
        if self.next_run is not None and self.kind != "potential":
            raise UsageError(f"next_run is {shown(self.next_run)}; only potential looks at one")

    @property
    def columns(self) -> dict[str, Any]:
        """The columns that identify it in the lake; no seed or restarts if nothing is random."""
        draws = self.kind in DRAWN
        return {
            "street": self.street,
            "kind": self.kind,
            "next_run": self.next_run,
            "k": self.k,
            "seed": self.seed if draws else None,
            "restarts": self.restarts if draws else 1,
        }


def cost_of(asked: Abstraction) -> dict[str, float]:
    """The estimated cost of an abstraction: rows, gigabytes, and seconds on two cores."""
    features, clustering, power = _SECONDS[asked.street]
    gigabytes = _GIGABYTES[asked.street]
    if asked.kind == "potential":
        features, clustering, power = 35.0, 20 + asked.k / 400, 0.0
    elif asked.kind == "ochs":
        gigabytes, features, clustering, power = 6.4, 25.0, 35.0, 0.7
    elif asked.kind != "distribution":
        clustering = 0.0
    return {
        "rows": _ROWS[asked.street],
        "gigabytes": gigabytes,
        # Bounds rule out most pairs of hole and centre.
        "seconds": round(features + asked.restarts * clustering * (asked.k / 200) ** power),
    }


def refuse_memory(asked: Abstraction) -> None:
    """Refuse an abstraction that needs more memory than is free, if that is known.

    Raises UsageError, which says how much.
    """
    needed, free = cost_of(asked)["gigabytes"], free_memory()
    if free is not None and needed * 1e9 > free:
        raise UsageError(
            f"buckets of the {asked.street} take {needed} GB, and {free / 1e9:.1f} GB are free; "
            "end other programs, or compute them on a larger machine"
        )
