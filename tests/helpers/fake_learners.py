"""A game that is learned at once: what has come of it can be told in the head."""

import numpy as np

from pokerlake.engine.games.protocol import Algorithm, Learnable, Learned, Profit

LOT = 4


class Tosses:
    """Lots of four tosses; in the n-th lot heads is taken n times, else tails; heads wins 2."""

    def __init__(self, seed, bias):
        if bias < 0:
            raise ValueError(f"bias is {bias}: give 0 or more")
        self.seed, self.bias = seed, bias
        self.done = 0
        self.heads = np.zeros(1, np.int64)

    def go_on(self, games, *, threads=1):
        while self.done < games:
            self.done += LOT
            self.heads += min(self.done // LOT, LOT)

    def learned(self, *, threads=1):
        heads = int(self.heads[0])
        share = heads / self.done
        return Learned(
            player=[1, 1],
            state=["toss", "toss"],
            choice=["tails", "heads"],
            probability=np.array([1 - share, share]),
            games=np.array([self.done - heads, heads]),
            won=np.array([0, 2 * heads]),
            gain=np.array([-share, 1 - share]),
            gain_standard_error=np.zeros(2),
            value=share,
            nash_conv=1 - share,
            nash_conv_standard_error=0.0,
        )

    def arrays(self):
        return {"done": np.array(self.done), "heads": self.heads}

    def restore(self, arrays):
        self.done = int(arrays["done"])
        self.heads = arrays["heads"].copy()


class Unknown(Tosses):
    """Nobody knows how good it is, and there is no result table."""

    def learned(self, *, threads=1):
        learned = super().learned(threads=threads)
        return Learned(learned.player, learned.state, learned.choice, learned.probability)


def profits(learned, games, *, seed, threads):
    assert learned.games.sum() == games
    return [Profit("caller", 10, threads * 0 + seed, 5), Profit("AA+", games, -7, 49)]


GAMES = {
    "toss": Learnable(
        "toss",
        "a coin",
        1,
        (
            Algorithm(
                "greedy", "takes heads", Tosses, 100, unit=2, parameters={"bias": 0},
                profits=profits,
            ),
            Algorithm(
                "blind", "does not look", lambda: Unknown(0, 0), 3, iterates=True, seeded=False
            ),
        ),
    )
}  # fmt: skip
