"""The fuzzer as CI runs it: the same inputs each time, and all that was ever found."""

from pathlib import Path

import pytest

from fuzz import inputs, mutate, watch
from fuzz.run import CORPUS, given_in, load, made

TARGETS = load()
FOUND = sorted(CORPUS.glob("*/*"))


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted(TARGETS, key=lambda name: -TARGETS[name].in_ci))
def test_inputs_of_one_seed(name):
    target = TARGETS[name]
    with watch.limits():
        found = [watch.finding(target, made(target, "CI", n)) for n in range(target.in_ci)]
    assert [str(one) for one in found if one is not None] == []


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted({file.parent.name for file in FOUND}))
def test_what_was_found_stays_mended(name):
    for file in FOUND:
        if file.parent.name == name:
            target, given = given_in(file)
            with watch.limits():
                found = watch.finding(target, given)
            assert found is None, f"{file.name}: {found}"


def failing(text):
    if "7" in text:
        raise KeyError(text)
    if "8" in text:
        Path("left").touch()
    if "9" in text:
        raise ValueError(text)


@pytest.fixture
def target():
    return inputs.Target("toy", "text", lambda: ["1234567"], mutate.text, failing, (ValueError,))


@pytest.mark.parametrize(
    ("given", "kind"), [("1", None), ("9", None), ("67", "KeyError"), ("8", "files")]
)
def test_findings(target, given, kind):
    with watch.limits():
        found = watch.finding(target, given)
    assert (found and found.kind) == kind


def test_a_finding_is_made_small(target):
    with watch.limits():
        found = watch.finding(target, "abc7def" * 20)
        assert inputs.minimised(found.given, watch.fails_as(target, found)) == "7"


def test_the_same_seed_makes_the_same_inputs():
    for target in TARGETS.values():
        assert made(target, "a", 5) == made(target, "a", 5)
        for seed in target.seeds():
            raw = inputs.to_bytes(target.kind, seed)
            assert inputs.from_bytes(target.kind, raw) == seed
