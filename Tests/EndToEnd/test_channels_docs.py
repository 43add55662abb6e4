"""The example of docs/channels.md proves what it says it proves."""
import re

from rollcall import TREE

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
HEADERS = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
           "webhook-signature": "v1,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
BODY = b'{"test": 2432232314}'


def test_the_example_takes_a_right_signature_and_nothing_else():
    names = {}
    exec(re.search(r"```python\n(.*?)```", (TREE / "docs/channels.md").read_text(), re.DOTALL)[1], names)
    check = names["is_from_rollcall"]
    assert check(SECRET, HEADERS, BODY, now=1614265330)
    assert not check(SECRET, HEADERS, BODY + b" ", now=1614265330)
    assert not check(SECRET, HEADERS, BODY, now=1614265330 + 301)
    assert not check("whsec_" + "A" * 32, HEADERS, BODY, now=1614265330)
    assert not check(SECRET, HEADERS | {"webhook-id": "msg_2"}, BODY, now=1614265330)
    assert not check(SECRET, {}, BODY)
