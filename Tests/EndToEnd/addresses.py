"""Files about addresses that are as old as a test wants them."""
import time

from rollcall import TREE


def put(path, days):
    """The demo's file, as if it had been made so many days ago."""
    content = bytearray((TREE / "seeds/geoip/demo-city.mmdb").read_bytes())
    at = content.rindex(b"build_epoch") + len(b"build_epoch")
    # MaxMind DB, "extended" type 9 - 7 = 2: an integer of up to eight bytes.
    size = content[at] & 0x1F
    assert content[at + 1] == 2 and size >= 4
    content[at + 2:at + 2 + size] = (int(time.time()) - days * 86_400).to_bytes(size, "big")
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.rename(path)
