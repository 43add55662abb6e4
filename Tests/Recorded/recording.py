"""One run of the program from the first workspace to the last command, and everything that it answered."""
import itertools
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Fakes")]
import accounts  # noqa: E402
import commands  # noqa: E402
import incidents  # noqa: E402
import mail_server  # noqa: E402
import office  # noqa: E402
import push_provider  # noqa: E402
import sms_gateway  # noqa: E402
import uploads  # noqa: E402
from answers import Record  # noqa: E402
from clockwork import Clockwork  # noqa: E402
from everybody import everybody  # noqa: E402
from machine import Machine  # noqa: E402
from routetable import ROUTES  # noqa: E402
from rows import keep_rows  # noqa: E402
from turnstile import Turnstile  # noqa: E402
from world import World  # noqa: E402


MEMORY = "/dev/shm"


class Chance:
    """The module `secrets` of the fakes: numbers that follow from what was asked."""

    def __init__(self):
        self.random = random.Random(1)

    def begin(self, asked):
        self.random = random.Random(asked)

    def token_hex(self, size):
        return self.random.randbytes(size).hex()

    def token_urlsafe(self, size):
        return self.token_hex(size)

    def randbits(self, count):
        return self.random.getrandbits(count)

    def randbelow(self, bound):
        return self.random.randrange(bound)


class Recording:
    def __init__(self, binary, share, out, is_short=False):
        self.binary, self.share, self.out, self.is_short = binary, share, pathlib.Path(out), is_short

    def make(self, say=lambda words: None):
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        # In memory where there is some: nothing here is about a disk, and a sync takes longer than all else.
        folder = pathlib.Path(tempfile.mkdtemp(prefix="record-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
        clock = Clockwork(folder)
        data = folder / "data"
        data.mkdir()
        turnstile = Turnstile()
        turnstile.guard()
        clock.let_in, clock.count_waiting = turnstile.let_in, lambda: len(turnstile.waiting)
        machine = Machine(self.binary, data, clock, turnstile, self.share)
        record = Record(self.out, [(data, "<folder>"), (folder, "<folder>"), *([(self.share, "<share>")] if self.share else []),
                                   (machine.binary, "<rollcall>")])
        for fake in (push_provider, sms_gateway):
            fake.time = clock
        push_provider.secrets = Chance()
        world = World(machine, record, clock)
        world.is_short = self.is_short
        try:
            with push_provider.Provider() as world.provider, sms_gateway.Gateway() as world.gateway, \
                    mail_server.MailServer() as world.mail:
                clock.ports += [world.provider.port, world.gateway.server.server_port, world.mail.port]
                self.phases(world, say)
        finally:
            machine.kill()
            if not os.environ.get("ROLLCALL_RECORD_KEEP"):
                shutil.rmtree(folder, ignore_errors=True)
        return record

    def phases(self, world, say):
        began = time.monotonic()

        def phase(name, body):
            body(world)
            say(f"{time.monotonic() - began:6.1f} s  {name}")

        helped = []
        phase("help of every command", lambda world: helped.extend(commands.helps(world)))
        phase("two workspaces", self.two_workspaces)
        world.dispatcher = world.browser("dispatcher@acme.example", "the dispatcher")
        world.owner = world.browser("owner@acme.example", "the owner")
        for name, body in {
                "the contract's cases": uploads.contract, "apps of others": uploads.foreign_apps,
                "on duty": uploads.come_on_duty, "channels": office.channels, "on the move": uploads.move_and_fall_silent,
                "visits and an event": incidents.visits_and_event,
                "incidents": incidents.incidents, "a link": incidents.by_link, "a drill": incidents.drill, "alerts": incidents.alerts,
                "settings": office.settings, "members": accounts.members, "accounts": accounts.accounts,
                "people": office.people, "papers": office.papers}.items():
            phase(name, body)
        keep_rows(world.record, "rows after the acts", world.machine.database)
        phase("every route for everybody", everybody)
        phase("commands beside the server", commands.on_the_database)
        phase("an erasure", office.erase)
        phase("the next day", self.next_day)
        keep_rows(world.record, "rows at the end", world.machine.database)
        phase("commands without a server", commands.without_a_server)
        self.messages(world)
        world.record.keep("log of the server", world.machine.log.read_text())
        world.record.keep("counts", f"{world.count} acts\n")
        self.check(world, helped)

    def two_workspaces(self, world):
        for slug, name in (("acme", "Acme"), ("globex", "Globex")):
            world.found(slug, name)
            if slug == "acme":
                # From now on it carries out what commands ask for.
                self.start(world)
            world.furnish(slug)

    def start(self, world):
        provider, gateway = world.provider, world.gateway
        account = world.machine.folder / "account.json"
        account.write_text(json.dumps(provider.service_account()))
        (world.machine.folder / "reports").mkdir(exist_ok=True)
        world.machine.start(settings={
            "ROLLCALL_PUBLIC_URL": "https://rollcall.example", "ROLLCALL_REPORTS": str(world.machine.folder / "reports"),
            "ROLLCALL_PUSH_ALLOW_PRIVATE_NETWORKS": "true", "ROLLCALL_PUSH_EXPO_URL": provider.url,
            "ROLLCALL_PUSH_FCM_URL": provider.url, "ROLLCALL_PUSH_NTFY_URL": provider.url,
            "ROLLCALL_PUSH_FCM_SERVICE_ACCOUNT": str(account), "ROLLCALL_PUSH_WEBHOOK_SECRET": gateway.secret, "ROLLCALL_SMS_TWILIO_URL": gateway.url,
            "ROLLCALL_SMS_TWILIO_ACCOUNT": gateway.account, "ROLLCALL_SMS_TWILIO_TOKEN": gateway.token,
            "ROLLCALL_SMS_FROM": gateway.sender, "ROLLCALL_SMTP_URL": f"smtp://127.0.0.1:{world.mail.port}",
            "ROLLCALL_SMTP_FROM": "rollcall@example.org"})

    def next_day(self, world):
        """The server is away over night; then the reports of the day are made, and what has expired is purged."""
        machine = world.machine
        world.record.keep("exit of the server", f"{machine.stop()}\n")
        world.clock.jump(20 * 3600)
        machine.cli("workspace", "set", "acme", "--retention-days", 1)
        self.start(world)
        world.clock.advance(200, by=4)
        for path in ("board.json", "purges.csv", "reports/exports.json", "lanes.json", "alerts.json", "reports/gaps.csv"):
            world.act(f"the next day, {path}", world.key(), "GET", f"/w/acme/{path}", wait=0)
        world.record.keep("exit of the server", f"{machine.stop()}\n")
        reports = machine.folder / "reports"
        for file in sorted(path for path in reports.rglob("*") if path.is_file()):
            world.record.keep(f"reports/{file.relative_to(reports)}", file.read_text())

    def messages(self, world):
        """What others were sent, service by service in the order in which it came."""
        world.record.keep("messages/sms", "".join(f"{to}: {text}\n" for to, text in world.gateway.messages))
        for number, mail in enumerate(world.mail.mails, 1):
            world.record.keep(f"messages/mail {number:02}", f"{mail['sender']} -> {mail['recipients']}\n{mail['data'].decode()}")
        entries = world.provider.received()
        entries.sort(key=lambda entry: (str(entry["provider"]), str(entry["token"])))
        for provider, group in itertools.groupby(entries, key=lambda entry: str(entry["provider"])):
            for number, entry in enumerate(group, 1):
                kept = {name: value for name, value in entry.items() if name != "peer"}
                world.record.keep(f"messages/{provider} {number:02}", pretty(kept))

    def check(self, world, helped):
        """Fails when a route or a command was left out."""
        routes = {str(route) for route in ROUTES} - world.record.routes
        kept = {path.name for path in (self.out / "commands").iterdir()}
        groups = {path[:size] for path in helped for size in range(len(path))}
        silent = [path for path in helped if path not in groups and not any(
            name.startswith(" ".join(("rollcall", *path))) and not name.endswith("help") for name in kept)]
        if routes or silent:
            raise SystemExit(f"not recorded: routes {sorted(routes)}, commands {silent}")


def pretty(value):
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
