"""The pages with which people act, in a real browser: seen in every view, used without a mouse, left alone by polls."""
import re

import pytest
from looking import hold_clock, is_accessible_and_fits
from playwright.sync_api import expect

NAMES = [
    "incidents", "incidents-none", "incident-new", "incident-ranked", "incident-wrong", "incident-nobody", "incident",
    "incident-taken", "incident-over", "incident-reassign", "incident-unassigned", "incident-order",
    "settings-templates", "settings-templates-none", "settings-escalation", "settings-escalation-wrong",
    "settings-dispatch", "settings-dispatch-wrong", "alerts", "alerts-none", "alert", "alert-wrong", "alert-over", "settings", "settings-workspace",
    "settings-workspace-wrong", "settings-profiles", "settings-profile", "settings-profile-wrong",
    "settings-profile-json", "settings-flags", "settings-flags-wrong", "statement",
    "statement-empty", "statement-wrong", "statement-shift", "statement-incident",
    "statement-mail-wrong", "statement-mails", "statement-mails-none", "find", "verify", "verify-unknown",
    "looks", "replay", "reports", "reports-wrong", "report",
    "report-gaps", "report-empty", "report-incidents", "drills",
    "drills-none", "drill-new", "drill-nobody", "drill-wrong", "drill", "drill-over",
    "events", "events-none", "events-wrong", "event", "event-nobody", "visits", "visits-none", "visits-wrong",
    "first-run", "first-run-wrong", "server", "server-quiet", "person-new", "person-edit", "people-import", "people-import-wrong", "people-import-empty",
    "duty", "duty-wrong", "duty-rule", "duty-rule-wrong",
    "settings-outlets", "settings-outlets-wrong", "holds", "holds-none", "holds-wrong",
]
LIVE = ["incidents", "incidents-none", "incident", "incident-taken", "incident-over", "incident-reassign",
        "incident-unassigned", "alerts", "alerts-none", "drill", "event",
        "event-nobody"]
@pytest.mark.parametrize("name", NAMES)
def test_is_accessible_and_fits(window, url, name):
    is_accessible_and_fits(window, url, name)


@pytest.mark.parametrize("name", NAMES)
def test_can_be_used_without_script(plain_window, url, name):
    page = plain_window
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    # A page on which people write is loaded again by themselves alone.
    writes = page.locator("form[data-draft=note]").count() == 1
    assert page.locator("meta[http-equiv=refresh]").count() == (1 if name in LIVE and not writes else 0)
    assert page.get_by_role("link", name="Load it again").count() == writes
    for form in page.locator("form[method=post]").all():
        assert form.locator("input[name=_csrf]").count() == 1


@pytest.mark.parametrize("name", [
    "incident-ranked", "incident", "incident-reassign", "settings-profile", "settings-workspace", "alerts", "alert",
    "statement-mail-wrong"])
def test_every_control_can_be_reached_by_keyboard(page, url, name):
    page.goto(f"{url}/{name}")
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    wanted = page.evaluate("""() => [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
      .filter(e => e.type !== 'hidden' && e.tabIndex >= 0 && e.checkVisibility()).length""")
    page.evaluate("document.querySelector('main').focus()")
    reached = set()
    # A field for a date or a time takes several.
    for _ in range(3 * wanted + 30):
        if len(reached) == wanted:
            break
        page.keyboard.press("Tab")
        place = page.evaluate("""() => [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
          .indexOf(document.activeElement)""")
        if place >= 0:
            reached.add(place)
    assert len(reached) == wanted


def test_a_statement_is_sent_from_the_keyboard(page, url):
    page.goto(f"{url}/statement")
    page.locator("summary", has_text="Send by mail").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#recipient")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type("judge@example.org")
    page.keyboard.press("Tab")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.keyboard.press("Enter")
    assert sent.value.url.endswith("/w/city-rescue/responders/1/statement/mail")
    for part in ["recipient=judge%40example.org", "known=2026-11-21T", "_csrf="]:
        assert part in sent.value.post_data


def test_an_offer_counts_down_everywhere(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/incident")
    console.status = 503

    def left(selector):
        return int(re.match(r"(\d+) s left", page.locator(selector).first.inner_text()).group(1))

    before = left("#standing .left")
    page.clock.run_for(5_000)
    assert left("#standing .left") == left("#o91 .status small") == before - 5 > 0
    page.clock.run_for(20_000)
    expect(page.locator("#standing .offering .left")).to_have_text("0 s left")
    expect(page.locator("#standing .next .left")).to_have_text("0 s")


def test_a_poll_leaves_what_is_typed_and_what_is_unfolded(page, url, console):
    page.goto(f"{url}/incident")
    page.locator("#actions summary", has_text="Cancel").click()
    page.fill("#note", "He is aw")
    page.focus("#note")
    console.change = lambda html: html.replace("Caller says he is awake.", "Caller says he has gone.")
    expect(page.locator("#l6 .prose")).to_have_text("Caller says he has gone.")
    assert page.input_value("#note") == "He is aw"
    assert page.evaluate("document.activeElement.id") == "note"
    expect(page.locator("#actions button", has_text="Yes, cancel it")).to_be_visible()


def test_an_answer_appears_and_takes_the_actions_it_ends_with_it(page, url, console):
    page.goto(f"{url}/incident")
    expect(page.locator("#actions")).to_contain_text("Withdraw the offer")
    import re
    console.change = lambda html: re.sub(r'<section class="panel actions">.*?</section>', "", html, flags=re.S)
    expect(page.locator("#actions")).not_to_contain_text("Withdraw the offer")


def test_a_problem_leads_to_its_field(page, url):
    page.goto(f"{url}/incident-wrong")
    page.click(".problems a >> nth=1")
    assert page.url.endswith("#where")
    described = page.get_attribute("#where", "aria-describedby").split()
    assert page.locator(f"#{described[0]}").inner_text().startswith("A longitude is missing")


def test_enter_in_a_field_asks_and_does_not_act(page, url):
    for name, field, path, button in [
        ("incident-ranked", "#title", "/w/city-rescue/incidents/new", "do=rank"),
        ("incident-ranked", "#within", "/w/city-rescue/incidents/new", "do=rank"),
        ("incident", "#within", "/w/city-rescue/incidents/214/offers", "do=rank"),
        ("settings-profile", "#r0_name", "/w/city-rescue/settings/profiles/responder", "do=preview"),
        ("settings-workspace", "#name", "/w/city-rescue/settings/workspace", "do=preview"),
    ]:
        page.goto(f"{url}/{name}")
        with page.expect_request(lambda request: request.method == "POST") as sent:
            page.press(field, "Enter")
        assert sent.value.url.endswith(path)
        assert button in sent.value.post_data, name


def test_an_incident_that_needs_somebody_shows_whom_to_ask_unless_somebody_types(page, url, console):
    page.goto(f"{url}/incident")
    shown = page.locator("[data-parts]").get_attribute("data-parts")
    console.change = lambda html: html.replace(f'data-parts="{shown}"', 'data-parts="other"')
    with page.expect_navigation(timeout=60_000):
        pass
    page.locator("#note").fill("Called the neighbour")
    expect(page.locator("#parts-changed")).to_be_visible()
    expect(page.locator("#note")).to_have_value("Called the neighbour")
