"""Named ranges in a browser: whole stories."""

import json

import pytest

import pokerlake as pk
from helpers.browser import accessible, until


def first(page):
    """The range of the first player, as the address has it."""
    return page.evaluate("new URLSearchParams(location.hash.split('?')[1]).getAll('p')[0]")


def kept(page):
    """The names and texts that the browser keeps."""
    found = json.loads(page.evaluate("localStorage.getItem('ranges') ?? '[]'"))
    return {one["name"]: one["text"] for one in found}


def test_ranges_are_named_painted_and_carried_to_another_view(page, site, tmp_path):
    page.goto(f"{site}#/equity?p=TT%2B,AKs&p=KK")
    page.get_by_text("Named ranges", exact=True).click()
    name = page.get_by_label("Name, with folders")
    name.fill("BTN=20")
    page.get_by_role("button", name="Save the range").click()
    page.get_by_text("A name cannot have = # [ or ]: BTN=20.").wait_for()
    name.fill("BTN / 20 bb/open")
    page.get_by_role("button", name="Save the range").click()
    until(page, lambda: kept(page) == {"BTN/20 bb/open": "TT+,AKs"})

    # It is edited in the grid, saved over, deleted and brought back.
    page.locator('.paint [data-hand="AQs"]').click()
    page.get_by_text("is another range by now").wait_for()
    page.get_by_role("button", name="Save over it").click()
    until(page, lambda: pk.Range(kept(page)["BTN/20 bb/open"]) == pk.Range("TT+,AKs,AQs"))
    page.get_by_role("button", name="Delete BTN/20 bb/open").click()
    until(page, lambda: kept(page) == {})
    page.get_by_role("button", name="Bring it back").click()
    until(page, lambda: list(kept(page)) == ["BTN/20 bb/open"])
    accessible(page)

    # As text and as files: what cannot be read says where, and nothing of it is kept.
    page.get_by_text("As text and as a file").click()
    lines = page.get_by_label("Named ranges as text")
    lines.fill("a/one = 22+\na/two = 2x+")
    page.get_by_role("button", name="Read them").click()
    page.get_by_text("line 2, a/two: ").wait_for()
    assert list(kept(page)) == ["BTN/20 bb/open"]
    lines.fill("a/one = 22+\n[omaha]\nb = AAxx$ds\n")
    page.get_by_role("button", name="Read them").click()
    page.get_by_text("2 ranges are read.").wait_for()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save all to a file").click()
    saved = tmp_path / "ranges.txt"
    saving.value.save_as(saved)
    page.evaluate("localStorage.removeItem('ranges')")
    page.reload()
    page.get_by_text("Named ranges", exact=True).click()
    page.get_by_text("As text and as a file").click()
    alone = tmp_path / "from a solver.txt"
    alone.write_text("AA,KK:0.5", "utf-8")
    page.get_by_label("Load files").set_input_files([saved, alone])
    page.get_by_text("4 ranges are read.").wait_for()
    assert kept(page)["from a solver"] == "AA,KK:0.5"

    # Other views have them, beside the grid and in each field of a range.
    page.goto(f"{site}#/flops?n=22&p=AA")
    page.get_by_text("Paint it").first.click()
    page.get_by_text("Named ranges (3)").first.click()
    page.get_by_role("button", name="from a solver", exact=True).click()
    until(page, lambda: first(page) == "AA,KK:0.5")
    offered = page.locator("datalist option")
    assert [one.get_attribute("label") for one in offered.all()] == list(kept(page))[:3]


@pytest.mark.whole
def test_presets_are_those_of_the_engine_and_of_the_lake(page, site, whole_lake):
    page.goto(f"{site}#/equity?p=AA&p=KK")
    page.get_by_text("Named ranges", exact=True).click()
    page.get_by_text("Presets, computed here").click()
    page.get_by_label("Stack, in big blinds").fill("12")
    wanted = pk.push_fold(12, lake=whole_lake).range("BB")
    page.get_by_text(f"{wanted.percent:.1f} %", exact=True).wait_for()
    page.get_by_role("button", name="BB calls").click()
    until(page, lambda: pk.Range(first(page)) == wanted)
    assert (
        page.get_by_label("Name, with folders").input_value().startswith("Push or fold/2 players")
    )

    page.get_by_role("button", name="Blueprint").click()
    page.get_by_role("button", name="BTN call").click()
    until(page, lambda: page.get_by_label("Name, with folders").input_value().endswith("/BTN call"))
    page.get_by_role("button", name="Solved spot").click()
    page.get_by_role("button", name="In position, at first").click()
    until(page, lambda: pk.Range(first(page)) == pk.Range("KK,T9s"))
    accessible(page)
