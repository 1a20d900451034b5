"""``import pokerlake``: what it loads and what it names."""

import gc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pokerlake
import pokerlake as pk

DESCRIBED = re.compile(r"^- ``(\w+)``: ", re.MULTILINE)


def test_names():
    names = set(pokerlake.__all__)
    assert set(DESCRIBED.findall(pokerlake.__doc__)) == names - {"__version__"}
    assert dir(pokerlake) == sorted(names)
    assert 20 <= len(names) <= 78
    for name in names:
        assert getattr(pokerlake, name) is not None
        assert name == "__version__" or getattr(pokerlake, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        pokerlake.nonsense  # noqa: B018


@pytest.mark.parametrize(
    ("guessed", "told"),
    [
        ("odds", "did you mean 'equity'?"),
        ("ICM", "did you mean 'bubble_factors'?"),
        ("equitys", "did you mean 'equity'?"),
        ("calculateEquity", "did you mean 'equity'?"),
        ("evaluate_hand", "did you mean 'evaluate'?"),
        ("hand_strength", "did you mean 'strength'?"),
        ("HandRange", "did you mean 'Range'?"),
        ("import_hands", "in a terminal: pokerlake import"),
        ("export_csv", "in a terminal: pokerlake export"),
    ],
)
def test_a_guessed_name_is_answered_with_ours(guessed, told):
    with pytest.raises(AttributeError) as caught:
        getattr(pk, guessed)
    assert str(caught.value) == f"module 'pokerlake' has no attribute {guessed!r}; {told}"


@pytest.mark.parametrize("name", ["tables", "queries", "results", "scan", "load"])
def test_a_name_is_there_in_a_new_process(name):
    code = f"import pokerlake as pk; print(pk.{name}.__name__)"
    said = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).strip()
    assert said.rpartition(".")[2] == name


def test_classes_for_type_hints_load_nothing_before_they_are_used():
    code = "import sys, pokerlake.results as results; dir(results); print(*sys.modules)"
    loaded = set(subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split())
    assert {"numpy", "pyarrow", "polars"} & loaded == set()
    assert dir(pokerlake.results) == sorted(pokerlake.results.__all__)
    assert sorted(DESCRIBED.findall(pokerlake.results.__doc__)) == pokerlake.results.__all__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        pokerlake.results.nonsense  # noqa: B018


def test_import_loads_nothing():
    code = "import sys; before = {*sys.modules}; import pokerlake; print(*{*sys.modules} - before)"
    loaded = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split()
    assert {name for name in loaded if name.startswith("pokerlake")} == {
        "pokerlake",
        "pokerlake.lazy",
    }
    assert {"numpy", "numba", "pyarrow", "duckdb", "ast"} & set(loaded) == set()


def test_cards_need_no_frames_and_no_database():
    code = (
        "import sys, pokerlake as pk; pk.evaluate('AsKsQsJsTs'); pk.evaluate(51, 47, 43, 39, 35);"
        "print(*sys.modules)"
    )
    loaded = set(subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split())
    assert {"duckdb", "pyarrow", "polars", "pandas", "rich", "typer"} & loaded == set()
    assert len([name for name in loaded if name.startswith("pokerlake")]) <= 40


def test_a_warm_call_goes_through_few_modules(lake):
    """Of an equity that a table has; a call that goes back and forth is slow, and hard to read."""
    pk.equity("AhKh", "QsQc", lake=lake)
    entered = set()
    before = sys.getprofile()
    gc.disable()  # or what other tests have left is tidied up here
    sys.setprofile(lambda frame, *_: entered.add(frame.f_code.co_filename))
    try:
        pk.equity("AhKh", "QsQc", lake=lake)
    finally:
        sys.setprofile(before)
        gc.enable()
    root = str(Path(pk.__file__).parent)
    ours = {Path(name) for name in entered if name.startswith(root) and "site-packages" not in name}
    assert 0 < len(ours) <= 18
