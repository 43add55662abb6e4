"""Files about addresses: the demo's, some that are as old as a test wants them, and some that know other networks."""
import time

from mmdb_writer import MMDBWriter
from netaddr import IPSet
from rollcall import TREE

FILES = {name: TREE / f"seeds/geoip/demo-{name}.mmdb" for name in ("city", "asn", "anonymous")}
# A server that knows the demo's networks and takes us for its proxy, who says from where phones come.
CHECKING = ["--trusted-proxy", "127.0.0.1", "--geoip", ",".join(map(str, FILES.values()))]


def put(path, days):
    """The demo's file, as if it had been made so many days ago."""
    content = bytearray(FILES["city"].read_bytes())
    at = content.rindex(b"build_epoch") + len(b"build_epoch")
    # MaxMind DB, "extended" type 9 - 7 = 2: an integer of up to eight bytes.
    size = content[at] & 0x1F
    assert content[at + 1] == 2 and size >= 4
    content[at + 2:at + 2 + size] = (int(time.time()) - days * 86_400).to_bytes(size, "big")
    replace(path, content)


def countries(path, **networks):
    """A file that knows the country of each network, by the country's code."""
    writer = MMDBWriter(6, "Test-Country", languages=["en"], description="A test's", ipv4_compatible=True)
    for code, network in networks.items():
        writer.insert_network(IPSet([network]), {"country": {"iso_code": code, "names": {"en": f"Land of {code}"}}})
    new = path.with_suffix(".new")
    writer.to_db_file(str(new))
    new.rename(path)


def replace(path, content):
    """Other content in a file's place, at once, as an operator is told to do it."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.rename(path)
