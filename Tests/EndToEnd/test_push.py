"""Offers that wake phones: a real server, and a provider on loopback that answers as the real ones do."""
import pathlib
import re
import sys

import pytest
import requests
from certificates import Authority
from people import add_member, log_in
from responding import tells_place, until
from test_dispatch import PHONE_LIMIT, Dispatcher, Phone

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import push_provider  # noqa: E402


@pytest.fixture
def provider():
    with push_provider.Provider() as running:
        yield running


@pytest.fixture
def pushing(rollcall, provider):
    """The server of `rollcall`, whose messages go to `provider`."""
    environment = [
        f"ROLLCALL_PUSH_EXPO_URL={provider.url}", f"ROLLCALL_PUSH_FCM_URL={provider.url}",
        f"ROLLCALL_PUSH_NTFY_URL={provider.url}", "ROLLCALL_PUBLIC_URL=http://127.0.0.1:1",
    ]

    def begin():
        return rollcall.start(["env", *environment])

    rollcall.begin = begin
    begin()
    return rollcall


def register(phone, provider, token):
    answer = phone.session.put(
        f"{phone.server.url}/app/v1/push-token", json={"provider": provider, "token": token}, timeout=PHONE_LIMIT)
    assert answer.status_code == 204, answer.text


def said(desk, number, words):
    return until(lambda: words in desk.get(f"incidents/{number}").text)


EXPO = "ExponentPushToken[ana]"


def test_an_offer_is_handed_over_at_once_and_says_only_what_it_must(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana Novak", 0.01)
    register(ana, "expo", EXPO)
    number = desk.open(title="Mrs Kranjc fell", offer=ana.id, within=120)
    [entry] = until(lambda: provider.received(EXPO))
    text = str(entry)
    assert f"INC-{number}" in text and "assignment.offered" in text
    assert "Kranjc" not in text and "Novak" not in text and not tells_place(text)
    said(desk, number, "Expo took the message")
    assert desk.incident(number)["offers"][0]["state"] == "sent"
    # Accepted by the app; nobody need be told that it is over.
    offer = ana.get("offers").json()["data"]["offers"][0]["id"]
    assert ana.post(f"offers/{offer}/accept").status_code == 200
    text = requests.get(f"{pushing.url}/metrics", timeout=PHONE_LIMIT).text
    assert 'rollcall_push_total{channel="expo",outcome="accepted"} 1\n' in text
    assert "rollcall_push_ack_seconds_count 1\n" in text


def test_a_gone_address_is_dropped_shown_and_the_next_way_is_taken(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "ntfy", "rc-ana")
    register(ana, "expo", EXPO)
    provider.answer(EXPO, "DeviceNotRegistered")
    number = desk.open(title="Fall", offer=ana.id, within=120)
    until(lambda: provider.received("rc-ana"))
    assert len(provider.received(EXPO)) == 1
    said(desk, number, "next: ntfy")
    page = desk.get(f"responders/{ana.id}").text
    assert "dropped: " in page and "Expo" in page and EXPO not in page


def test_a_busy_service_is_asked_again_under_the_same_id(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "ntfy", "rc-ana")
    provider.answer("rc-ana", 503, "limit")
    number = desk.open(title="Fall", offer=ana.id, within=120)
    until(lambda: len(provider.received("rc-ana")) == 3)
    said(desk, number, "ntfy took the message")
    assert "again in" in desk.get(f"incidents/{number}").text


def test_a_service_that_is_not_set_up_is_passed_over(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "expo", EXPO)
    register(ana, "fcm", "fcm-token")
    number = desk.open(title="Fall", offer=ana.id, within=120)
    until(lambda: provider.received(EXPO))
    said(desk, number, "next: Expo")
    text = requests.get(f"{pushing.url}/metrics", timeout=PHONE_LIMIT).text
    assert 'rollcall_push_misconfigured{channel="fcm"} 1\n' in text


def test_whoever_was_asked_in_vain_is_told(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "expo", EXPO)
    number = desk.open(title="Fall", offer=ana.id, within=120)
    said(desk, number, "Expo took the message")
    page = f"incidents/{number}"
    assert desk.send(f"{page}/cancel", page).status_code == 303
    second = until(lambda: provider.received(EXPO)[1:])
    assert "assignment.withdrawn" in str(second)


def test_the_link_of_a_message_accepts_by_its_button_alone(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "ntfy", "rc-ana")
    number = desk.open(title="Fall", offer=ana.id, within=120)
    [entry] = until(lambda: provider.received("rc-ana"))
    path = re.search(r"http://127\.0\.0\.1:1(/a/[A-Za-z0-9_-]{22})", str(entry)).group(1)
    looked = requests.get(pushing.url + path, timeout=PHONE_LIMIT)
    assert looked.status_code == 200 and "Accept" in looked.text
    assert desk.incident(number)["state"] == "offering"
    assert requests.post(pushing.url + path, timeout=PHONE_LIMIT).status_code == 200
    assert desk.incident(number)["state"] == "assigned"
    assert requests.get(f"{pushing.url}/a/{'x' * 22}", timeout=PHONE_LIMIT).status_code == 404


def test_a_message_that_waited_when_the_server_was_killed_is_sent_after_the_restart(pushing, provider):
    desk = Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "ntfy", "rc-ana")
    provider.answer("rc-ana", *[503] * 50)
    number = desk.open(title="Fall", offer=ana.id, within=600)
    until(lambda: provider.received("rc-ana"))
    pushing.kill9()
    provider.control({"reset": True})
    pushing.begin()
    until(lambda: provider.received("rc-ana"))
    said(desk, number, "ntfy took the message")
    # However often it was handed over, it is one offer.
    assert len(desk.incident(number)["offers"]) == 1


def test_a_test_message_shows_its_outcome(pushing, provider):
    Dispatcher(pushing, "d@example.org")
    ana = Phone(pushing, "Ana", 0.01)
    register(ana, "expo", EXPO)
    admin = log_in(pushing, add_member(pushing, "acme", "admin@example.org", "admin"))
    url = f"{pushing.url}/w/acme/responders/{ana.id}"
    page = admin.get(url, timeout=PHONE_LIMIT).text
    token = re.search(r'push-test"><input type="hidden" name="_csrf" value="([^"]*)"', page).group(1)
    answer = admin.post(f"{url}/push-test", data={"_csrf": token}, allow_redirects=False, timeout=PHONE_LIMIT)
    assert answer.status_code == 303
    until(lambda: provider.received(EXPO))
    until(lambda: re.search(r"Test by Expo.*?taken", admin.get(url, timeout=PHONE_LIMIT).text, re.S))


def test_a_broken_service_account_ends_the_start_with_78(rollcall, tmp_path):
    account = tmp_path / "account.json"
    account.write_text("{}")
    done = rollcall.run("serve", "--database", rollcall.database, "--push-fcm-service-account", account)
    assert done.returncode == 78 and "push_fcm_service_account" in done.stdout + done.stderr


# A partner inside the company's network.

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
INSIDE = [f"ROLLCALL_PUSH_WEBHOOK_SECRET={SECRET}", "ROLLCALL_PUSH_ALLOW_PRIVATE_NETWORKS=true"]


def asked(rollcall, provider, environment, address="/hooks/ana"):
    """A server with these settings, which asks somebody who is reached by a webhook: the dispatcher and the incident."""
    rollcall.start(["env", *environment])
    desk = Dispatcher(rollcall, "d@example.org")
    ana = Phone(rollcall, "Ana", 0.01)
    register(ana, "webhook", provider.url + address)
    return desk, ana, desk.open(title="Fall", offer=ana.id, within=600)


def test_a_webhook_by_http_is_taken_and_reached_only_where_private_networks_are_allowed(rollcall, provider):
    provider.control({"webhook_secrets": [SECRET]})
    desk, ana, number = asked(rollcall, provider, INSIDE)
    [entry] = until(lambda: provider.received("/hooks/ana"))
    assert entry["problem"] is None and f"INC-{number}" in str(entry["body"])
    said(desk, number, "The webhook took the message")
    register(ana, "ntfy", f"{provider.url}/rc-ana")
    # No longer allowed: the address is not forgotten, and nobody is called.
    rollcall.kill9()
    rollcall.start(["env", INSIDE[0]])
    for address in [f"{provider.url}/hooks/ana", "http://inside.example/hook"]:
        answer = ana.session.put(
            f"{rollcall.url}/app/v1/push-token", json={"provider": "webhook", "token": address}, timeout=PHONE_LIMIT)
        assert answer.status_code == 400 and answer.json()["data"]["errors"][0]["field"] == "token", answer.text
    ana.report()
    page = f"incidents/{number}"
    assert desk.send(f"{page}/cancel", page).status_code == 303
    number = desk.open(title="Fire", offer=ana.id, within=600)
    said(desk, number, "http is not allowed")
    assert provider.received("rc-ana") == [] and len(provider.received("/hooks/ana")) == 1


def test_a_webhook_with_a_certificate_of_a_private_authority_needs_its_file(rollcall, tmp_path):
    authority = Authority(tmp_path)
    with push_provider.Provider(certificate=authority.sign(tmp_path)) as provider:
        provider.control({"webhook_secrets": [SECRET]})
        desk, ana, number = asked(rollcall, provider, INSIDE)
        said(desk, number, "certificate is not trusted")
        assert provider.received() == []
        rollcall.kill9()
        rollcall.start(["env", *INSIDE, f"ROLLCALL_PUSH_CA_FILE={authority.certificate}"])
        page = f"incidents/{number}"
        assert desk.send(f"{page}/cancel", page).status_code == 303
        ana.report()
        number = desk.open(title="Fire", offer=ana.id, within=600)
        [entry] = until(lambda: [one for one in provider.received("/hooks/ana") if f"INC-{number}" in str(one)])
        assert entry["problem"] is None
        said(desk, number, "The webhook took the message")


def test_a_private_authority_vouches_for_no_service_of_the_internet(rollcall, tmp_path):
    authority = Authority(tmp_path)
    with push_provider.Provider(certificate=authority.sign(tmp_path)) as provider:
        rollcall.start([
            "env", *INSIDE, f"ROLLCALL_PUSH_CA_FILE={authority.certificate}", f"ROLLCALL_PUSH_EXPO_URL={provider.url}"])
        desk = Dispatcher(rollcall, "d@example.org")
        ana = Phone(rollcall, "Ana", 0.01)
        register(ana, "expo", EXPO)
        number = desk.open(title="Fall", offer=ana.id, within=600)
        said(desk, number, "certificate is not trusted")
        assert provider.received() == []


def test_a_file_without_a_certificate_ends_the_start_with_78(rollcall, tmp_path):
    for path in [tmp_path / "nowhere.pem", Authority(tmp_path).key]:
        done = rollcall.run("serve", "--database", rollcall.database, "--push-ca-file", path)
        assert done.returncode == 78 and "push_ca_file" in done.stdout + done.stderr
