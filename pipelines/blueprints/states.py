"""The state of a training, as a file in its work folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pokerlake.engine.blueprint import Training
from pokerlake.engine.signatures import F32
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.store import whole_file


def save(path: Path, training: Training, seconds: float) -> None:
    """Write the state of a training, and the seconds that it took."""
    with whole_file(path) as file:
        np.save(file, np.array([training.iterations, seconds]))
        for table in training.state:
            np.save(file, table)


def restore(path: Path, training: Training) -> float:
    """Restore a saved training; return its seconds, 0 if none was saved. Raises LakeError."""
    if not path.exists():
        return 0.0
    (iterations, seconds), *tables = stored(path, training)
    for table, there in zip(training.state, tables, strict=True):
        table[:] = there
    training.iterations = int(iterations)
    return float(seconds)


def stored(path: Path, training: Training) -> Iterator[F32]:
    """Iterations and seconds, then the tables of a training, one by one. Raises LakeError."""
    try:
        with path.open("rb") as file:
            yield np.load(file)
            for table in training.state:
                yield np.load(file).reshape(table.shape)
    except (OSError, ValueError, EOFError) as error:
        raise from_outside(error, path) or LakeError(
            f"{path} cannot be gone on with ({type(error).__name__}: {error}); "
            f"remove {path.parent} to begin anew"
        ) from error
