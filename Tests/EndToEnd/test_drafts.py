"""What was typed and not sent comes back: in every form in which people write, and not for longer than it should."""
import pytest
from people import PASSWORD, add_member, log_in
from playwright.sync_api import expect
from responding import LIMIT, ControlRoom, Phone, until, workspace
from rollcall import Rollcall

HOUR = 3_600_000
RESTORED = "This was typed before and is not saved."
# Forms with a line that is not kept: for how many days a link works.
NOT_KEPT = "/own-link"
TYPED = ":is(textarea, input:is([type=text], [type=search], [type=email], [type=url], [type=tel]))"
FORMS = """(typed) => [...document.querySelectorAll("main form[method=post]")].filter((form) =>
  [...form.elements].some((field) => field.matches(typed) && field.name)).map((form) => [form.getAttribute("action"), form.dataset.draft ?? ""])"""
# Types into the first line of each form with a draft; what was typed, by the names of drafts.
TYPE = """(typed) => Object.fromEntries([...document.querySelectorAll("form[data-draft]")].map((form, at) => {
  const left = (form.dataset.draftWithout ?? "").split(" ");
  const field = [...form.elements].find((one) => one.matches(typed) && one.name && !left.includes(one.name));
  if (!field) return [form.dataset.draft, null];
  field.value = `typed ${at}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return [form.dataset.draft, [field.name, field.value]];
}))"""
READ = """(typed) => Object.fromEntries(Object.entries(typed).map(([draft, field]) => [draft, field && [
  field[0], document.querySelector(`form[data-draft="${CSS.escape(draft)}"]`).elements[field[0]].value]]))"""
DRAFTS = "() => Object.keys(sessionStorage).filter((key) => key.startsWith('rollcall.draft:')).length"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A workspace with an incident for which there was nobody, its alert, and somebody who has come on duty since."""
    folder = tmp_path_factory.mktemp("drafts")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed")
    rollcall.start()
    for email, role in (("ana@example.org", "owner"), ("bor@example.org", "dispatcher")):
        add_member(rollcall, "acme", email, role)
    rollcall.room = ControlRoom(rollcall)
    rollcall.number = rollcall.room.open("Fall")
    rollcall.room.reaches(rollcall.number, "unassigned")
    rollcall.phone = Phone(rollcall, "Vid", 0.01).come_on_duty()
    yield rollcall
    assert rollcall.stop() == 0


@pytest.fixture(scope="module")
def cookie(place):
    name, _, value = log_in(place, "ana@example.org").headers["Cookie"].partition("=")
    return {"name": name, "value": value, "url": place.url}


@pytest.fixture
def page(browser, place):
    """A tab of a browser that fails the test when a script does."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=place.url)
    context.set_default_timeout(LIMIT * 1_000)
    page = context.new_page()
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


@pytest.fixture
def owner(page, cookie):
    page.context.add_cookies([cookie])
    return page


def enter(page, email, path=None):
    """Logs in on this tab; with a path, that page is asked for first."""
    if path:
        page.goto(path)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".who summary")).to_have_text(email)


def log_out(page):
    page.locator(".who summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_label("Password")).to_be_visible()


def note(page):
    return page.locator("form[data-draft=note] textarea")


def test_every_form_in_which_people_write_keeps_what_was_typed(owner, place):
    number, person = place.number, place.phone.id
    alerts = until(lambda: place.room.get("alerts.json")["alerts"], "the alert of an incident that nobody has")
    paths = [f"/w/acme/{path}" for path in [
        f"incidents/{number}", "incidents/new", "drills/new", "responders/new", f"responders/{person}/edit", "responders/import",
        f"responders/{person}/connect", f"responders/{person}/duty", "duty-rule", "connect", "holds", "visits", "events",
        *(f"alerts/{alert['id']}" for alert in alerts), *(f"settings/{name}" for name in [
            "members", "keys", "templates", "escalation", "channels", "screens", "outlets", "regions", "profiles",
            "profiles/steady", "dispatch", "flags", "workspace"])]] + ["/server"]
    seen = set()
    for path in paths:
        assert owner.goto(path).status == 200, path
        forms = owner.evaluate(FORMS, TYPED)
        names = [draft for _, draft in forms if draft]
        assert [action for action, draft in forms if not draft and not action.endswith(NOT_KEPT)] == [], path
        assert len(names) == len(set(names)), f"{path}: {names}"
        typed = owner.evaluate(TYPE, TYPED)
        owner.reload()
        assert owner.evaluate(READ, typed) == typed, path
        expect(owner.get_by_text(RESTORED)).to_have_count(sum(field is not None for field in typed.values()))
        seen.update(typed)
    assert {"edit", "needs", "call", "ask", "note", "acknowledge", "snooze", "person", "regions", "invite", "new-event"} <= seen


def test_it_ends_when_the_form_has_arrived(owner, place):
    owner.goto(f"/w/acme/incidents/{place.number}")
    note(owner).fill("The door is open")
    owner.locator("form[data-draft=call] [name=about]").fill("Rings and rings")
    owner.get_by_role("button", name="Add note").click()
    expect(owner.locator("#log")).to_contain_text("The door is open")
    expect(note(owner)).to_have_value("")
    # What another form of the page holds is kept.
    expect(owner.locator("form[data-draft=call] [name=about]")).to_have_value("Rings and rings")
    assert owner.evaluate(DRAFTS) == 1
    owner.get_by_role("button", name="Discard it").click()
    expect(owner.locator("form[data-draft=call] [name=about]")).to_have_value("")
    owner.reload()
    expect(owner.locator("form[data-draft=call] [name=about]")).to_have_value("")
    assert owner.evaluate(DRAFTS) == 0


def test_it_does_not_end_when_the_form_is_refused(owner, place):
    owner.goto("/w/acme/settings/members")
    owner.get_by_label("E-mail").fill("nobody at all")
    owner.locator("form[data-draft=invite]").evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(owner.locator(".problems")).to_be_visible()
    owner.goto("/w/acme/settings/members")
    expect(owner.get_by_label("E-mail")).to_have_value("nobody at all")
    # Nor when its page was of another login.
    owner.locator("form[data-draft=invite] [name=_csrf]").evaluate("field => { field.value = 'of another login'; }")
    owner.locator("form[data-draft=invite]").evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(owner.locator("form[data-draft=invite]")).to_have_count(0)
    owner.goto("/w/acme/settings/members")
    expect(owner.get_by_label("E-mail")).to_have_value("nobody at all")


def test_it_outlives_a_login_that_ended_while_one_typed(page, place):
    path = f"/w/acme/incidents/{place.number}"
    enter(page, "ana@example.org", path)
    note(page).fill("Third floor, left")
    page.context.clear_cookies()
    page.get_by_role("button", name="Add note").click()
    enter(page, "ana@example.org")
    expect(page).to_have_url(f"{place.url}{path}")
    expect(note(page)).to_have_value("Third floor, left")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#log")).to_contain_text("Third floor, left")
    assert page.evaluate(DRAFTS) == 0


def test_it_ends_with_the_logout_in_every_tab(page, place):
    path = f"/w/acme/incidents/{place.number}"
    enter(page, "ana@example.org", path)
    other = page.context.new_page()
    for tab, words in ((page, "Behind the house"), (other, "At the gate")):
        tab.goto(path)
        note(tab).fill(words)
        assert tab.evaluate(DRAFTS) == 1
    log_out(page)
    until(lambda: other.evaluate(DRAFTS) == 0, "the end of the draft in the other tab")
    enter(page, "ana@example.org", path)
    expect(note(page)).to_have_value("")
    other.goto(path)
    expect(note(other)).to_have_value("")


def test_it_ends_after_twelve_hours(owner, place):
    path = f"/w/acme/incidents/{place.number}"
    owner.goto(path)
    note(owner).fill("The dog bites")
    age = """(age) => { for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith("rollcall.draft:")))
      sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(sessionStorage.getItem(key)), at: Date.now() - age })); }"""
    owner.evaluate(age, 12 * HOUR - 60_000)
    owner.goto(path)
    expect(note(owner)).to_have_value("The dog bites")
    # To be shown again does not make it younger.
    assert owner.evaluate("""() => Date.now() - JSON.parse(Object.entries(sessionStorage).find(([key]) =>
      key.startsWith("rollcall.draft:"))[1]).at""") >= 12 * HOUR - 60_000
    owner.evaluate(age, 12 * HOUR + 1)
    owner.goto(path)
    expect(note(owner)).to_have_value("")
    assert owner.evaluate(DRAFTS) == 0


def test_another_member_on_the_same_tab_does_not_see_it(page, place):
    path = f"/w/acme/incidents/{place.number}"
    enter(page, "ana@example.org", path)
    note(page).fill("Ask for the blue car")
    page.context.clear_cookies()
    enter(page, "bor@example.org", path)
    expect(note(page)).to_have_value("")
    expect(page.get_by_text(RESTORED)).to_have_count(0)
    page.context.clear_cookies()
    enter(page, "ana@example.org", path)
    expect(note(page)).to_have_value("Ask for the blue car")


def test_a_secret_is_kept_nowhere(owner, place):
    owner.goto("/w/acme/settings/channels")
    owner.locator("form[data-draft=new-channel] [name=name]").fill("Night desk")
    owner.locator("form[data-draft=new-channel] [name=token]").fill("tk_secret")
    owner.goto("/account")
    owner.locator("[name=current]").first.fill("hunter2 hunter2")
    assert "tk_secret" not in owner.evaluate("JSON.stringify({ ...sessionStorage })")
    assert "hunter2" not in owner.evaluate("JSON.stringify({ ...sessionStorage })")
    owner.goto("/w/acme/settings/channels")
    expect(owner.locator("form[data-draft=new-channel] [name=name]")).to_have_value("Night desk")
    expect(owner.locator("form[data-draft=new-channel] [name=token]")).to_have_value("")


def test_what_is_typed_stays_while_its_part_of_the_page_is_fetched_anew(owner, place):
    number = place.room.open("Fire", mode="nobody")
    owner.goto(f"/w/acme/incidents/{number}")
    owner.get_by_text("Change who is needed").click()
    owner.locator("#people1").fill("3")
    owner.locator("#skills1").fill("first a")
    # An offer adds a form above it. The older incident may have asked them meanwhile.
    place.room.act(place.number, "cancel")
    assert place.room.act(number, "offers", offer=place.phone.id).status_code == 303
    expect(owner.get_by_text("Withdraw the offer to")).to_be_visible()
    expect(owner.locator("#skills1")).to_be_focused()
    expect(owner.locator("#people1")).to_have_value("3")
    owner.keyboard.press("End")
    owner.keyboard.type("id")
    expect(owner.locator("#skills1")).to_have_value("first aid")
    owner.get_by_role("button", name="Change it").last.click()
    expect(owner.locator("#standing .needs")).to_contain_text("3")
    assert owner.evaluate(DRAFTS) == 0
    assert place.room.act(number, "cancel").status_code == 303
