"""The hands before the flop in a browser, and push or fold: whole stories."""

import pytest

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def cell(page, grid, hand):
    """The cell of a hand in a grid."""
    return page.get_by_role("grid", name=grid).locator(f'[data-hand="{hand}"]')


def text(page, grid, hand):
    """What a cell shows, its name and its value."""
    return cell(page, grid, hand).inner_text().split()


def test_a_ranking_leads_to_match_ups_and_back(page, site, whole_lake):
    page.goto(f"{site}#/preflop")
    until(page, lambda: text(page, "Rank of each hand", "AA") == ["AA", "1"])
    listed = page.locator(".tabulator-row [tabulator-field=hand]")
    until(page, lambda: listed.first.inner_text() == "AA")
    assert "sampled: standard errors are up to 0.00" in page.locator("main").inner_text()

    page.get_by_label("Players").select_option("2")
    page.get_by_label("What cells show").select_option("equity")
    until(page, lambda: text(page, "Equity against one", "AKs") == ["AKs", "67.0"])
    until(page, lambda: "counted exactly" in page.locator("main").inner_text())
    cell(page, "Equity against one", "AKs").click()
    page.locator("[data-picked=AKs]").get_by_role("link", name="Match-ups").click()

    # And a hand is picked by the keyboard: the grid is one stop of Tab, arrows move in it.
    until(page, lambda: text(page, "Equity of AKs against each", "AA") == ["AA", "12.1"])
    cell(page, "Hands to pick", "AA").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, lambda: text(page, "Equity of KK against each", "AA") == ["AA", "18.1"])
    cell(page, "Equity of KK against each", "AA").click()
    until(page, "document.querySelector('[data-against=AA]') !== null")
    third = "Equity of KK against AA and each third hand"
    until(page, lambda: page.get_by_role("grid", name=third).count() == 1)
    rows = pk.query("third_player", hero="KK", villain="AA", lake=whole_lake).fetchall()
    shown = page.get_by_role("grid", name=third).locator(".hand:not(.blank)")
    assert shown.count() == len(rows)

    page.go_back()
    page.go_back()
    until(page, lambda: text(page, "Equity of AKs against each", "AA") == ["AA", "12.1"])
    page.reload()
    until(page, lambda: text(page, "Equity of AKs against each", "AA") == ["AA", "12.1"])
    page.get_by_role("textbox", name="Hand", exact=True).fill("AK")
    until(page, "document.querySelector('.problem')?.textContent.includes(\"'AKs' or 'AKo'\")")
    accessible(page)


@pytest.mark.whole
def test_push_or_fold_is_solved_as_one_types(page, site, whole_lake):
    def equal(**spot):
        found = pk.push_fold(**spot, lake=whole_lake)
        wanted = [*found.value.tolist(), *found.to_arrow()["percent"].to_pylist()]

        def shown():
            at = ["value", "percent"]
            return [
                float(one.get_attribute(f"data-{name}"))
                for name in at
                for one in page.locator(f"[data-{name}]").all()
            ]

        until(page, lambda: shown() == wanted)
        return found

    page.goto(f"{site}#/preflop?show=pushfold&stack=10")
    equal(stack=10)
    assert "Out of the lake, spot 1" in page.locator("[data-gain]").inner_text()
    page.get_by_label("Ante of each").fill("0.125")
    equal(stack=10, ante=0.125)
    assert "Solved here" in page.locator("[data-gain]").inner_text()
    page.get_by_text("Small blind, prizes, ranges").click()
    page.get_by_label("Prizes").fill("50,30,20")
    until(page, lambda: page.get_by_label("Prizes").get_attribute("aria-invalid") == "true")
    page.get_by_label("Stacks of other").fill("9")
    found = equal(stack=10, ante=0.125, prizes=[50, 30, 20], others=[9])
    assert float(page.locator("[data-gain]").get_attribute("data-gain")) == found.gain_by_deviating
    factors = pk.bubble_factors([10, 10, 9], [50, 30, 20]).factors
    until(page, "document.querySelectorAll('[data-factor]').length === 6")
    first = page.locator("[data-bubble] tbody tr").first.locator("[data-factor]")
    assert float(first.nth(1).get_attribute("data-factor")) == factors[0, 2]

    push = page.locator('[data-decision="SB "]').get_by_role("grid")
    push.locator('[data-hand="A5s"]').click()
    until(page, "document.querySelector('table[data-picked=A5s]') !== null")
    page.get_by_role("button", name="Gain over folding").click()
    until(page, lambda: "." in push.locator('[data-hand="A5s"]').inner_text())
    accessible(page)
    page.reload()
    equal(stack=10, ante=0.125, prizes=[50, 30, 20], others=[9])

    # A player keeps to a range, and the big blind posts for all.
    page.get_by_label("Ante of the big blind").fill("1")
    page.get_by_label("Ranges that players keep to").fill("BB=22+,A2s+")
    equal(stack=10, ante=0.125, prizes=[50, 30, 20], others=[9], bb_ante=1, fixed="BB=22+,A2s+")
    assert "what is kept to is BB=22+,A2s+" in page.locator("[data-gain]").inner_text()

    # The same in chips, of which a big blind has 200.
    page.goto(
        f"{site}#/preflop?show=pushfold&bb=200&stack=2000&ante=25&prizes=50,30,20&others=1800"
    )
    equal(stack=10, ante=0.125, prizes=[50, 30, 20], others=[9])
    assert "2,000 chips" in page.get_by_role("region", name="Players", exact=True).inner_text()
    page.get_by_label("Big blind, in chips").fill("many")
    page.get_by_text("the big blind is many; give chips").wait_for()
    page.get_by_label("Big blind, in chips").fill("")
    page.goto(f"{site}#/preflop?show=pushfold")

    # Three players wait for the button; the slice of three hands in this lake is not enough.
    page.get_by_role("combobox", name="Players").select_option("3")
    button = page.get_by_role("button", name="Solve", exact=True)
    until(page, lambda: button.count() == 1 and button.is_enabled())
    button.click()
    until(page, "document.querySelector('.problem')?.textContent.includes('matchups3')")
    assert button.evaluate("(it) => it === document.activeElement")


@pytest.mark.whole
def test_rates_and_all_the_rest_on_a_phone_in_the_dark(page, site):
    page.goto(f"{site}#/preflop?show=rates&hands=AA,72o")
    until(page, "document.querySelectorAll('[data-rate]').length === 18")
    cell(page, "Hands with a line", "AKs").click()
    until(page, "document.querySelectorAll('[data-rate]').length === 27")
    assert page.get_by_label("Hands, 6 at most").input_value() == "AA,72o,AKs"
    page.go_back()
    until(page, "document.querySelectorAll('[data-rate]').length === 18")
    page.get_by_label("Hands, 6 at most").fill("AA,72x")
    until(page, "document.querySelector('.problem') !== null")
    page.get_by_label("Hands, 6 at most").fill("AA")
    until(page, "document.querySelectorAll('[data-rate]').length === 9")
    dark(page)
    phone(page)
    for show, ready in (
        ("rates", "[data-rate]"),
        ("matchups", "[aria-label=Opponents] .hand small"),
        ("pushfold", "[data-gain]"),
        ("rankings", ".tabulator-row"),
    ):
        page.goto(f"{site}#/preflop?show={show}")
        until(page, f"document.querySelector('{ready}') !== null")
        no_sideways_scroll(page)
        accessible(page)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("preflop?players=abc", "players is 'abc'; give a whole number"),
        ("preflop?players=", "players is blank; give a whole number"),
        ("preflop?show=pushfold&players=x", "players is 'x'; give a whole number"),
        ("board?n=abc", "opponents is 'abc'; give a whole number"),
        ("flops?n=abc", "flops is 'abc'; give 22, 49, 95, 184 or 1755"),
        ("preflop?game=omaha&n=abc", "count is 'abc'; give a whole number"),
    ],
)
def test_a_number_of_an_address_that_is_none_is_told_as_it_was_typed(page, site, address, line):
    page.goto(f"{site}#/{address}")
    page.get_by_text(line).first.wait_for()


@pytest.mark.whole
def test_a_blueprint_is_followed_line_by_line(page, site):
    page.goto(f"{site}#/preflop?show=blueprints")
    until(page, lambda: page.get_by_role("heading", name="Dealer, pot").count() == 1)
    page.get_by_role("group", name="Actions").get_by_role("link", name="call").click()
    until(page, lambda: page.get_by_role("heading", name="Big blind, pot").count() == 1)
    assert cell(page, "What each hand does", "AA").count() == 1
    accessible(page)
    page.get_by_role("link", name="Dealer").click()
    until(page, lambda: page.get_by_role("heading", name="Dealer, pot").count() == 1)
