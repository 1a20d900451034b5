"""A small blueprint by buckets that no lake has, and what is won against it, made up."""

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.pipelines.blueprints.asked import Asked
from pokerlake.pipelines.blueprints.training import train
from pokerlake.pipelines.growing import adding
from pokerlake.queries.answers.buckets import Run
from pokerlake.tables.definitions.blueprints import BLUEPRINT_GAINS, BLUEPRINT_RESPONSES, MEASURES

SMALL = Asked(
    "nolimit", (0, 1, 2, 3), (169, 3, 4, 5), stack=3.0, ante=0.5, opens="a", reraises="-", bets="a"
)


def buckets_on(boards, holes):
    """Starting hands, then buckets by number."""
    later = [(holes + boards[:, :1]) % some for some in SMALL.buckets[1:]]
    return np.array([hand_of_hole()[holes], *later])


def _buckets_from(*_):
    return buckets_on


def trained(lake, asked=SMALL, iterations=32, seconds=np.inf, **how):
    """Train it, or another, into a lake."""
    return train(lake, asked, _buckets_from, iterations=iterations, seconds=seconds, **how)


def add_response(lake):
    """Add what nobody has computed."""
    schema = BLUEPRINT_RESPONSES.arrow_schema()
    numbers = {field.name: 1.0 for field in schema if pa.types.is_floating(field.type)}
    row = {**numbers, "run": 1, "flops": 20, "seed": 1, "package_version": "0.1.0"}
    with adding(lake, MEASURES, wait=True) as addition:
        row["measure"] = addition.first
        addition.write[BLUEPRINT_RESPONSES.name](pa.Table.from_pylist([row], schema))
        gained = [
            {"measure": addition.first, "player": player, "street": street, "line": line,
             "least": gain, "least_error": 1.0, "most": gain, "most_error": 1.0}
            for player, before in (("ip", -1.75), ("oop", 0.25))
            for street, line, gain in (
                ("all", "c x", 1.75), ("flop", "all", 1.0), ("flop", "c x", 1.0),
                ("preflop", "", before), ("river", "all", 0.25), ("river", "c x", 0.25),
                ("turn", "all", 0.5), ("turn", "c x", 0.5),
            )
        ]  # fmt: skip
        rows = pa.Table.from_pylist(gained, BLUEPRINT_GAINS.arrow_schema())
        addition.write[BLUEPRINT_GAINS.name](rows)
        addition.things = 1


class MadeUpBuckets:
    """Abstractions of no lake."""

    def __init__(self, *_):
        pass

    def run(self, street, run=None, k=None, kind=None):
        place = ["preflop", "flop", "turn", "river"].index(street)
        number = place if run is None and kind is None else run or 0
        return Run(number, street, "percentile", k or 4)

    def row(self, run):
        return {"buckets": run.k}

    def of(self, run, holes, boards, threads):
        return hand_of_hole()[holes] % 169 if run.run == 0 else holes % run.k
