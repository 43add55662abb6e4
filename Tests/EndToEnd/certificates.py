"""Certificates for 127.0.0.1 and localhost: those that sign themselves, which a client trusts as a file, and those of an
authority of one's own."""
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


class Authority(Certificate):
    """A company's own authority: what it signs is trusted by whoever trusts its certificate."""

    def __init__(self, folder, name="authority"):
        super().__init__(folder, name)

    def make(self, kind=("ec", "ec_paramgen_curve:P-256")):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", kind[0], "-pkeyopt", kind[1], "-nodes", "-days", "2",
             "-subj", "/CN=An authority of our own", "-addext", "basicConstraints=critical,CA:TRUE",
             "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True, timeout=60)

    def sign(self, folder, name="signed"):
        """A certificate for 127.0.0.1 and localhost, with its key."""
        signed = Certificate(folder, name)
        request, extensions = folder / f"{name}.csr", folder / f"{name}.ext"
        extensions.write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        for command in (["req", "-new", "-key", signed.key, "-subj", "/CN=localhost", "-out", request],
                        ["x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                         "-days", "2", "-extfile", extensions, "-out", signed.certificate]):
            subprocess.run(["openssl", *command], check=True, capture_output=True, timeout=60)
        return signed


def client(trust):
    """A session that trusts this certificate, whatever the machine's own settings are."""
    session = requests.Session()
    session.verify, session.trust_env = str(trust), False
    return session
