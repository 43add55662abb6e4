"""Two control rooms on one server, with whoever asks it for something. Everything is found by what the program answers, not
by what its database looks like."""
import json
import re
from datetime import timedelta

from forms import Form, forms_of
from machine import Client

PASSWORD = "correct horse battery staple"
ROLES = ["owner", "admin", "dispatcher", "auditor", "viewer"]
PLACE = (46.05, 14.5)
PEOPLE = [  # name, phone, profile, region
    ("Ana Novak", "+38640100001", "quick", "Center"), ("Bor Žagar", "+38640100002", "quick", "Center"),
    ("Cene <b>Kos</b>", "+38640100003", "quick", "Center"), ("Dana \"D\" Hribar", "+38640100004", "responder", "Sever"),
    ("Eva Kralj", "+38640100005", "responder", "Sever"), ("Filip Zupan", "+38640100006", "driver", ""),
    ("Gal Mlakar", "", "family", "Center"), ("Hana Golob", "+38640100008", "field", ""),
    ("Ivo Potočnik", "", "event", ""), ("Jan Kolar", "", "event", ""), ("Kaja Turk", "", "quick", "Center"),
    ("Leon Bizjak", "", "quick", "Center"), ("Maja Oblak", "", "quick", "Center"), ("Nik Vidmar", "", "responder", ""),
    ("Olga Rozman", "", "responder", "Sever")]
# Lost after a minute, gone after two.
QUICK = {"name": "quick", "offers": ["incident", "order"], "labels": {"on_duty": "On duty", "on_mission": "On mission"},
         "rules": [{"name": "always", "interval_s": 30, "degraded_s": 60, "offline_s": 120}]}


def square(name, lat, lng, half):
    ring = [[lng - half, lat - half], [lng + half, lat - half], [lng + half, lat + half], [lng - half, lat + half],
            [lng - half, lat - half]]
    return {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


class World:
    def __init__(self, machine, record, clock):
        self.machine, self.record, self.clock = machine, record, clock
        self.ids, self.keys, self.phones, self.apps = {}, {}, {}, {}
        self.links, self.connected = {}, {"secret": "x" * 43, "file": "x.otrc"}
        self.count = 0

    # Who is there

    def found(self, slug, name):
        """Makes a workspace out of a folder."""
        folder = self.machine.folder / f"seed-{slug}"
        folder.mkdir()
        lat, lng = PLACE if slug == "acme" else (41.2, 13.7)
        files = {
            "workspace.json": {"slug": slug, "name": name, "time_zone": "Europe/Ljubljana", "members": [
                {"email": f"owner@{slug}.example", "name": "Olga Owner", "role": "owner"}]},
            "regions.json": {"type": "FeatureCollection", "features": [
                square("Center", lat, lng, 0.05), square("Sever", lat + 0.2, lng, 0.05)]},
            "quick.json": QUICK,
            "events.json": [{"slug": "river-run", "name": "River run", "from_min": 60, "profile": "event"}]}
        for file, document in files.items():
            (folder / file).write_text(json.dumps(document))
        (folder / "outlets.csv").write_text(
            f"name,lat,lng,external_id\nLekarna,{lat},{lng},O-1\nKavarna,{lat + 0.01},{lng},O-2\nMost,{lat},{lng + 0.01},O-3\n")
        (folder / "people.csv").write_text("name\n")
        (folder / "visits.csv").write_text("responder,outlet,day,from,to\n")
        (folder / "everybody.csv").write_text("name,phone,profile,region,external_id\n" + "".join(
            '"{}",{},{},{},{}\n'.format(name.replace('"', '""'), phone, profile, region, f"R-{number:03}")
            for number, (name, phone, profile, region) in enumerate(PEOPLE, 1)))
        self.machine.cli("seed", folder, "--password-stdin", text=PASSWORD + "\n")

    def furnish(self, slug):
        """People and members; keys for each role, and a session for each phone."""
        folder = self.machine.folder / f"seed-{slug}"
        self.machine.cli("profile", "import", slug, folder / "quick.json")
        self.machine.cli("responder", "import", slug, folder / "everybody.csv")
        for role in ROLES[1:] if slug == "acme" else []:
            self.machine.cli("member", "add", slug, f"{role}@{slug}.example", "--role", role, "--password-stdin",
                             text=PASSWORD + "\n")
        for role in ROLES if slug == "acme" else ["owner"]:
            self.keys[slug, role] = self.machine.cli(
                "api-key", "issue", slug, "--name", f"{role}'s script", "--role", role)["api_key"]
        people = {one["id"]: one["name"] for one in self.machine.cli("responder", "list", slug)["responders"]}
        issued = self.machine.cli("token", "issue", slug, "--all", "--device-prefix", "device-")["tokens"]
        for one in issued:
            name = people[one["responder_id"]]
            phone = self.phones[slug, name] = Client(
                self.machine, f"the phone of {name}", one["access_token"], **{"User-Agent": "Field/4.2 (Android 14)"})
            phone.id = one["responder_id"]

    # Those who ask

    def key(self, role="owner", slug="acme"):
        return Client(self.machine, f"the key of the {role}", self.keys[slug, role])

    def browser(self, email, name, **more):
        """A browser in which somebody has logged in."""
        client = Client(self.machine, name, **{"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
        self.clock.step(f"login {email}")
        page = client.send("GET", "/login")
        form = {"email": email, "password": PASSWORD, **hidden(page), **more}
        answer = client.send("POST", "/login", form)
        self.clock.quiet()
        client.location = answer.header("Location")
        return client

    # What they do

    def act(self, name, client, method, path, wait=1, **how):
        """Sends something that matters, keeps the answer, and lets a moment pass."""
        self.count += 1
        self.clock.step(f"{name} {method} {path}")
        answer = client.send(method, path, **how)
        self.clock.quiet()
        self.record.answer("acts/" + name.replace("/", "_"), answer)
        if wait:
            self.clock.advance(wait)
        return answer

    def submit(self, label, client, page, action, /, wait=1, files=None, **values):
        """Sends a form as a browser would: with what the page has in it, but for these values."""
        shown = client.send("GET", page)
        self.clock.quiet()
        found = [form for form in forms_of(shown.text) if form.goes_to(action)]
        if not found:
            # Sent all the same, where the page would send it.
            self.record.keep(f"acts/{label}, for which there is no form".replace("/", "_"), f"{page} -> {action}\n")
            found = [Form(action if action.startswith("/") else f"{page.split('?')[0].rsplit('/', 1)[0]}/{action.rsplit('/', 1)[-1]}",
                          "post")]
            found[0].fields = list(hidden(shown).items())
        fields, path = found[0].with_values(values), found[0].action.split("?")[0]
        if files:
            return self.act(label, client, "POST", path, wait, form=dict(fields), files=files)
        return self.act(label, client, "POST", path, wait, form=fields)

    def number(self, client, page, pattern, which=-1):
        """A number on a page; the last one of those that match, unless another one is asked for."""
        found = re.findall(pattern, client.send("GET", page).text)
        self.clock.quiet()
        return int(found[which]) if found else 0

    def ago(self, seconds):
        return (self.clock.now - timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def run(self, name, *arguments, text=""):
        """A command on the database whose outcome is kept."""
        outcome = self.machine.run(*arguments, "--database", self.machine.database, text=text)
        self.record.command(name, outcome)
        return outcome


def hidden(page):
    """The token of a page's forms."""
    found = re.search(r'name="_csrf" value="([^"]*)"', page.text)
    return {"_csrf": found[1]} if found else {}
