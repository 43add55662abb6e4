"""What is installed runs from where it lies, without the source tree."""
import json
import os
import re
import shlex
import shutil
import subprocess

import pytest
from rollcall import BINARY, ENVIRONMENT, TREE

LIMIT = 300


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The tree that `make install DESTDIR=… PREFIX=/usr` lays."""
    root = tmp_path_factory.mktemp("installed")
    run("scripts/install", root, "/usr", BINARY)
    return root


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    if not shutil.which("dpkg-deb"):
        pytest.skip("no dpkg-deb here")
    folder = tmp_path_factory.mktemp("package")
    # The tests' binary has the shared Swift runtime.
    run("scripts/package", BINARY, folder, env={"ROLLCALL_PACKAGE_TRIAL": "1"})
    return next(folder.glob("rollcall_*.deb"))


def test_the_installed_program_finds_its_pages_and_profiles(installed, tmp_path):
    works(installed, tmp_path)


def test_what_is_installed_again_leaves_nothing_of_the_version_before(installed):
    old = installed / "usr/share/rollcall/Templates/Gone.mustache"
    old.write_text("{{tag}}")
    run("scripts/install", installed, "/usr", BINARY)
    assert not old.exists()


def test_nothing_of_others_below_the_prefix_changes_its_rights(tmp_path):
    others = {"bin/su": 0o4755, "etc/secret.conf": 0o600, "share/mail": 0o2700, "bin": 0o2775, "lib/systemd": 0o700}
    for name in ("bin", "etc", "share/mail", "lib/systemd"):
        (tmp_path / "usr" / name).mkdir(parents=True)
    for name, rights in others.items():
        path = tmp_path / "usr" / name
        path.is_dir() or path.write_text("of somebody else")
        path.chmod(rights)
    run("scripts/install", tmp_path, "/usr", BINARY, umask=0o077)
    assert {name: rights_of(tmp_path / "usr" / name) for name in others} == others


def test_what_is_installed_can_be_read_by_all_whatever_the_umask_is(tmp_path):
    run("scripts/install", tmp_path, "/usr", BINARY, umask=0o077)
    for path in (tmp_path / "usr").rglob("*"):
        assert rights_of(path) == (0o755 if path.is_dir() or path.name == "rollcall" else 0o644), path


def test_units_name_the_place_where_the_program_is(tmp_path):
    run("scripts/install", tmp_path, "/opt/rollcall", BINARY)
    unit = (tmp_path / "opt/rollcall/lib/systemd/system/rollcall.service").read_text()
    assert "ExecStart=/opt/rollcall/bin/rollcall serve" in unit and "/usr/bin/rollcall" not in unit


def test_what_is_installed_has_all_that_the_units_name(installed):
    lines = {kind: (installed / f"usr/lib/{kind}.d/rollcall.conf").read_text().splitlines()
             for kind in ("sysusers", "tmpfiles")}
    users = {line.split()[1] for line in lines["sysusers"] if line.startswith("u ")}
    folders = {line.split()[1] for line in lines["tmpfiles"] if line.startswith("d ")}
    units = sorted((installed / "usr/lib/systemd/system").iterdir())
    assert [unit.name for unit in units] == ["rollcall-backup.service", "rollcall-backup.timer", "rollcall.service"]
    programs, configs = set(), set()
    for unit in units:
        if unit.suffix == ".timer":
            assert unit.with_suffix(".service") in units
        for key, value in settings_of(unit):
            if key.startswith("Exec"):
                words = [word for part in shlex.split(value) for word in part.split()]
                programs |= {word for word in words if word.endswith("/rollcall") and "/bin/" in word}
                configs |= {after for word, after in zip(words, words[1:]) if word == "--config"}
            elif key in ("User", "Group"):
                assert value in users, (unit.name, key)
            elif key in ("StateDirectory", "ConfigurationDirectory"):
                assert f"{'/etc' if key.startswith('Conf') else '/var/lib'}/{value}" in folders, (unit.name, key)
            elif key == "ReadWritePaths":
                assert set(value.split()) <= folders, unit.name
            elif key == "Documentation":
                assert (installed / value.removeprefix("file:///")).is_file(), unit.name
    assert programs == {"/usr/bin/rollcall"} and configs == {"/etc/rollcall/rollcall.json"}
    for path in programs | configs:
        assert (installed / path.lstrip("/")).is_file(), path
    settings = json.loads((installed / "etc/rollcall/rollcall.json").read_text())
    assert os.path.dirname(settings["database"]) in folders


def test_settings_that_are_there_stay(tmp_path):
    settings = tmp_path / "etc/rollcall/rollcall.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("mine")
    settings.chmod(0o640)
    run("scripts/install", tmp_path, "/usr/local", BINARY)
    assert settings.read_text() == "mine" and rights_of(settings) == 0o640


@pytest.mark.parametrize("prefix", ["/usr/local", "/opt/rollcall"])
def test_what_is_left_to_do_is_said_and_its_files_are_there(tmp_path, prefix):
    said = run("scripts/install", tmp_path, prefix, BINARY).splitlines()
    commands = [shlex.split(line) for line in said if line.startswith("  ")]
    linked = [["systemctl", "link"]] if prefix.startswith("/opt") else []
    assert [command[:2] for command in commands] == [
        ["systemd-sysusers", f"{prefix}/lib/sysusers.d/rollcall.conf"], ["systemd-tmpfiles", "--create"], *linked,
        ["systemctl", "daemon-reload"]]
    for word in (word for command in commands for word in command if word.startswith("/")):
        assert (tmp_path / word.lstrip("/")).is_file(), word
    guide = (TREE / "docs/operations.md").read_text()
    for command in commands:
        assert prefix != "/usr/local" or f"sudo {shlex.join(command)}\n" in guide, command


def test_the_package_does_at_its_installation_what_is_left_to_do(package, tmp_path):
    script = subprocess.run(["dpkg-deb", "--info", package, "postinst"], capture_output=True, text=True,
                            check=True).stdout
    assert subprocess.run(["sh", "-n"], input=script, text=True).returncode == 0
    # Commands that only say that they were called.
    for name in ("systemd-sysusers", "systemd-tmpfiles", "systemctl"):
        command = tmp_path / name
        command.write_text(f'#!/bin/sh\necho {name} "$@"\n')
        command.chmod(0o755)
    beside = script.replace("/run/systemd/system", str(tmp_path))
    done = subprocess.run(["sh", "-s", "configure"], input=beside, capture_output=True, text=True,
                          env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "systemd-sysusers rollcall.conf", "systemd-tmpfiles --create rollcall.conf", "systemctl daemon-reload",
        "systemctl try-restart rollcall.service"]


def test_the_package_unpacks_to_a_program_that_runs(package, tmp_path):
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True, timeout=LIMIT)
    for path in ("etc/rollcall/rollcall.json", "usr/lib/systemd/system/rollcall.service",
                 "usr/lib/systemd/system/rollcall-backup.timer", "usr/lib/sysusers.d/rollcall.conf",
                 "usr/lib/tmpfiles.d/rollcall.conf", "usr/share/doc/rollcall/operations.md",
                 "usr/share/doc/rollcall/alerts.yml", "usr/share/doc/rollcall/openapi.json"):
        assert (root / path).is_file(), path
    works(root, tmp_path)


def test_the_package_says_what_it_needs_and_keeps_the_operators_settings(package):
    fields = {name: field(package, name) for name in ("Package", "Version", "Architecture", "Depends")}
    assert fields["Package"] == "rollcall" and re.fullmatch(r"\d+\.\d+\.\d+(~dev)?", fields["Version"])
    needed = set(re.split(r", ?", fields["Depends"]))
    assert {"libc6", "libmicrohttpd12", "libsqlite3-0", "libcurl4", "libmaxminddb0", "libqrencode4", "tzdata"} <= needed
    listing = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    assert all(" root/root " in line for line in listing.splitlines())
    assert subprocess.run(["dpkg-deb", "--info", package, "conffiles"], capture_output=True, text=True,
                          check=True).stdout == "/etc/rollcall/rollcall.json\n"
    for script in ("postinst", "prerm"):
        text = subprocess.run(["dpkg-deb", "--info", package, script], capture_output=True, text=True, check=True).stdout
        assert subprocess.run(["sh", "-n"], input=text, text=True).returncode == 0


def test_a_release_that_needs_a_library_of_no_package_is_refused(tmp_path):
    """The tests' own binary needs the shared Swift runtime, which Debian does not have."""
    needs = subprocess.run(["objdump", "-p", BINARY], capture_output=True, text=True, check=True).stdout
    if "libswiftCore.so" not in needs:
        pytest.skip("this binary has the Swift runtime inside")
    done = subprocess.run([TREE / "scripts/package", BINARY, tmp_path], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode != 0 and "--static-swift-stdlib" in done.stderr
    assert list(tmp_path.iterdir()) == []


def works(root, folder):
    """Makes a workspace, which needs the profiles, and lets the doctor look for pages and all else."""
    program = root / "usr/bin/rollcall"
    database = folder / "rollcall.db"
    for arguments in (["workspace", "add", "acme", "--name", "Acme", "--time-zone", "UTC"], ["doctor"]):
        done = subprocess.run([program, *arguments, "--database", database], cwd="/", capture_output=True, text=True,
                              timeout=LIMIT, env=ENVIRONMENT)
        assert done.returncode == 0, done.stdout + done.stderr
    assert f"pages: they are in {root}/usr/share/rollcall" in done.stdout


def rights_of(path):
    return path.stat().st_mode & 0o7777


def run(script, *arguments, env={}, umask=-1):
    done = subprocess.run([TREE / script, *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT,
                          env={**os.environ, **env}, umask=umask)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def settings_of(unit):
    """The lines of a unit as pairs, in their order."""
    return [line.split("=", 1) for line in unit.read_text().splitlines() if re.match(r"[A-Za-z]+=", line)]


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], capture_output=True, text=True, check=True).stdout.strip()
