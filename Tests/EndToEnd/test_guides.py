"""What the guides list is what the sources do."""
import json
import re
import shutil
import subprocess

import pytest
from rollcall import TREE

ACTION = r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*"
WORDS = "RollcallWeb/Words/Access/AuditWords.swift"


def sources(folder=""):
    return {str(path.relative_to(TREE / "Sources")): path.read_text()
            for path in (TREE / "Sources" / folder).rglob("*.swift")}


def following(text, call, length=240):
    """What stands behind each call of a function."""
    return [text[found.end():found.end() + length] for found in re.finditer(rf"\b{call}\(", text)]


def written():
    """The actions that the store writes, and those that are called something by the page."""
    found = set(re.findall(rf'"({ACTION})":', sources()[WORDS]))
    for text in sources("RollcallStore").values():
        for part in following(text, "audit"):
            found |= set(re.findall(rf'"({ACTION})"', part))
    return found


def looks():
    """The pages whose looks are noted: by name, and a report's by its kind."""
    found = set()
    for name, text in sources("RollcallWeb").items():
        for part in following(text, "recordView"):
            found |= set(re.findall(r'page: "([a-z-]+)"', part))
            if "page: report.name" in part:
                found |= reports_with_a_page()
    return {f"look.{page}" for page in found}


def reports_with_a_page():
    texts = sources("RollcallWeb/Reports").values()
    names = {name for text in texts for name in re.findall(r'\bReport\(\s*"([a-z]+)", "', text)}
    assert "gaps" in names
    # Those two have pages of their own.
    return names - {"audit", "history"}


def listed():
    """The actions in the table of the guide."""
    guide = (TREE / "docs/audit.md").read_text()
    table = re.search(r"^\| an entry is \| action \|\n\|---\|---\|\n((?:\|.*\n)+)", guide, re.M)[1]
    cells = [row.strip().strip("|").split("|")[-1] for row in table.splitlines()]
    return [action for cell in cells for action in re.findall(r"`([^`]+)`", cell)]


def test_the_table_of_the_audit_has_every_action_once_and_no_other():
    actions = listed()
    assert len(actions) == len(set(actions))
    assert [action for action in actions if action.endswith("…")] == ["export.…"]
    known = written() | looks()
    assert len(known) > 90
    assert known - set(actions) == set(), "docs/audit.md does not tell of these"
    assert set(actions) - known == {"export.…"}, "docs/audit.md tells of these, and nobody writes them"


def test_what_an_entry_is_called_by_people_is_said_of_every_action_that_is_written():
    named = set(re.findall(rf'"({ACTION})":', sources()[WORDS]))
    groups = {action.split(".")[0] for action in named}
    unnamed = {action for action in written() if action not in named}
    assert unnamed == set() and {"alert", "schedule", "event", "own-link", "track", "database"} <= groups


def test_the_guide_of_doubts_names_every_member_of_its_json():
    text = sources()["RollcallWeb/Tracking/DoubtHandlers.swift"]
    members = re.findall(r'Column\("([a-z_]+)"', text[text.index("extension DoubtLine {"):])
    guide = (TREE / "docs/flags.md").read_text()
    said = guide[guide.index("`suspicious-positions.json`"):guide.index("Evidence, who decided last")]
    assert members and [name for name in members if f"`{name}`" not in said] == []


# An app in Swift


def described(folder, cache):
    """What SwiftPM reads from a manifest; it fetches nothing for that."""
    done = subprocess.run(
        ["swift", "package", "dump-package", "--package-path", folder, "--scratch-path", cache], capture_output=True,
        text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not shutil.which("swift"), reason="no Swift on this machine")
def test_the_manifest_of_the_guide_for_apps_names_a_product_with_all_modules_of_the_example(tmp_path):
    guide = (TREE / "docs/apps.md").read_text()
    manifest = re.search(r"^```swift package\n(.*?)^```$", guide, re.M | re.S)[1]
    # By path a package is known by its folder: here a folder of the name that the guide gives it.
    repository, reporter = tmp_path / "rollcall", tmp_path / "reporter"
    for folder, text in ((repository, (TREE / "Package.swift").read_text()), (reporter, manifest)):
        folder.mkdir()
        (folder / "Package.swift").write_text(text)
    app, ours = described(reporter, tmp_path / "app"), described(repository, tmp_path / "ours")
    [dependency] = app["dependencies"]
    assert dependency["fileSystem"][0]["path"] == str(repository)
    [product, package] = app["targets"][0]["dependencies"][0]["product"][:2]
    assert package == dependency["fileSystem"][0]["identity"] == "rollcall"
    modules = next(one for one in ours["products"] if one["name"] == product)["targets"]
    code = re.findall(r"^```swift\n(.*?)^```$", guide, re.M | re.S)
    imported = set(re.findall(r"^import (\w+)$", "\n".join(code), re.M))
    assert "DeviceKit" in imported and imported - set(modules) == {"Foundation"}
    assert {one["platformName"]: one["version"] for one in app["platforms"]} == {
        one["platformName"]: one["version"] for one in ours["platforms"]}
