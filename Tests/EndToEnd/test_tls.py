"""TLS by the server itself: which versions, which certificate, and what browsers are told."""
import re
import signal
import socket
import ssl
import subprocess
import time

import pytest
import requests
from certificates import Certificate, client
from people import PASSWORD, add_member
from phones import upload_whole_batches
from rollcall import Rollcall

LIMIT = 60
RSA = ("rsa", "rsa_keygen_bits:2048")


@pytest.fixture
def certificate(tmp_path):
    return Certificate(tmp_path)


@pytest.fixture
def secure(tmp_path, certificate):
    """A server with a certificate and a workspace."""
    (tmp_path / "data").mkdir()
    rollcall = Rollcall(tmp_path / "data", options=certificate.options, trust=certificate.certificate)
    rollcall.workspace("acme")
    rollcall.start()
    assert rollcall.url.startswith("https://")
    yield rollcall
    if rollcall.process.poll() is None:
        assert rollcall.stop() == 0


def context(trust=None, version=None):
    made = ssl.create_default_context(cafile=trust) if trust else ssl._create_unverified_context()
    if version:
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = made.maximum_version = version
    return made


def connect(rollcall, made):
    return made.wrap_socket(socket.create_connection(("127.0.0.1", rollcall.port), LIMIT), server_hostname="localhost")


def certificate_of(rollcall):
    with connect(rollcall, context()) as connection:
        return connection.getpeercert(binary_form=True)


def hang_up(rollcall, words):
    """Sends SIGHUP, and waits until the log has its answer."""
    written = rollcall.log.stat().st_size
    rollcall.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + LIMIT
    while words not in rollcall.said(written):
        assert time.monotonic() < end and rollcall.process.poll() is None, rollcall.said(written)
        time.sleep(0.02)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
@pytest.mark.parametrize("kind", [("ec", "ec_paramgen_curve:P-256"), RSA], ids=["P-256", "RSA"])
def test_nothing_older_than_tls_1_2_is_spoken(secure, certificate, kind):
    certificate.make(kind)
    hang_up(secure, "as it is now")
    for version, name in [(ssl.TLSVersion.TLSv1_2, "TLSv1.2"), (ssl.TLSVersion.TLSv1_3, "TLSv1.3")]:
        with connect(secure, context(version=version)) as connection:
            assert connection.version() == name
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        with pytest.raises((ssl.SSLError, ConnectionError)):
            connect(secure, context(version=version))
    # Nor a key exchange that whoever gets the key later could undo.
    weak = context(version=ssl.TLSVersion.TLSv1_2)
    weak.set_ciphers("AES256-GCM-SHA384:AES256-SHA:AES128-SHA:@SECLEVEL=0")
    with pytest.raises((ssl.SSLError, ConnectionError)):
        connect(secure, weak)


def speaks(rollcall, *options):
    """The cipher that the server agrees to, `None` when to none."""
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{rollcall.port}", *options], input="", capture_output=True, text=True,
        timeout=LIMIT)
    found = re.search(r"Cipher is (\S+)", done.stdout)
    return None if found is None or found[1] in ("(NONE)", "0000") else found[1]


@pytest.mark.parametrize("kind", [("ec", "ec_paramgen_curve:P-256"), RSA], ids=["P-256", "RSA"])
def test_tls_1_2_has_no_cbc(secure, certificate, kind):
    certificate.make(kind)
    hang_up(secure, "as it is now")
    sort = "ECDSA" if kind[0] == "ec" else "RSA"
    for strong in ("AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"):
        cipher = f"ECDHE-{sort}-{strong}"
        assert speaks(secure, "-tls1_2", "-cipher", cipher) == cipher
    for weak in ("AES128-SHA", "AES256-SHA", "AES128-SHA256", "AES256-SHA384"):
        assert speaks(secure, "-tls1_2", "-cipher", f"ECDHE-{sort}-{weak}:@SECLEVEL=0") is None
    assert speaks(secure, "-tls1_3") is not None


def test_plain_http_gets_nothing(secure):
    with socket.create_connection(("127.0.0.1", secure.port), LIMIT) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        plain.settimeout(LIMIT)
        try:
            answer = plain.recv(4096)
        except ConnectionResetError:
            answer = b""
    assert b"HTTP" not in answer and b"status" not in answer


def test_browsers_are_told_to_stay_and_keep_the_cookie_to_themselves(secure, certificate):
    add_member(secure, "acme", "a@example.org", "owner")
    browser = client(certificate.certificate)
    for path in ("/health", "/login", "/w/acme/board", "/nowhere"):
        answer = browser.get(secure.url + path, allow_redirects=False, timeout=LIMIT)
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    form = browser.get(f"{secure.url}/login", timeout=LIMIT)
    assert "; Secure" in form.headers["Set-Cookie"]
    token = re.search(r'name="_csrf" value="([^"]+)"', form.text)[1]
    data = {"email": "a@example.org", "password": PASSWORD, "_csrf": token}
    cookie = form.headers["Set-Cookie"].split(";")[0]
    answer = requests.post(f"{secure.url}/login", data=data, headers={"Cookie": cookie}, verify=browser.verify,
                           allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303
    name, _, rest = answer.headers["Set-Cookie"].partition("=")
    value, *attributes = rest.split("; ")
    assert name == "__Host-rollcall" and {"Path=/", "HttpOnly", "Secure"} <= set(attributes)
    assert not [one for one in attributes if one.startswith("Domain")]
    # A cookie that a plain page could have set counts for nothing.
    for cookie, status in [(f"__Host-rollcall={value}", 200), (f"rollcall={value}", 303)]:
        answer = browser.get(f"{secure.url}/w/acme/board", headers={"Cookie": cookie}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == status


def test_phones_upload_and_exports_are_streamed(secure, certificate):
    phone = client(certificate.certificate)
    phone.headers["Authorization"] = f"Bearer {secure.token('acme', secure.responder('acme', 'Ana'))}"
    upload_whole_batches(phone, secure.url, 20, timeout=LIMIT)
    # Larger than what the library takes at once, either way.
    answer = phone.post(f"{secure.url}/app/v1/locations/batch", data=b" " * 250_000, timeout=LIMIT,
                        headers={"X-Idempotency-Key": "blank", "Content-Type": "application/json"})
    assert answer.status_code == 400
    history = requests.get(f"{secure.url}/w/acme/history.csv", headers={"Authorization": f"Bearer {secure.key('acme')}"},
                           verify=phone.verify, timeout=LIMIT)
    assert history.status_code == 200 and len(history.text.splitlines()) == 1_001


def test_a_new_certificate_is_taken_without_a_restart_and_a_bad_one_is_not(secure, certificate, tmp_path):
    old = certificate_of(secure)
    open_one = connect(secure, context())
    certificate.make()
    assert certificate_of(secure) == old, "not before it is told"
    hang_up(secure, "as it is now")
    new = certificate_of(secure)
    assert new != old and new == ssl.PEM_cert_to_DER_cert(certificate.certificate.read_text())
    # Whoever was there before goes on.
    open_one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert open_one.recv(4096).startswith(b"HTTP/1.1 200")
    open_one.close()

    other = Certificate(tmp_path, "other")
    good = certificate.certificate.read_bytes(), certificate.key.read_bytes()
    for certificate_bytes, key_bytes, words in [
        (other.certificate.read_bytes(), good[1], "is not the key of the first certificate"),
        (good[0][:100], good[1], "not a certificate in PEM"), (b"", good[1], "not a certificate in PEM"),
        (good[0], good[0], "not a private key in PEM"), (good[0], b"\0" * 5000, "not a private key in PEM"),
        (None, good[1], "cannot be read"), (good[0], None, "cannot be read"),
    ]:
        for file, content in ((certificate.certificate, certificate_bytes), (certificate.key, key_bytes)):
            file.unlink(missing_ok=True)
            if content is not None:
                file.write_bytes(content)
        hang_up(secure, words)
        assert certificate_of(secure) == new
    assert "PRIVATE" not in secure.said(0)


def test_sighup_without_a_certificate_ends_nothing(rollcall):
    rollcall.start()
    hang_up(rollcall, "there is no certificate to read")
    assert rollcall.is_healthy()


def test_a_start_with_a_bad_certificate_is_refused_in_words(rollcall, tmp_path):
    pair, other = Certificate(tmp_path), Certificate(tmp_path, "other")
    for options, words in [
        (["--tls-cert", pair.certificate, "--tls-key", other.key], "is not the key of the first certificate"),
        (["--tls-cert", pair.certificate, "--tls-key", tmp_path / "none"], "none: cannot be read"),
        (["--tls-cert", pair.certificate], "one without the other"),
        (["--trusted-proxy", "127.0.0.1,proxy.example"], "proxy.example"),
    ]:
        done = rollcall.run("serve", "--listen", "127.0.0.1:0", "--database", rollcall.database, *options)
        assert done.returncode == 78 and words in done.stderr, done.stderr


def test_slow_handshakes_and_strangers_hold_up_nobody(secure, certificate):
    silent = [socket.create_connection(("127.0.0.1", secure.port), LIMIT) for _ in range(200)]
    for one in silent[::2]:
        one.sendall(b"\x16\x03\x01\x02\x00\x01")
    for _ in range(20):
        answer = requests.get(f"{secure.url}/health", verify=str(certificate.certificate), timeout=LIMIT)
        assert answer.status_code == 200
    for one in silent:
        one.close()
    assert secure.stop() == 0
