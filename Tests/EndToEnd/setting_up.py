"""A server on a new database, and the first workspace made with its link."""
import re

from rollcall import Rollcall

OWNER = {"email": "ana@example.org", "password": "correct horse battery"}


def empty(folder, *options):
    """A server on a database without a workspace; it is not started."""
    rollcall = Rollcall(folder, options=options)
    rollcall.database.parent.mkdir(mode=0o700)
    return rollcall


def links(text):
    """The links of the first run in what a server said."""
    return re.findall(r"^  (http\S+/setup/\S+?)\r?$", text, re.M)


def link(rollcall):
    [found] = links(rollcall.said(0))
    return found


def fill(page, name, **fields):
    """Types what the form of the first workspace asks for."""
    for field, text in {"name": name, **OWNER, "again": OWNER["password"], **fields}.items():
        page.fill(f"#{field}", text)


def set_up(rollcall, page, name="One"):
    """Makes the first workspace in a browser, which is logged in as its owner then."""
    page.goto(link(rollcall))
    fill(page, name)
    page.click("text=Create the workspace")
    page.wait_for_url("**/responders/import")
