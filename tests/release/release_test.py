#!/usr/bin/env python3
"""tools/release: what is missing in artefacts is found, files about them are complete and depend on them alone, and forged or damaged
releases are not verified."""

import base64
import contextlib
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tools/release"), str(ROOT / "packaging/wheel")]
import artefact  # noqa: E402
import checksums  # noqa: E402
import made_up  # noqa: E402
import notices  # noqa: E402
import provenance  # noqa: E402
import sbom  # noqa: E402
import signature  # noqa: E402
import verify  # noqa: E402
import wheel  # noqa: E402

TIME = "2026-11-22T00:00:00Z"
HAS_DPKG = shutil.which("dpkg-query") and sbom.installed("nlohmann-json3-dev") and sbom.installed("libhwloc15")


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class Notices(InFolder):
    def problems(self, path):
        return list(notices.Contents(path).problems())

    def test_complete_artefacts_of_all_kinds(self):
        for path in made_up.artefacts(self.folder):
            with self.subTest(path.name):
                self.assertEqual(self.problems(path), [])

    def test_missing_licences(self):
        own = {"LICENSE": b"free"}
        go = made_up.ELF + b"Go buildinf:"
        for files, found in (
            ({"bin/koordctl": made_up.ELF}, "there is no LICENSE"),
            ({**own, "bin/koordctl": made_up.WITH_JSON}, "contains code of nlohmann-json3-dev"),
            ({**own, "lib/libkoord.so.1": made_up.WITH_JSON}, "contains code of nlohmann-json3-dev"),
            ({**own, "lib/libkoord.a": b"!<arch>\n[json.exception."}, "contains code of nlohmann-json3-dev"),
            ({**own, "bin/koordctl": made_up.ELF + b"N3CLI5ErrorE"}, "contains code of libcli11-dev"),
            (
                {**own, "lib/libkoord-jni.so": made_up.ELF + b"terminate called after throwing an instance of"},
                r"contains code of libstdc\+\+6",
            ),
            ({**own, "lib/libhwloc.so.15": made_up.ELF}, "no licence of libhwloc.so"),
            ({**own, "lib/libgcc_s.so.1": made_up.ELF, "licenses/libstdc++6.txt": b""}, "no licence of libgcc_s.so"),
            ({**own, "bin/koord-agent": go}, "no licences of the Go modules"),
            ({**own, "api/script-dir/jquery-3.7.1.min.js": b""}, "there is no legal/jquery.md"),
            # A licence of another package does not help.
            (
                {**own, "bin/koordctl": made_up.WITH_JSON, "licenses/libcli11-dev.txt": b""},
                "contains code of nlohmann-json3-dev",
            ),
        ):
            with self.subTest(found):
                said = self.problems(made_up.archive(self.folder, files))
                self.assertEqual(len(said), 1, said)
                self.assertRegex(said[0], found)

    def test_the_status_tells(self):
        made_up.archive(self.folder, {"a": b""})
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(notices.main([str(self.folder), "-q"]), 1)
        self.assertIn("koord-1.2.3-linux-amd64.tar.gz: there is no LICENSE", said.getvalue())
        with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(notices.main([empty]), 1)

    def test_damaged_artefacts(self):
        for path in made_up.artefacts(self.folder):
            whole = path.read_bytes()
            for name, text in (("empty", b""), ("cut", whole[: min(700, len(whole) // 2)]), ("other", b"x" * 2000)):
                path.write_bytes(text)
                with self.subTest(path.name, damage=name), self.assertRaises(artefact.Unreadable):
                    list(artefact.members(path))


@unittest.skipUnless(HAS_DPKG, "no dpkg with the packages of the build")
class Bom(InFolder):
    def document(self, path):
        return sbom.document(path, made_up.IDENTITY, TIME)

    def addresses(self, path):
        return [one["purl"] for one in self.document(path)["components"]]

    def test_components(self):
        archive, wheel, deb, image, modules, rpm, _ = made_up.artefacts(self.folder)
        json_version = sbom.installed("nlohmann-json3-dev")["Version"]
        self.assertEqual(self.addresses(archive), [sbom.purl("deb", "debian/nlohmann-json3-dev", json_version, arch="all")])
        self.assertEqual(
            [one["name"] for one in self.document(wheel)["components"]], ["libhwloc15", "nlohmann-json3-dev", "pybind11"]
        )
        self.assertEqual(self.addresses(deb), [])
        self.assertEqual(self.addresses(rpm), self.addresses(archive))
        # The versions in an image are its own, not those of this machine.
        self.assertEqual(self.addresses(image), ["pkg:deb/debian/libc6@2.36-9%2Bdeb12u13?arch=amd64"])
        self.assertEqual(self.addresses(modules), ["pkg:golang/golang.org/x/net@v0.50.0", "pkg:golang/k8s.io/api@v0.37.0"])

    def test_pinned_versions_are_those_of_the_tree(self):
        said = (ROOT / "packaging/wheel/requirements.txt").read_text(encoding="utf-8")
        self.assertEqual(sbom.pinned()["pybind11"], re.search(r"^pybind11==(.+)$", said, re.M)[1])

    def test_the_same_artefact_gives_the_same_document(self):
        path = made_up.wheel(self.folder)
        first = self.document(path)
        self.assertEqual(first, self.document(path))
        path.write_bytes(made_up.archive(self.folder, {"LICENSE": b""}).read_bytes())
        path = path.rename(self.folder / "x.tar.gz")
        self.assertNotEqual(first["serialNumber"], self.document(path)["serialNumber"])

    def test_an_unknown_package_is_refused(self):
        path = made_up.archive(self.folder, {"licenses/no-such-package.txt": b""})
        with self.assertRaisesRegex(sbom.Unknown, "no-such-package"):
            self.document(path)

    def test_every_artefact_has_one(self):
        found = made_up.artefacts(self.folder)
        self.assertEqual(sbom.write(self.folder, made_up.IDENTITY, TIME), len(found))
        self.assertEqual(len(list((self.folder / "sbom").iterdir())), len(found))


class Modules(unittest.TestCase):
    def test_go_program(self):
        text = (
            "/tmp/p: go1.26.8\n\tpath\tx\n\tmod\texample.org/koord\t(devel)\t\n\tdep\tgithub.com/Foo/bar\tv1.2.3\th1:AAAA=\n"
            "\tdep\texample.org/koord/own\tv0.0.0\n\t=>\t../own\t(devel)\t\n\tdep\tk8s.io/api\tv0.0.0\n\t=>\tk8s.io/api\tv0.37.0\th1:BBBB=\n"
        )
        found = sbom.VERSION_INFO.findall(text)
        self.assertEqual(
            [(name, version) for _, name, version, _ in found], [("github.com/Foo/bar", "v1.2.3"), ("k8s.io/api", "v0.37.0")]
        )

    def test_names_in_addresses(self):
        self.assertEqual(
            sbom.purl("deb", "debian/libstdc++6", "1:2+b1", arch="amd64"),
            "pkg:deb/debian/libstdc%2B%2B6@1%3A2%2Bb1?arch=amd64",
        )


class Checksums(InFolder):
    def write(self):
        (self.folder / "a").write_bytes(b"1")
        (self.folder / "b").mkdir()
        (self.folder / "b/c").write_bytes(b"2")
        return checksums.write(self.folder)

    def test_sha256sum_reads_them(self):
        self.assertEqual(sorted(self.write()), ["a", "b/c"])
        done = subprocess.run(
            ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=self.folder, capture_output=True, text=True, check=False
        )
        self.assertEqual((done.returncode, done.stdout), (0, "a: OK\nb/c: OK\n"))
        self.assertEqual(list(checksums.problems(self.folder)), [])

    def test_changes_are_found(self):
        self.write()
        (self.folder / "b/c").write_bytes(b"3")
        (self.folder / "more").write_bytes(b"")
        (self.folder / "a").unlink()
        said = ["a: listed, but missing", "b/c: the contents differ from SHA256SUMS", "more: not listed in SHA256SUMS"]
        self.assertEqual(list(checksums.problems(self.folder)), said)
        self.assertEqual(list(checksums.problems(self.folder, partial=True)), said[1:])
        (self.folder / "b/c").unlink()
        self.assertIn("SHA256SUMS: none of its 2 files is here", list(checksums.problems(self.folder, partial=True)))

    def test_links_are_refused(self):
        (self.folder / "link").symlink_to("/etc/passwd")
        with self.assertRaisesRegex(checksums.Malformed, "link: found a link"):
            checksums.write(self.folder)

    def test_names_are_read_as_they_are_written(self):
        for name in ("a\u2028b", "a\x0bb", "a\x1cb", "a\x85b", "a b", "b "):
            with self.subTest(name):
                (self.folder / name).write_bytes(b"1")
                self.assertIn(name, checksums.write(self.folder))
                self.assertEqual(list(checksums.problems(self.folder)), [])
        for name in (b" lead", b"a\\b", b"a\nb", b"a\rb", b"a\xffb"):
            with self.subTest(name):
                path = pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/" + name))
                path.write_bytes(b"1")
                with self.assertRaises(checksums.Malformed):
                    checksums.write(self.folder)
                path.unlink()

    def test_hostile_lists(self):
        value = "0" * 64
        for text, says in (
            (f"{value}  ../a\n", r"SHA256SUMS:1: found the name '../a', expected a path below"),
            (f"{value}  a\n{value}  /etc/passwd\n", "SHA256SUMS:2: found the name '/etc/passwd'"),
            (f"{value}  a/../../b\n", "expected a path below"),
            (f"{value}  a\n{value}  a\n", "SHA256SUMS:2: a is listed twice"),
            (f"{value}  SHA256SUMS\n", "must not be listed"),
            ("zz  a\n", "SHA256SUMS:1: found 'zz  a', expected 64 hexadecimal digits"),
            (f"\\{value}  a\n", "expected 64"),
            (f"{value}  a\n" * 20001, "found 20001 lines, expected at most"),
            (f"{value}  a\n\n", "SHA256SUMS:2: found ''"),
        ):
            with self.subTest(says), self.assertRaisesRegex(checksums.Malformed, says):
                checksums.parse(text)
        (self.folder / "SHA256SUMS").write_bytes(b" " * (checksums.MOST_BYTES + 1))
        with self.assertRaisesRegex(checksums.Malformed, "expected at most"):
            checksums.read(self.folder)


@unittest.skipUnless(shutil.which("openssl"), "no openssl")
class Signed(InFolder):
    """A signed release of two files."""

    def key(self, name, kind="ed25519"):
        path = self.folder / f"{name}.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", kind, "-out", path], check=True, capture_output=True)
        path.chmod(0o600)
        self.folder.joinpath(f"{name}.pub").write_bytes(signature.public_key(path))
        return path

    def setUp(self):
        super().setUp()
        self.private, self.out = self.key("own"), self.folder / "out"
        (self.out / "go").mkdir(parents=True)
        (self.out / "a.tar.gz").write_bytes(b"1")
        (self.out / "go/b.zip").write_bytes(b"2")
        self.statement()
        self.sign()

    def statement(self):
        # apt takes seconds to find materials.
        with unittest.mock.patch.object(provenance, "materials", return_value=[]):
            text = provenance.write(ROOT, self.out, "0" * 40, ["source"], made_up.IDENTITY)
        (self.out / "provenance.intoto.jsonl").write_text(signature.envelope(self.private, text), encoding="utf-8")

    def sign(self, private=None):
        checksums.write(self.out)
        self.sign_only(private)

    def sign_only(self, private=None):
        (self.out / "SHA256SUMS.sig").write_bytes(
            signature.sign(private or self.private, (self.out / "SHA256SUMS").read_bytes())
        )

    def verify(self, *options, key="own"):
        with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(said):
            status = verify.main([str(self.out), *(["--key", str(self.folder / f"{key}.pub")] if key else []), *options])
        return status, said.getvalue()

    def refused(self, says, *options, key="own"):
        status, said = self.verify(*options, key=key)
        self.assertEqual(status, 1, said)
        self.assertIn(says, said)
        self.assertIn("FAILED", said)

    def test_an_unchanged_release(self):
        status, said = self.verify()
        self.assertEqual(status, 0, said)
        self.assertIn("signed by", said)
        status, said = self.verify(key=None)
        self.assertEqual(status, 0, said)
        self.assertIn("NOT CHECKED: the signature", said)

    def test_the_documented_commands(self):
        page = (ROOT / "docs/internals/release.md").read_text(encoding="utf-8")
        block = re.search(r"^    openssl pkeyutl -verify .*\n(?:    .*\n)*", page, re.M)[0]
        commands = f"set -e; cd {self.out}; cp ../own.pub koord-release.pub\n{block}"
        done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("a.tar.gz: OK", done.stdout)
        (self.out / "SHA256SUMS").write_bytes((self.out / "SHA256SUMS").read_bytes().replace(b"a.tar", b"b.tar"))
        self.assertNotEqual(subprocess.run(["bash", "-c", commands], capture_output=True, check=False).returncode, 0)

    def test_a_changed_file(self):
        (self.out / "a.tar.gz").write_bytes(b"3")
        self.refused("a.tar.gz: the contents differ")

    def test_a_list_signed_with_another_key(self):
        (self.out / "a.tar.gz").write_bytes(b"3")
        checksums.write(self.out)
        self.refused("no signature of SHA256SUMS by the key")
        self.key("other")
        self.sign(self.folder / "other.pem")
        self.refused("no signature of SHA256SUMS by the key")

    def test_without_a_signature(self):
        (self.out / "SHA256SUMS.sig").unlink()
        self.refused("SHA256SUMS.sig: missing")
        (self.out / "SHA256SUMS.sig").write_bytes(b"")
        self.refused("no signature")

    def test_provenance_about_other_files(self):
        (self.out / "a.tar.gz").write_bytes(b"3")
        self.sign()
        self.refused("provenance.json: a.tar.gz: its digest there is not that in SHA256SUMS")
        (self.out / "provenance.json").unlink()
        self.sign()
        self.refused("provenance.json: not listed")

    def test_hostile_statements(self):
        for text in (
            "[" * 100000,
            '{"subject": [{"name": 1, "digest": {"sha256": "0"}}]}',
            '{"subject": [{"name": [], "digest": {"sha256": 1}}]}',
            "{}",
        ):
            with self.subTest(text[:40]):
                (self.out / "provenance.json").write_text(text, encoding="utf-8")
                self.sign()
                self.refused("provenance.json: no in-toto statement")
        self.statement()
        (self.out / "provenance.intoto.jsonl").write_text("[" * 100000, encoding="utf-8")
        self.sign()
        self.refused("provenance.intoto.jsonl: ")
        # A missing signature is reported, and nothing is read that nobody signed.
        (self.out / "provenance.json").write_text("[" * 100000, encoding="utf-8")
        (self.out / "SHA256SUMS.sig").write_bytes(b"0" * 64)
        status, said = self.verify()
        self.assertEqual((status, said.count("\n")), (1, 2), said)
        self.assertIn("no signature of SHA256SUMS by the key", said)
        with unittest.mock.patch.object(checksums, "digest", side_effect=PermissionError(13, "Permission denied", "a")):
            self.sign_only()
            self.refused("Permission denied")

    def test_an_envelope_of_another_statement(self):
        line = (self.out / "provenance.intoto.jsonl").read_text(encoding="utf-8")
        (self.out / "provenance.json").write_bytes((self.out / "provenance.json").read_bytes() + b"\n")
        self.sign()
        self.refused("the statement in it is not provenance.json")
        row = json.loads(line)
        row["payload"] = row["payload"][:-8] + "AAAAAAA="
        (self.out / "provenance.intoto.jsonl").write_text(json.dumps(row), encoding="utf-8")
        self.sign()
        self.refused("no signature of this key")
        for text in ("", "[]", '{"payload": 1}', '{"payload": "!", "signatures": []}'):
            (self.out / "provenance.intoto.jsonl").write_text(text, encoding="utf-8")
            self.sign()
            self.refused("found no DSSE envelope")

    def test_partial(self):
        (self.out / "a.tar.gz").unlink()
        self.refused("a.tar.gz: listed, but missing")
        status, said = self.verify("--partial")
        self.assertEqual(status, 0, said)

    def test_keys_that_are_refused(self):
        self.private.chmod(0o644)
        with self.assertRaisesRegex(signature.Refused, "other users may read it"):
            signature.check_private_key(self.private)
        self.private.chmod(0o600)
        signature.check_private_key(self.private)
        with self.assertRaisesRegex(signature.Refused, "there is no such file"):
            signature.check_private_key(self.folder / "none.pem")
        with self.assertRaisesRegex(signature.Refused, "no private key of Ed25519"):
            signature.check_private_key(self.key("rsa", "RSA"))
        public = self.folder / "public.pem"
        public.write_bytes((self.folder / "own.pub").read_bytes())
        public.chmod(0o600)
        with self.assertRaisesRegex(signature.Refused, "no private key of Ed25519"):
            signature.check_private_key(public)
        self.refused("found no public key of Ed25519", key="rsa")


class Provenance(InFolder):
    def test_subjects_and_materials(self):
        (self.folder / "a").write_bytes(b"1")
        said = provenance.statement(ROOT, self.folder, "0123" * 10, ["source"], made_up.IDENTITY)
        digest = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"
        self.assertEqual(said["subject"], [{"name": "a", "digest": {"sha256": digest}}])
        self.assertEqual(
            (said["_type"], said["predicateType"]), ("https://in-toto.io/Statement/v1", "https://slsa.dev/provenance/v1")
        )
        build = said["predicate"]["buildDefinition"]
        self.assertIn(
            {"uri": f"git+https://example.org/koord@{'0123' * 10}", "digest": {"gitCommit": "0123" * 10}},
            build["resolvedDependencies"],
        )
        self.assertEqual(build["externalParameters"]["parts"], ["source"])
        self.assertTrue(said["predicate"]["runDetails"]["builder"]["id"])


class Wheel(InFolder):
    """packaging/wheel, which adds licences to a wheel."""

    def repaired(self, name, order, when):
        path = self.folder / name
        with zipfile.ZipFile(path, "w") as archive:
            for entry in order:
                archive.writestr(zipfile.ZipInfo(entry, when), entry.encode())
        return path

    def test_the_contents_alone_decide(self):
        names = ["koord-1.dist-info/RECORD", "koord-1.dist-info/METADATA", "koord/a.py", "koord/_koord.so"]
        out = []
        for number, when in enumerate(((2026, 1, 1, 0, 0, 0), (2025, 2, 3, 4, 5, 6))):
            path = self.repaired(f"{number}.whl", names if number else reversed(names), when)
            out.append(self.folder / f"out-{number}.whl")
            with unittest.mock.patch.object(wheel, "licenses", return_value={"koord": b"free"}):
                wheel.add_licenses(path, out[-1], {}, None)
        self.assertEqual(out[0].read_bytes(), out[1].read_bytes())
        with zipfile.ZipFile(out[0]) as archive:
            listed = archive.namelist()
            self.assertEqual(listed[-1], names[0])
            self.assertIn("koord-1.dist-info/licenses/koord.txt", listed)
            rows = archive.read(names[0]).decode().splitlines()
            self.assertEqual([row.split(",")[0] for row in rows], listed)
            for row in rows[:-1]:
                name, digest, size = row.split(",")
                text = archive.read(name)
                value = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, size), (f"sha256={value}", str(len(text))))


if __name__ == "__main__":
    unittest.main()
