"""Imported hands in a browser: whole stories."""

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def column(page, number):
    cells = f".tabulator-row .tabulator-cell:nth-child({number})"
    return page.locator(cells).all_inner_texts()


def test_results_lead_to_winnings_over_time(page, site, whole_lake):
    page.goto(f"{site}#/hands")
    found = pk.query("player_results", lake=whole_lake).fetchall()
    until(page, lambda: column(page, 1) == [row[0] for row in found])
    accessible(page)

    page.locator(".tabulator-row").first.click()
    until(page, lambda: page.locator(".picture svg").count())
    picture = page.locator(".picture").inner_html()
    assert f"Winnings of {found[0][0]}" in picture
    assert "all-ins at equity" in picture
    accessible(page)
    dark(page)
    until(page, lambda: page.locator(".picture svg").count())
    accessible(page)
    page.go_back()
    until(page, lambda: column(page, 1))


def test_a_player_his_range_and_a_name_that_nobody_has(page, site, whole_lake):
    page.goto(f"{site}#/hands?show=range&player=Ann&action=play")
    rows = pk.query("player_range", player="Ann", action="play", lake=whole_lake).fetchall()
    hand, dealt, taken = rows[0][:3]
    cell = page.locator(f'[data-hand="{hand}"]')
    until(page, lambda: f"{taken} of {dealt}" in (cell.get_attribute("aria-label") or ""))
    accessible(page)

    page.get_by_label("Player").fill("Nobody")
    page.keyboard.press("Enter")
    until(page, lambda: "no player 'Nobody'" in page.locator(".problem").inner_text())
    accessible(page)
    page.get_by_label("Player").fill("Ann")
    page.keyboard.press("Enter")
    for name in ("Luck", "All-ins", "Strength", "Habits"):
        page.get_by_role("button", name=name, exact=True).click()
        until(page, lambda: page.locator(".tabulator").count())
        accessible(page)
    phone(page)
    no_sideways_scroll(page)
