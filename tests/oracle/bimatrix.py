"""Equilibria of games of two players as matrices: the linear complementarity of Lemke and Howson.

What is known of it: Lemke, Howson, "Equilibrium points of bimatrix games", 1964.
"""

import numpy as np


def equilibria(first, second):
    """What both players win in the equilibria that paths from every label end in.

    ``first``, ``second``: what they win by the choice of the first (rows) and of the second. They
    must be without ties: a tiny number added to each sees to that.
    """
    rows, columns = first.shape
    # Each player's polytope, as a tableau: slacks, then the other's choices. All numbers above 0.
    ours, theirs = first - first.min() + 1, second - second.min() + 1
    for label in range(rows + columns):
        tableaux = [
            np.hstack([theirs.T, np.eye(columns), np.ones((columns, 1))]),  # choices of the first
            np.hstack([np.eye(rows), ours, np.ones((rows, 1))]),  # choices of the second
        ]
        bases = [list(range(rows, rows + columns)), list(range(rows))]
        entering, of = label, int(label >= rows)
        while True:
            leaving = _pivot(tableaux[of], bases[of], entering)
            if leaving == label:
                break
            entering, of = leaving, 1 - of
        x, y = (np.zeros(rows + columns) for _ in range(2))
        for point, tableau, basis in zip((x, y), tableaux, bases, strict=True):
            point[basis] = tableau[:, -1]
        mixed = x[:rows] / x[:rows].sum(), y[rows:] / y[rows:].sum()
        yield mixed[0] @ first @ mixed[1], mixed[0] @ second @ mixed[1]


def _pivot(tableau, basis, entering):
    """Have a variable enter a basis; which one leaves."""
    with np.errstate(divide="ignore"):
        ratios = np.where(
            tableau[:, entering] > 1e-12, tableau[:, -1] / tableau[:, entering], np.inf
        )
    row = int(np.argmin(ratios))
    leaving, basis[row] = basis[row], entering
    tableau[row] /= tableau[row, entering]
    for other in range(len(tableau)):
        if other != row:
            tableau[other] -= tableau[other, entering] * tableau[row]
    return leaving
