"""Members, invitations, keys, screens, and what everybody does with their own account."""
import base64
import hashlib
import hmac
import html
import re
import struct

from machine import Client
from world import PASSWORD, hidden


def members(world):
    owner, where = world.owner, "/w/acme/settings"
    page = f"{where}/members"
    for email, role in (("new@acme.example", "viewer"), ("owner@globex.example", "auditor"), ("gone@acme.example", "viewer"),
                        ("not an address", "viewer")):
        made = world.submit(f"invites {email}", owner, page, "settings/invitations", email=email, role=role)
        link = re.search(r"/i/([\w.~-]+)", html.unescape(made.text))
        if link:
            world.links["i"] = link[1]
        if email.startswith("new"):
            accepted = link[1] if link else "x"
    number = world.number(owner, page, r"invitations/(\d+)/revoke", 0)
    world.submit("invitation revoked", owner, page, f"invitations/{number}/revoke")
    world.ids["invitation"] = world.number(owner, page, r"invitations/(\d+)/revoke")
    guest = Client(world.machine, "a guest")
    form = {"password": "a new long enough password", "again": "a new long enough password"}
    world.submit("invitation, refused", guest, f"/i/{accepted}", f"/i/{accepted}", password="short", again="short")
    world.submit("invitation accepted", guest, f"/i/{accepted}", f"/i/{accepted}", **form)
    account = world.browser("owner@globex.example", "owner elsewhere")
    for role, word in (("viewer", "decline"), ("auditor", "accept"), ("viewer", "")):
        world.run("rollcall member add", "member", "add", "acme", "owner@globex.example", "--role", role, "--existing")
        number = world.number(account, "/account", r"/account/invitations/(\d+)/accept")
        world.ids["invitation of an account"] = number
        if word:
            world.act(f"an account, {word}", account, "POST", f"/account/invitations/{number}/{word}", form=hidden(
                account.send("GET", "/account")))
    numbers = re.findall(r"settings/members/(\d+)/remove", owner.send("GET", page).text)
    world.clock.quiet()
    world.ids["member"] = int(numbers[0]) if numbers else 1
    for number in numbers[-1:]:
        world.submit("role changed", owner, page, f"settings/members/{number}", role="dispatcher")
        world.submit("member removed", owner, page, f"settings/members/{number}/remove")
    for name in ("a script", "a script", "another"):
        world.submit("key made", owner, f"{where}/keys", "settings/keys", name=name, role="viewer")
    world.submit("key revoked", owner, f"{where}/keys", "keys/revoke", name="another")
    for name, days in (("Hall", "9"), ("Kitchen", "1"), ("", "9")):
        made = world.submit(f"screen {name}", owner, f"{where}/screens", "settings/screens", name=name, days=days)
        link = re.search(r"/screen/([\w.~-]+)", html.unescape(made.text))
        if link:
            world.links.setdefault("screen", link[1])
    number = world.number(owner, f"{where}/screens", r"screens/(\d+)/revoke", 0)
    world.submit("screen revoked", owner, f"{where}/screens", f"screens/{number}/revoke")
    world.ids["screen"] = world.number(owner, f"{where}/screens", r"screens/(\d+)/revoke")
    world.screen = Client(world.machine, "a screen")
    world.act("a screen logs in", world.screen, "GET", f"/screen/{world.links.get('screen', 'x')}")


def code(key, seconds):
    """What an authenticator shows, RFC 6238."""
    secret = base64.b32decode(key.replace(" ", ""))
    digest = hmac.new(secret, struct.pack(">Q", int(seconds) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def accounts(world):
    email = "auditor@acme.example"
    browser = world.browser(email, "an auditor")
    world.browser(email, "another one")
    rows = [row for row in browser.send("GET", "/account").text.split("<tr>") if "/logins/" in row]
    world.clock.quiet()
    others = [re.search(r"/account/logins/(\d+)/end", row)[1] for row in rows if "this one" not in row]
    world.submit("ends a login", browser, "/account", f"logins/{others[0] if others else 1}/end")
    world.submit("password, refused", browser, "/account", "account/password", current="wrong", new="x" * 20, again="x" * 20)
    world.submit("two-factor begun", browser, "/account", "two-factor/begin", password=PASSWORD)
    page = browser.send("GET", "/account/two-factor")
    world.clock.quiet()
    key = re.search(r"<code>([A-Z2-7 ]{16,})</code>", page.text)
    if key:
        world.submit("two-factor, refused", browser, "/account/two-factor", "account/two-factor", code="000000")
        shown = world.submit("two-factor on", browser, "/account/two-factor", "account/two-factor",
                             code=code(key[1], world.clock.time()))
        codes = re.findall(r"<li><code>([a-z0-9-]+)</code>", shown.text) or [""]
        again = world.browser(email, "with a code")
        world.submit("a wrong code", again, "/login/code", "login/code", code="aaaa-aaaa-aaaa")
        world.submit("a recovery code", again, "/login/code", "login/code", code=codes[0])
        world.submit("codes renewed", browser, "/account", "two-factor/codes", password_codes=PASSWORD, code_codes=codes[-1])
        world.submit("two-factor off", browser, "/account", "two-factor/off", password_off=PASSWORD,
                     code_off=code(key[1], world.clock.time() + 30))
    world.submit("ends all", browser, "/account", "logins/end")
    stranger = Client(world.machine, "a stranger")
    for password in ("wrong one", "wrong two"):
        world.submit("a wrong password", stranger, "/login", "/login", email="viewer@acme.example", password=password)
    viewer = world.browser("viewer@acme.example", "a viewer")
    world.submit("password changed", viewer, "/account", "account/password", current=PASSWORD, new=PASSWORD + " 2",
                 again=PASSWORD + " 2")
    world.submit("logs out", viewer, "/account", "/logout")
    world.machine.run("member", "set-password", "acme", "viewer@acme.example", "--password-stdin", "--database",
                      world.machine.database, text=PASSWORD + "\n")
