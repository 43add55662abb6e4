"""Every command: its help, and what it says on the database that the acts have left."""
import re
from datetime import timedelta

from world import PASSWORD, PLACE


def tree(machine, path=()):
    """All commands below a command, by what its help lists."""
    _, output, _ = machine.run(*path, "--help")
    yield path, output
    listed = output.partition("SUBCOMMANDS:")[2].partition("See '")[0]
    for name in re.findall(r"^  ([a-z][a-z-]*)\b", listed, re.M):
        yield from tree(machine, (*path, name))


def helps(world):
    for path, output in tree(world.machine):
        world.record.command(f"{' '.join(('rollcall', *path))} help", (0, output, ""))
        yield path


def on_the_database(world):
    """Commands beside the server, which they ask."""
    run, person = world.run, world.phones["acme", "Nik Vidmar"].id
    folder = world.machine.folder
    day = (world.clock.now - timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    (folder / "track.csv").write_text(f"time,lat,lng\n{day},{PLACE[0]},{PLACE[1]}\n")
    (folder / "track.geojson").write_text(
        '{"type":"Feature","properties":{"coordTimes":["%s"]},"geometry":{"type":"LineString","coordinates":[[14.5,46]]}}' % day)
    for more in ((), ("--json",)):
        for name, arguments in {
                "workspace list": (), "responder list": ("acme",), "profile show": ("acme",), "event list": ("acme",),
                "outlet list": ("acme",), "region list": ("acme",), "hold list": ("acme",), "visit list": ("acme",),
                "verify": (), "clock confirm": ()}.items():
            run(f"rollcall {name}", *name.split(), *arguments, *more)
    run("rollcall workspace add", "workspace", "add", "third", "--name", "Third", "--time-zone", "UTC", "--json")
    run("rollcall workspace add", "workspace", "add", "third", "--name", "Third", "--time-zone", "UTC")
    run("rollcall workspace set", "workspace", "set", "acme", "--retention-days", 40, "--preview")
    run("rollcall workspace set", "workspace", "set", "third", "--name", "Third one", "--offline-alerts", "on")
    run("rollcall member add", "member", "add", "third", "x@acme.example", "--role", "owner", "--password-stdin", text=PASSWORD + "\n")
    run("rollcall member add", "member", "add", "third", "owner@acme.example", "--role", "viewer", "--existing")
    run("rollcall member set-password", "member", "set-password", "third", "x@acme.example", "--password-stdin", text="short\n")
    run("rollcall member reset-two-factor", "member", "reset-two-factor", "third", "x@acme.example")
    run("rollcall responder add", "responder", "add", "acme", "Pia", "--phone", "+38640100099", "--region", "Sever")
    run("rollcall responder add", "responder", "add", "acme", "Pia", "--phone", "12")
    run("rollcall responder set", "responder", "set", "acme", person, "--name", "Nik V.", "--region", "Center", "--json")
    run("rollcall responder import", "responder", "import", "acme", folder / "track.csv")
    for file in ("track.csv", "track.geojson", "quick.json"):
        run("rollcall responder import-track", "responder", "import-track", "acme", person, folder / file, "--json")
    run("rollcall token issue", "token", "issue", "acme", person, "--device-id", "device-new")
    run("rollcall token issue", "token", "issue", "globex", "--all", "--device-prefix", "d-", "--json")
    run("rollcall app issue", "app", "issue", "acme", person, "--adapter", "overland")
    run("rollcall api-key issue", "api-key", "issue", "acme", "--name", "cron", "--role", "auditor")
    run("rollcall api-key revoke", "api-key", "revoke", "acme", "--name", "cron")
    run("rollcall profile import", "profile", "import", "acme", folder / "seed-acme/quick.json")
    run("rollcall profile import", "profile", "import", "acme", folder / "track.csv")
    run("rollcall seed", "seed", folder / "seed-acme", "--password-stdin", text=PASSWORD + "\n")
    run("rollcall event add", "event", "add", "acme", "walk", "--name", "Walk", "--from", "2026-03-05", "--to", "2026-03-06")
    run("rollcall event join", "event", "join", "acme", "walk", "--profile", "event")
    (folder / "addresses.csv").write_text("name,number,town,lat,lng\nHarbour Street,1,Newtown,46.1,14.2\n")
    run("rollcall addresses import", "addresses", "import", "acme", folder / "addresses.csv")
    run("rollcall addresses import", "addresses", "import", "acme", folder / "track.csv", "--json")
    run("rollcall addresses count", "addresses", "count", "acme")
    run("rollcall addresses remove", "addresses", "remove", "acme")
    run("rollcall outlet import", "outlet", "import", "acme", folder / "seed-acme/outlets.csv", "--json")
    run("rollcall visit plan", "visit", "plan", "acme", person, world.ids["outlet"], "--day", "2026-03-04", "--from", "09:00")
    run("rollcall region import", "region", "import", "acme", folder / "seed-acme/regions.json")
    run("rollcall region remove", "region", "remove", "acme", "Center")
    run("rollcall hold add", "hold", "add", "acme", "--responder", person, "--from", "2026-03-01", "--to", "2026-03-02", "--reason", "R")
    run("rollcall hold release", "hold", "release", "acme", 1, "--note", "N")
    run("rollcall export responder", "export", "responder", "acme", world.phones["acme", "Eva Kralj"].id, "--out", folder / "eva.json")
    world.record.keep("commands/export.json", (folder / "eva.json").read_text() if (folder / "eva.json").exists() else "none")
    run("rollcall verify-export", "verify-export", folder / "eva.json")
    run("rollcall verify-export", "verify-export", folder / "track.csv", "--json")
    run("rollcall verify", "verify", "--print-heads", "--json")
    run("rollcall backup", "backup", folder / "backup.db")
    run("rollcall backup", "backup", folder / "backup.db")
    run("rollcall restore", "restore", folder / "backup.db")
    run("rollcall doctor", "doctor")


def without_a_server(world):
    machine, folder = world.machine, world.machine.folder
    world.run("rollcall restore", "restore", folder / "backup.db", "--json")
    world.run("rollcall verify", "verify")
    world.run("rollcall doctor", "doctor", "--json")
    others = {
        "version": ("version",), "version --json": ("version", "--json"), "unknown": ("rolcall",), "none": (),
        "serve": ("serve", "--listen", "nowhere"), "serve (open)": ("serve", "--listen", "0.0.0.0:1", "--database", folder / "n.db"),
        "demo": ("demo", "--listen", "nowhere"), "no database": ("workspace", "list", "--database", folder / "none.db"),
        "openapi": ("openapi",),
        "simulate": ("simulate", "--phones", "3")}
    for name, arguments in others.items():
        world.record.command(f"rollcall {name}", machine.run(*arguments))
