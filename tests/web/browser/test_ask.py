"""Questions that are declared, on the page: their fields, rows and the same elsewhere."""

from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


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


def test_another_game(page, site):
    page.goto(f"{site}#/ask?q=outs&game=omaha&hole=AsAhKsKh&board=QsJs2d")
    until(page, lambda: "cards of the turn" in page.locator("main").inner_text())
    page.get_by_label("The hand").fill("AsAh")
    page.keyboard.press("Enter")
    until(page, lambda: "a hole of omaha has 4" in page.locator(".field .problem").inner_text())
