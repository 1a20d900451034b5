"""Runs commands on lakes in one process: a line of JSON in for each, a line of JSON out.

``{"line": "sql 'from classes'", "lake": "..."}`` gives ``code``, ``out`` and ``err``; or ``trace``
where an exception came through that is not the command line's.
"""

import json
import os
import sys
import traceback
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from damage.lakes import known_builds
from helpers.command_line import run
from pokerlake.pipelines import tables


def with_known_rows(whole: Path) -> None:
    """Builds take the rows of a whole lake: those that take seconds are not what is tried."""
    known = known_builds(whole)
    for module in iter_modules(tables.__path__, f"{tables.__name__}."):
        room = import_module(module.name)
        room.BUILDS = tuple(known.get(build.table.name, build) for build in room.BUILDS)
        assert all(replace(build) for build in room.BUILDS)


def main() -> None:
    with_known_rows(Path(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else is an answer
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            done = run(asked["line"], "--lake", asked["lake"])
            found = {"code": done.code, "out": done.out.decode(errors="replace"), "err": done.err}
        except BaseException:  # noqa: BLE001 whatever it is, it is a finding
            found = {"trace": traceback.format_exc()}
        answers.write(json.dumps(found) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
