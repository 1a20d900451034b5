"""Boards and flops in a browser: whole stories, held against the engine's values."""

import numpy as np
import pytest

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.equity import flop_equities


def first_rows(page, label, number):
    """The first rows of a table that are shown, as {title: text}; none while they are drawn."""
    found = page.evaluate(
        """([label, number]) => {
            const table = `[aria-label="${label}"].tabulator`;
            const all = (at, names) => [...at.querySelectorAll(names)];
            const titles = all(document, `${table} .tabulator-col-title`).map(
                (one) => one.innerText
            );
            return all(document, `${table} .tabulator-row`).slice(0, number).map((row) =>
                Object.fromEntries(
                    all(row, ".tabulator-cell").map((cell, at) => [titles[at], cell.innerText])
                )
            );
        }""",
        [label, number],
    )
    assert found
    assert all(found)
    return found


def best_of(page, *titles):
    """These columns of the first row of holes."""
    [row] = first_rows(page, "Holes", 1)
    return tuple(row[title] for title in titles)


def milliseconds(page, act, changed):
    """From what is done to a frame in which what the page says of it has changed; both are JS."""
    return page.evaluate(
        f"""async () => {{
            const before = {changed};
            const begun = performance.now();
            {act};
            do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            while ({changed} === before);
            return performance.now() - begun;
        }}"""
    )


def shown(mean):
    """The mean equity that is said, as a number."""
    return float(mean.get_attribute("data-mean"))


def tip_of(page, hand):
    return page.locator(f'[role=grid] [data-hand="{hand}"].value').get_attribute("aria-label")


def field_says(page, label):
    """What is said to be wrong with a field."""
    field = page.get_by_label(label, exact=True).first
    until(page, lambda: field.get_attribute("aria-invalid") == "true")
    return page.locator(f"#{field.get_attribute('aria-describedby')}").inner_text()


def averages(board, name, villain=None):
    """A measure of each hand as the grid writes it: the mean over its live holes."""
    holes = list(pk.Range("random").without(board))
    given = {} if villain is None else {"villain": villain, "strict": False}
    values = getattr(pk.strength(holes, board, **given), name)
    hands = {}
    for hole, value in zip(holes, values, strict=True):
        (low, high) = sorted((hole[0], hole[2]), key="AKQJT98765432".index)
        name = low + high + ("" if low == high else "s" if hole[1] == hole[3] else "o")
        hands.setdefault(name, []).append(value)
    return {hand: f"{100 * np.nanmean(each):.2f} %" for hand, each in hands.items()}


def test_a_board_that_is_typed_has_the_engines_values(page, site):
    page.goto(f"{site}#/board?b=3h4sJh")
    wanted = averages("3h4sJh", "equity")
    for hand in ("AA", "AKs", "72o", "JJ"):
        until(page, lambda hand=hand: f"Equity {wanted[hand]}" in tip_of(page, hand))

    board = page.get_by_label("Board", exact=True).first
    board.fill("")
    until(page, lambda: page.get_by_text("Pick three, four or five cards.").is_visible())
    board.fill("Jh3h4sKd")
    board.press("Enter")
    wanted = averages("Jh3h4sKd", "equity")
    until(page, lambda: f"Equity {wanted['AKs']}" in tip_of(page, "AKs"))
    page.get_by_label("Measure").select_option("ehs")
    wanted = averages("Jh3h4sKd", "ehs")
    until(page, lambda: f"EHS {wanted['T9s']}" in tip_of(page, "T9s"))

    page.get_by_label("Opponent's range").fill("TT+,AKs")
    page.get_by_label("Opponent's range").press("Enter")
    wanted = averages("Jh3h4sKd", "ehs", "TT+,AKs")
    until(page, lambda: f"EHS {wanted['T9s']}" in tip_of(page, "T9s"))

    best = pk.strength("KsKh", "Jh3h4sKd", "TT+,AKs").equity
    top = "KK", "three of a kind", f"{100 * best:.2f}"
    until(page, lambda: best_of(page, "Hand", "Makes", "Equity") == top)
    page.get_by_label("What it makes").select_option("two pair")
    until(page, lambda: {row["Makes"] for row in first_rows(page, "Holes", 5)} == {"two pair"})
    page.get_by_label("In the range").fill("KJs,J4s:0.5")
    page.get_by_label("In the range").press("Enter")
    until(page, lambda: {row["Hand"] for row in first_rows(page, "Holes", 9)} == {"KJs", "J4s"})

    page.reload()
    until(page, lambda: {row["Hand"] for row in first_rows(page, "Holes", 9)} == {"KJs", "J4s"})
    assert page.get_by_label("Measure").input_value() == "ehs"


@pytest.mark.whole
def test_a_hole_that_is_picked_shows_its_counts(page, site):
    page.goto(f"{site}#/board?b=3h4sJh")
    until(page, lambda: len(first_rows(page, "Holes", 3)) == 3)
    page.locator('[data-hand="AQs"].value').click()
    until(page, lambda: {row["Hand"] for row in first_rows(page, "Holes", 9)} == {"AQs"})
    page.locator('[data-hand="AQs"].value').click()
    until(page, lambda: len({row["Hand"] for row in first_rows(page, "Holes", 20)}) > 1)
    page.go_back()
    until(page, lambda: {row["Hand"] for row in first_rows(page, "Holes", 9)} == {"AQs"})
    page.get_by_role("button", name="AhQh").click()
    found = pk.strength("AhQh", "3h4sJh")
    until(page, lambda: page.locator("[data-hole]").get_attribute("data-hole") == "AhQh")
    for name in ("ahead", "tied", "behind"):
        assert page.locator(f"[data-count={name}]").inner_text() == str(found[name])
    page.get_by_text("All counts and what they mean").click()
    cells = page.get_by_role("region", name="All counts").locator("tr").all_inner_texts()
    row = ["river_behind_ahead", str(found["river_behind_ahead"])]
    assert any(cell.split()[:2] == row for cell in cells)

    page.get_by_label("Pot, with the bet").fill("10")
    page.get_by_label("Bet to call").fill("5")
    until(page, lambda: page.get_by_text("call: 5 into 10 needs 33.3 %").is_visible())
    page.get_by_text("The next card", exact=True).click()
    until(page, "document.querySelectorAll('.next li').length === 47")
    assert page.locator(".next li").first.inner_text().endswith("99.3 %")
    accessible(page)

    page.get_by_label("Board", exact=True).first.fill("3h4sJx")
    assert field_says(page, "Board").startswith("'3h4sJx' at character 6: 'x' is not a suit")
    page.get_by_label("Board", exact=True).first.fill("3h4sQh")
    assert "both have Qh" in field_says(page, "Hole")


@pytest.mark.whole
def test_flops_are_averaged_by_deals_and_open_the_board(page, site):
    page.goto(f"{site}#/flops?p=QQ%2B,AKs&v=TT,JTs:0.5")
    found = flop_equities(pk.Range("QQ+,AKs").weights, pk.Range("TT,JTs:0.5").weights)
    boards = canonical_boards(3)
    mean = page.locator("[data-mean]")
    before = pk.equity("QQ+,AKs", "TT,JTs:0.5", method="exact").equity[0]
    until(page, lambda: mean.count() and shown(mean) == pytest.approx(before, abs=1e-12))
    best = f"{100 * found.equity.max():.2f}"
    until(page, lambda: first_rows(page, "Flops", 1)[0]["Equity"] == best)

    page.get_by_label("Suits", exact=True).select_option("monotone")
    suits = boards.cards % 4
    monotone = (suits == suits[:, :1]).all(axis=1) & (found.deals > 0)
    deals = (found.deals * boards.weight)[monotone]
    wanted = np.average(found.equity[monotone], weights=deals)
    until(page, lambda: shown(mean) == pytest.approx(wanted, abs=1e-12))
    until(page, lambda: {row["Suits"] for row in first_rows(page, "Flops", 9)} == {"monotone"})

    page.get_by_label("Ranks or a flop").fill("KsQs2s")
    until(page, lambda: "of 1 flop, " in mean.inner_text())
    page.get_by_label("Ranks or a flop").fill("xyz")
    assert field_says(page, "Ranks or a flop").startswith("give one to three ranks")
    page.get_by_label("Ranks or a flop").fill("KQ2")
    until(page, lambda: "of 1 flop, " in mean.inner_text())
    accessible(page)

    # One that is filtered out does not come back with the rows of another threshold.
    page.get_by_label("Strong is").select_option("category")
    until(page, lambda: page.get_by_label("Category, or better").input_value() == "7")
    section = page.locator("section[aria-label=Flops]")
    until(page, lambda: section.get_attribute("aria-busy") == "false")
    assert "of 1 flop, " in mean.inner_text()

    page.locator('[aria-label="Flops"].tabulator .tabulator-row').click()
    until(page, "location.hash.startsWith('#/board?b=2cQcKc')")
    until(page, lambda: len(first_rows(page, "Holes", 3)) == 3)
    page.go_back()
    until(page, lambda: mean.count() and "of 1 flop, " in mean.inner_text())
    assert page.get_by_label("Suits", exact=True).input_value() == "monotone"


FIRST_ROW = "document.querySelector('.tabulator-row').innerText"
ROWS = "document.querySelector('.tabulator').getAttribute('aria-rowcount')"


@pytest.mark.whole
def test_flops_are_sorted_and_filtered_at_once(page, site):
    """How long that takes is printed: ``pytest -s``."""
    page.goto(f"{site}#/flops?p=AA&v=KK")
    until(page, lambda: len(first_rows(page, "Flops", 3)) == 3)
    head = "document.querySelector('.tabulator-col[tabulator-field=equity]').click()"
    print("ms to sort:", [round(milliseconds(page, head, FIRST_ROW)) for _ in range(3)])
    equity = [float(row["Equity"]) for row in first_rows(page, "Flops", 9)]
    assert equity == sorted(equity)
    choice = (
        "[...document.querySelectorAll('select')].find(e => /^Suits/.test(e.labels[0]?.innerText))"
    )
    # 1,753 without three aces and three kings, on which nobody has AA, or KK.
    for suits, flops in (("monotone", 286), ("two-tone", 1014), ("", 1753)):
        act = f"const found = {choice}; found.value = '{suits}'; "
        act += "found.dispatchEvent(new Event('change', {bubbles: true}))"
        print("ms to filter:", round(milliseconds(page, act, ROWS)))
        assert page.evaluate(ROWS) == str(1 + flops)


@pytest.mark.whole
def test_flops_are_sorted_by_keys_and_by_the_address(page, site):
    page.goto(f"{site}#/flops?p=AA&v=KK&s=strong:desc")
    until(page, lambda: len(first_rows(page, "Flops", 3)) == 3)
    strong = [float(row["Strong"]) for row in first_rows(page, "Flops", 20)]
    assert strong == sorted(strong, reverse=True)
    head = page.locator('.tabulator-col[tabulator-field="high"]')
    head.press("Enter")
    until(page, "location.hash.includes('s=high%3Adesc')")
    until(page, lambda: {row["High"] for row in first_rows(page, "Flops", 9)} == {"A"})
    head.press(" ")
    until(page, lambda: first_rows(page, "Flops", 1)[0]["High"] == "2")
    page.locator(".tabulator-tableholder").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    until(page, "document.activeElement.matches('.tabulator-row:nth-child(2)')")
    second = first_rows(page, "Flops", 2)[1]["Flop"].split()[0]
    page.keyboard.press("Enter")
    until(page, f"location.hash.startsWith('#/board?b={second}')")


@pytest.mark.whole
def test_both_are_usable_on_a_phone_and_in_the_dark(page, site):
    for view, label in (("board?b=3h4sJhKd&h=AhQh&next=1", "Holes"), ("flops?p=AA&v=KK", "Flops")):
        page.goto(f"{site}#/{view}")
        until(page, lambda label=label: len(first_rows(page, label, 3)) == 3)
        dark(page)
        until(page, lambda label=label: len(first_rows(page, label, 3)) == 3)
        phone(page)
        no_sideways_scroll(page)
        accessible(page)
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1400, "height": 900})


@pytest.mark.whole
def test_a_board_by_keys_and_by_the_clipboard(page, site):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}#/board?b=JhTh2s")
    places = page.locator("[data-place]")
    until(page, lambda: places.count() == 3)
    places.nth(2).click()  # one click more puts another in its place
    page.locator(".board [data-card=Qd]").click()
    until(page, lambda: "b=JhThQd" in page.url)
    page.get_by_text("Copy as text").click()
    page.get_by_role("button", name="Copy J♥ T♥ Q♦", exact=True).click()
    until(page, lambda: page.get_by_role("button", name="Copied J♥ T♥ Q♦").count())
    accessible(page)
    page.locator("h1").evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    until(page, lambda: places.count() == 4)
    page.keyboard.press("x")
    until(page, lambda: places.count() == 0)
    page.keyboard.press("Control+v")
    until(page, lambda: "b=JhThQd" in page.url)
    page.keyboard.press("r")
    until(page, lambda: places.count() == 3 and "b=JhThQd" not in page.url)
    page.keyboard.press("x")
    page.locator("[data-card=As]").focus()
    for key in ("k", "h", "ArrowDown", "Enter", "2", "c"):
        page.keyboard.press(key)
    until(page, lambda: "b=KhKd2c" in page.url)

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    until(page, lambda: keys.count() and "a random flop" in keys.inner_text())
    accessible(page)
    dark(page)
    until(page, lambda: places.count() == 3)
    page.get_by_role("button", name="Keys of this view").click()
    until(page, keys.count)
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    page.keyboard.press("Escape")
    until(page, lambda: not keys.count())
    page.keyboard.press("g")
    page.keyboard.press("q")
    until(page, lambda: "#/sql" in page.url)
