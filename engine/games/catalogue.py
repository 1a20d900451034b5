"""The games that can be learned: those declared by the modules of this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from .protocol import Learnable


def declared() -> Iterator[Learnable]:
    """The ``LEARNABLES`` of each module in this folder except kernels, which would load numba."""
    room = import_module(__package__)
    for module in iter_modules(room.__path__, f"{__package__}."):
        if not module.name.endswith(("_kernels", ".catalogue")):
            yield from getattr(import_module(module.name), "LEARNABLES", ())


GAMES: Mapping[str, Learnable] = {
    game.name: game for game in sorted(declared(), key=lambda game: (game.players, game.name))
}
