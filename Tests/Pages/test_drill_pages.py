"""Drills: what is special about their pages."""


def test_those_who_were_not_reached_stand_first(page, url):
    page.goto(f"{url}/drill")
    outcomes = page.locator("#people tbody .pill").all_inner_texts()
    assert outcomes[:2] == ["Not reached", "Not reached"] and outcomes[-1] == "Accepted"


def test_a_drill_is_sent_only_after_a_second_look(page, url):
    page.goto(f"{url}/drill-new")
    send = page.get_by_role("button", name="Yes, send it now")
    assert not send.is_visible()
    page.get_by_text("Send the drill", exact=True).click()
    assert send.is_visible()
