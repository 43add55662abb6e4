"""Certificates for 127.0.0.1 and localhost that sign themselves: a client trusts the file."""
import subprocess

import requests


class Certificate:
    def __init__(self, folder, name="server", kind=("ec", "ec_paramgen_curve:P-256")):
        self.certificate, self.key = folder / f"{name}.crt", folder / f"{name}.key"
        self.make(kind)

    def make(self, kind=("ec", "ec_paramgen_curve:P-256")):
        """Writes a new pair over the old one."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", kind[0], "-pkeyopt", kind[1], "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
             "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True, timeout=60)

    @property
    def options(self):
        return ["--tls-cert", self.certificate, "--tls-key", self.key]


def client(trust):
    """A session that trusts this certificate, whatever the machine's own settings are."""
    session = requests.Session()
    session.verify, session.trust_env = str(trust), False
    return session
