"""Imported hands in a browser: whole stories."""

import os

import pytest

import pokerlake as pk
from given.histories import ALL
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def column(page, number):
    cells = f".tabulator-row .tabulator-cell:nth-child({number})"
    return page.locator(cells).all_inner_texts()


def test_results_lead_to_winnings_over_time(page, site, whole_lake):
    page.goto(f"{site}#/hands")
    found = pk.stats("vpip", by="player", lake=whole_lake)["player"].tolist()
    until(page, lambda: column(page, 1) == found)
    accessible(page)

    page.locator(".tabulator-row").first.click()
    until(page, lambda: page.locator(".picture svg").count())
    picture = page.locator(".picture").inner_html()
    assert f"Winnings of {found[0]}" in picture
    assert "all-in EV" in picture
    accessible(page)
    dark(page)
    until(page, lambda: page.locator(".picture svg").count())
    accessible(page)
    page.go_back()
    until(page, lambda: column(page, 1))


@pytest.mark.whole
def test_a_player_his_range_and_a_name_that_nobody_has(page, site, whole_lake):
    page.goto(f"{site}#/hands?show=range&player=Ann&action=call,raise")
    found = pk.shown(
        where={"street": "preflop"}, player="Ann", action="call,raise", lake=whole_lake
    )
    hand, taken, dealt = next((r["hand"], r["taken"], r["dealt"]) for r in found if r["taken"])
    cell = page.locator(f'[data-hand="{hand}"]')
    until(page, lambda: f"{taken} of {dealt}" in (cell.get_attribute("aria-label") or ""))
    accessible(page)

    page.get_by_label("Player").fill("Nobody")
    page.keyboard.press("Enter")
    until(page, lambda: "player is 'Nobody'" in page.locator(".problem").inner_text())
    accessible(page)
    page.get_by_label("Player").fill("Ann")
    page.keyboard.press("Enter")
    for name in ("Luck", "All-ins", "Last tables", "Strength", "Habits"):
        page.get_by_role("button", name=name, exact=True).click()
        until(page, lambda: page.locator(".tabulator").count())
        accessible(page)
    page.goto(f"{site}#/hands?by=position")
    page.get_by_role("button", name="Picture", exact=True).click()
    until(page, lambda: page.locator(".picture svg").count())
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


@pytest.mark.whole
def test_an_all_in_leads_to_its_hand_step_by_step(page, site, whole_lake):
    page.goto(f"{site}#/hands?show=allins")
    until(page, lambda: page.locator(".tabulator-row").count())
    page.locator(".tabulator-row").first.click()
    number = pk.query("all_in_luck", lake=whole_lake).fetchall()[0][0]
    until(page, lambda: page.url.endswith(f"#/hand?id={number}"))
    found = pk.hand(number, lake=whole_lake)
    told = page.locator("main")
    until(page, lambda: f"1 of {len(found)}" in told.inner_text())
    accessible(page)
    assert page.locator("nav [aria-current]").inner_text() == "Hands"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = f"{site}#/hand?id={number}"
    for name, text in (("text", found.text()), ("OHH", found.ohh()), ("link", address)):
        page.get_by_role("button", name=f"Copy {name}", exact=True).click()
        until(page, lambda name=name: page.get_by_role("button", name=f"Copied {name}").count())
        assert page.evaluate("navigator.clipboard.readText()") == text
    for _ in range(3):  # faster than it is drawn
        page.keyboard.press("ArrowRight")
    until(page, lambda: f"4 of {len(found)}" in told.inner_text())
    page.get_by_role("button", name="Last").click()
    last = found.steps[-1]
    stacks = [f"{last.behind[row['seat']] / 10_000:,.10g}" for row in found.seats()]
    cells = page.locator("[data-step] tbody td:nth-child(5)")
    until(page, lambda: cells.all_inner_texts() == stacks)
    accessible(page)
    at = next(n for n, step in enumerate(found.steps) if found.equities[n] and any(step.boards))
    page.goto(f"{address}&step={at + 1}")
    elsewhere = page.get_by_role("group", name="This moment elsewhere")
    elsewhere.get_by_role("link", name="Equity").click()
    known = [float(share) for share in found.equities[at].values()]
    shares = "[...document.querySelectorAll('[data-equity]')].map(it => +it.dataset.equity)"
    until(page, lambda: page.evaluate(shares) == pytest.approx(known))
    page.go_back()
    until(page, elsewhere.count)
    page.get_by_role("button", name="Last").click()
    dark(page)
    until(page, lambda: f"{len(found)} of {len(found)}" in told.inner_text())
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


@pytest.mark.whole
def test_a_report_is_a_page_for_everyone(page, whole_lake):
    """It is looked at as a file would be, without a server."""
    page.set_content(pk.report("Ann", lake=whole_lake).html)
    until(page, lambda: page.locator(".picture svg").count() >= 2)
    accessible(page)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 25, 25)"
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


# ---------------------------------------------------------------- Questions that are declared, on


@pytest.mark.whole
def test_outs_are_asked_and_what_is_wrong_stands_at_its_field(page, site):
    page.goto(f"{site}#/ask?q=outs")
    until(page, lambda: "23 of 47 cards" in page.locator("main").inner_text())
    until(page, lambda: page.locator(".tabulator-row").count())
    accessible(page)

    page.get_by_label("A hand or range that is to be beaten").fill("QsQc")
    page.keyboard.press("Enter")
    until(page, lambda: "ahead then in 17.78 %" in page.locator("main").inner_text())
    assert "villain=QsQc" in page.url
    page.locator("summary").click()
    assert (
        page.locator('[data-same="python"]')
        .inner_text()
        .endswith('pk.outs("AhKh", "Qh2h3d", villain="QsQc")')
    )
    assert (
        page.locator('[data-same="command"]').inner_text()
        == "pokerlake outs AhKh Qh2h3d --villain QsQc"
    )
    page.get_by_label("A flop or a turn").fill("Qh2h")
    page.keyboard.press("Enter")
    until(page, lambda: "'Qh2h' has 2 cards" in page.locator(".field .problem").inner_text())
    page.go_back()
    until(page, lambda: not page.locator(".problem").count())
    accessible(page)
    dark(page)
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


@pytest.mark.whole
def test_another_game(page, site):
    page.goto(f"{site}#/ask?q=outs&game=omaha&hole=AsAhKsKh&board=QsJs2d")
    until(page, lambda: "cards of the turn" in page.locator("main").inner_text())
    page.get_by_label("The hand").fill("AsAh")
    page.keyboard.press("Enter")
    until(page, lambda: "a hole of omaha has 4" in page.locator(".field .problem").inner_text())

    # A field that is called game is not the page's switch.
    page.goto(f"{site}#/ask?q=draw_hand&hand=Ac2d3hKh")
    page.get_by_label("The game:").fill("badugi")
    page.keyboard.press("Enter")
    until(page, lambda: "three cards, three-deuce-ace" in page.locator("main").inner_text())
    assert page.locator(".problem").count() == 0


# ---------------------------------------------------------------- The picture of the page in READM


@pytest.mark.whole
def test_picture_of_the_readme(page, site, checkout):
    picture = checkout / "docs/page.png"
    page.set_viewport_size({"width": 1200, "height": 860})
    page.goto(f"{site}#/equity?p=77%2B,ATs%2B,KQs&p=22%2B,A2s%2B,KTo%2B&b=Jh2h3d&show=distribution")
    until(page, "document.querySelector('.picture svg') !== null")
    until(page, "document.querySelector('[data-hand=KQs].full') !== null")
    shown = page.screenshot(path=picture if os.environ.get("REWRITE_GOLDEN") == "1" else None)
    # Fonts differ from machine to machine, and with them the bytes: not the size.
    assert picture.read_bytes()[:24] == shown[:24]
    for document in ("README.md", "docs/web.md"):
        assert "page.png" in (checkout / document).read_text("utf-8")


@pytest.mark.whole
def test_files_that_are_dropped_are_shown_and_kept_if_one_says_so(page, site, tmp_path):
    page.goto(f"{site}#/hands")
    (tmp_path / "one.txt").write_text(ALL)
    (tmp_path / "two.txt").write_text("no hand")
    page.get_by_label("Files of hands", exact=True).nth(-1).set_input_files(
        [tmp_path / "one.txt", tmp_path / "two.txt"]
    )
    rows = page.locator('[data-query="list"] .tabulator-row')
    until(page, lambda: "of=dropped" in page.url and rows.count() == 4)
    page.get_by_role("button", name="Keep them in the lake").click()
    until(page, lambda: "it had 4 of them before" in page.locator("main").inner_text())
    accessible(page)
    page.get_by_role("button", name="Statistics", exact=True).click()
    until(page, lambda: "Ann" in column(page, 1))
    page.go_back()
    until(page, rows.count)
    rows.first.click()
    until(page, lambda: "PokerStars 1001" in page.locator("main").inner_text())
    page.keyboard.press("End")
    until(page, lambda: page.get_by_role("group", name="This moment elsewhere").count())
    accessible(page)
    dark(page)  # which loads the page anew
    until(page, lambda: "went with the page" in page.locator("main").inner_text())
    page.get_by_role("link", name="All of them").click()
    until(page, lambda: "Drop them again" in page.locator("main").inner_text())
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    (tmp_path / "none.txt").write_text("no hand at all")
    page.get_by_label("Files of hands", exact=True).nth(-1).set_input_files(tmp_path / "none.txt")
    until(page, lambda: "no hand can be read" in page.locator("main").inner_text())
