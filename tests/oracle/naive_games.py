"""Small games by plain recursion over their descriptions: slow, to be believed at sight.

A strategy is ``{(player, seen): {choice: chance}}``. Values are exact where chances are fractions.
"""

import math
from collections import defaultdict
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add

from pokerlake.engine.games.tree.flat import alias
from pokerlake.engine.games.tree.game import CHANCE, OVER

WORD = 1 << 64


def states_of(game):
    """Every state and its choices, in the order in which they are met level by level."""
    found, level = {}, [game.start()]
    while level:
        below = []
        for node in level:
            turn = game.turn(node)
            if turn == CHANCE:
                below += [after for _, after in game.chances(node)]
            elif turn != OVER:
                found.setdefault((turn, game.seen(node)), list(game.choices(node)))
                below += [game.after(node, choice) for choice in game.choices(node)]
        level = below
    return found


def as_strategy(game, chances):
    """A strategy of the chances of all choices, state by state in the order of ``states_of``."""
    left = iter(chances)
    return {
        state: {choice: next(left) for choice in choices}
        for state, choices in states_of(game).items()
    }


def steps(game, strategy, node):
    """What may follow on a node, and how likely each is."""
    turn = game.turn(node)
    if turn == CHANCE:
        return list(game.chances(node))
    chances = strategy[turn, game.seen(node)]
    return [(chances[choice], game.after(node, choice)) for choice in game.choices(node)]


def values(game, strategy, node=None):
    """What each player wins on average from a node on."""
    node = game.start() if node is None else node
    if game.turn(node) == OVER:
        return [Fraction(chips) for chips in game.won(node)]
    below = [
        (chance, values(game, strategy, after)) for chance, after in steps(game, strategy, node)
    ]
    return [sum(chance * won[p] for chance, won in below) for p in range(game.players)]


def best_value(game, strategy, player):
    """The most that a player can win against the others: all of his pure strategies are tried."""
    ends = []

    def walk(node, reach, own):
        turn = game.turn(node)
        if turn == OVER:
            ends.append((own, reach * game.won(node)[player]))
        elif turn == player:
            for choice in game.choices(node):
                seen = game.seen(node)
                walk(game.after(node, choice), reach, {**own, seen: choice})
        else:
            for chance, after in steps(game, strategy, node):
                walk(after, reach * chance, own)

    walk(game.start(), Fraction(1), {})
    own_states = {seen: choices for (p, seen), choices in states_of(game).items() if p == player}
    best = None
    for pure in product(*own_states.values()):
        chosen = dict(zip(own_states, pure, strict=True))
        value = sum(won for own, won in ends if own.items() <= chosen.items())
        best = value if best is None else max(best, value)
    return best


def nash_conv(game, strategy):
    now = values(game, strategy)
    return sum(best_value(game, strategy, p) - now[p] for p in range(game.players))


def gains(game, strategy):
    """What each choice of each state would win more a game, its player doing all to come there."""
    found = defaultdict(Fraction)

    def walk(node, reach):
        turn = game.turn(node)
        if turn == OVER:
            return
        for chance, after in steps(game, strategy, node):
            factors = [chance if p != turn else 1 for p in range(game.players)]
            walk(after, [r * factor for r, factor in zip(reach, factors, strict=True)])
        if turn >= 0:
            now = values(game, strategy, node)[turn]
            for choice in game.choices(node):
                then = values(game, strategy, game.after(node, choice))[turn]
                found[turn, game.seen(node), choice] += reach[turn] * (then - now)

    walk(game.start(), [Fraction(1)] * game.players)
    return [
        found[*state, choice] for state, choices in states_of(game).items() for choice in choices
    ]


def added(numbers):
    """The sum as kernels have it: that of Python 3.12 carries what is rounded off.

    A regret of 1e-17 in place of 0 is another strategy.
    """
    return reduce(add, numbers, 0.0)


def matched(regrets, choices):
    positive = [max(regrets[choice], 0.0) for choice in choices]
    if added(positive) > 0:
        return {c: p / added(positive) for c, p in zip(choices, positive, strict=True)}
    return {choice: 1 / len(choices) for choice in choices}


def minimise(game, iterations, *, plus):
    """Counterfactual regret minimisation, player after player: regrets and sums of strategies."""
    states = states_of(game)
    regrets = {state: dict.fromkeys(choices, 0.0) for state, choices in states.items()}
    sums = {state: dict.fromkeys(choices, 0.0) for state, choices in states.items()}

    def walk(node, player, own, others, strategy, weight, more):
        turn = game.turn(node)
        if turn == OVER:
            return float(game.won(node)[player])
        if turn != player:
            return added(
                float(chance)
                * walk(after, player, own, others * float(chance), strategy, weight, more)
                for chance, after in steps(game, strategy, node)
            )
        state = turn, game.seen(node)
        value = {}
        for choice, chance in strategy[state].items():
            sums[state][choice] += weight * own * chance
            value[choice] = walk(
                game.after(node, choice), player, own * chance, others, strategy, weight, more
            )
        mean = added(strategy[state][choice] * value[choice] for choice in value)
        for choice in value:
            more[state][choice] += others * (value[choice] - mean)
        return mean

    for iteration in range(iterations):
        for player in range(game.players):
            strategy = {
                state: matched(regrets[state], choices) for state, choices in states.items()
            }
            more = {state: dict.fromkeys(choices, 0.0) for state, choices in states.items()}
            weight = iteration + 1 if plus else 1
            walk(game.start(), player, 1.0, 1.0, strategy, weight, more)
            for state, choices in states.items():
                for choice in choices:
                    regrets[state][choice] += more[state][choice]
                    if plus:
                        regrets[state][choice] = max(regrets[state][choice], 0.0)
    return flat(regrets), flat(sums)


def flat(by_state):
    return [number for choices in by_state.values() for number in choices.values()]


class Words:
    """SplitMix64."""

    def __init__(self, state):
        self.state = state

    def __call__(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        word = self.state
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
        return word ^ (word >> 31)


def unit(word):
    return (word >> 11) / 2**53


def below(word, n):
    return (word % 2**32) * n >> 32


def picked(chances, word):
    left = unit(word)
    for place, chance in enumerate(chances[:-1]):
        left -= chance
        if left < 0:
            return place
    return len(chances) - 1


def minimise_sampled(game, games, seed):
    """External sampling: the words are used level by level."""
    states = states_of(game)
    regrets = {state: dict.fromkeys(choices, 0.0) for state, choices in states.items()}
    sums = {state: dict.fromkeys(choices, 0.0) for state, choices in states.items()}
    word = Words(seed)
    for number in range(games):
        player = number % game.players
        strategy = {state: matched(regrets[state], choices) for state, choices in states.items()}
        after, level = {}, [((), game.start())]
        while level:
            below_it = []
            for path, node in level:
                turn = game.turn(node)
                if turn == OVER:
                    continue
                if turn == player:
                    after[path] = [
                        ((*path, choice), game.after(node, choice)) for choice in game.choices(node)
                    ]
                else:
                    if turn != CHANCE:
                        for choice, chance in strategy[turn, game.seen(node)].items():
                            sums[turn, game.seen(node)][choice] += chance
                    ways = steps(game, strategy, node)
                    place = picked([float(chance) for chance, _ in ways], word())
                    after[path] = [((*path, place), ways[place][1])]
                below_it += after[path]
            level = below_it

        def value(path, node, player=player, after=after, strategy=strategy):
            if game.turn(node) == OVER:
                return float(game.won(node)[player])
            won = [value(*way) for way in after[path]]
            if game.turn(node) != player:
                return won[0]
            state = player, game.seen(node)
            mean = added(c * w for c, w in zip(strategy[state].values(), won, strict=True))
            for choice, chips in zip(strategy[state], won, strict=True):
                regrets[state][choice] += chips - mean
            return mean

        value((), game.start())
    return flat(regrets), flat(sums)


def outcomes(game, node):
    """All that chance may do before a player is to choose, and how likely each is."""
    if game.turn(node) != CHANCE:
        return [(Fraction(1), node)]
    return [
        (chance * more, last)
        for chance, after in game.chances(node)
        for more, last in outcomes(game, after)
    ]


class ResultTable:
    """The document's learner, once for each table."""

    def __init__(self, game, seeds, explore):
        self.game = game
        self.explore = explore
        self.states = states_of(game)
        empty = {(*s, c): (0, 0) for s, choices in self.states.items() for c in choices}
        self.tables = [dict(empty) for _ in seeds]
        self.words = [Words(int(seed)) for seed in seeds]
        self.left = [self.moves_until_random(word) for word in self.words]
        self.done = 0

    def moves_until_random(self, word):
        u = 1 - unit(word())
        if self.explore == 0:
            return math.inf
        if self.explore == 1:
            return 0
        return int(math.log(u) / math.log1p(-self.explore))

    def go_on(self, games):
        while self.done < games:
            for number, table in enumerate(self.tables):
                made, last = self.one_game(table, number)
                for key, paid in made:
                    count, won = table[key]
                    table[key] = count + 1, won + self.game.won(last)[key[0]] + paid
                self.done += 1

    def one_game(self, table, number):
        game, word = self.game, self.words[number]
        node, made = game.start(), []
        while (turn := game.turn(node)) != OVER:
            if turn == CHANCE:
                drawn = word()
                ways = outcomes(game, node)
                own = (drawn >> 32) * len(ways) >> 32
                share, other = alias([chance for chance, _ in ways])[own]
                node = ways[own if drawn % 2**32 < int(share * 2**32) else other][1]
                continue
            choices, seen = game.choices(node), game.seen(node)
            if self.left[number] == 0:
                choice = choices[below(word(), len(choices))]
                self.left[number] = self.moves_until_random(word)
            else:
                self.left[number] -= 1
                means = [
                    won / n if n else 0.0 for n, won in (table[turn, seen, c] for c in choices)
                ]
                choice = choices[means.index(max(means))]
            made.append(((turn, seen, choice), game.paid(node)))
            node = game.after(node, choice)
        return made, node
