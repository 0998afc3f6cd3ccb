"""Ed25519 signatures by openssl, and envelopes of in-toto statements (DSSE)."""

import base64
import hashlib
import json
import os
import pathlib
import stat
import subprocess
import tempfile

ENVELOPE_TYPE = "application/vnd.in-toto+json"


class Refused(Exception):
    """A key or signature that cannot be used, with the reason."""


def openssl(*arguments, data=None):
    try:
        return subprocess.run(["openssl", *map(str, arguments)], input=data, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise Refused("openssl is not installed: apt-get install openssl") from error


def said(done):
    return done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]


def check_private_key(path):
    """Refuses a signing key of another kind, or one that other users can read."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise Refused(
            f"KOORD_SIGNING_KEY={path}: there is no such file; openssl genpkey -algorithm ed25519 -out {path} makes a key"
        )
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Refused(f"KOORD_SIGNING_KEY={path}: other users may read it: chmod 600 {path}")
    done = openssl("pkey", "-in", path, "-noout", "-text")
    if done.returncode or not done.stdout.startswith(b"ED25519 Private-Key"):
        raise Refused(f"KOORD_SIGNING_KEY={path}: found no private key of Ed25519 in PEM: {said(done)[0]}")


def public_key(private):
    """Returns the public half of a key in PEM."""
    done = openssl("pkey", "-in", private, "-pubout")
    if done.returncode:
        raise Refused(f"{private}: no public key: {said(done)[0]}")
    return done.stdout


def key_id(public):
    """Returns the SHA-256 of a public key in DER, in hexadecimal."""
    done = openssl("pkey", "-pubin", "-outform", "DER", data=public)
    if done.returncode:
        raise Refused(f"found no public key in PEM: {said(done)[0]}")
    return hashlib.sha256(done.stdout).hexdigest()


def sign(private, text):
    """Returns the signature of a text, 64 bytes."""
    with tempfile.NamedTemporaryFile() as file:  # openssl 3.0 signs files only
        file.write(text)
        file.flush()
        done = openssl("pkeyutl", "-sign", "-rawin", "-inkey", private, "-in", file.name)
    if done.returncode or len(done.stdout) != 64:
        raise Refused(f"openssl does not sign with {private}: {said(done)[0]}")
    return done.stdout


def is_signed(public_file, text, signature):
    """Reports whether a signature of a text is that of a public key in a PEM file."""
    kind = openssl("pkey", "-pubin", "-in", public_file, "-noout", "-text")
    if kind.returncode or not kind.stdout.startswith(b"ED25519 Public-Key"):
        raise Refused(f"{public_file}: found no public key of Ed25519 in PEM: {said(kind)[0]}")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("text", text), ("signature", signature)):
            pathlib.Path(folder, name).write_bytes(content)
        done = openssl("pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", os.path.abspath(public_file), "-in", f"{folder}/text",
                       "-sigfile", f"{folder}/signature")  # fmt: skip
    return done.returncode == 0


def authenticated(text):
    """Returns the bytes that an envelope's signature covers (DSSE, pre-authentication encoding)."""
    return b"DSSEv1 %d %s %d %s" % (len(ENVELOPE_TYPE), ENVELOPE_TYPE.encode(), len(text), text)


def envelope(private, text):
    """Returns the DSSE envelope of an in-toto statement, as one line of JSON."""
    row = {"keyid": key_id(public_key(private)), "sig": base64.b64encode(sign(private, authenticated(text))).decode()}
    return json.dumps({"payloadType": ENVELOPE_TYPE, "payload": base64.b64encode(text).decode(), "signatures": [row]}) + "\n"


def opened(public_file, line):
    """Returns the statement in a signed envelope."""
    try:
        read = json.loads(line)
        text, rows = base64.b64decode(read["payload"], validate=True), read["signatures"]
        signatures = [base64.b64decode(row["sig"], validate=True) for row in rows[:10]]
        kind = read["payloadType"]
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(f"found no DSSE envelope: {error}") from error
    if kind != ENVELOPE_TYPE or not any(is_signed(public_file, authenticated(text), one) for one in signatures):
        raise Refused("the envelope has no signature of this key")
    return text
