#!/usr/bin/env python3
"""tools/release/dist.py and twice.sh: no part is left out, other folders are not emptied, and neither the caller's settings nor changes
during the build get into a release."""

import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tools/release")]
import checksums  # noqa: E402
import dist  # noqa: E402
import made_up  # noqa: E402


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_names(self):
        self.assertEqual(dist.chosen([]), dist.PARTS)
        self.assertEqual(dist.chosen(["bundle", "source"]), ("source", "bundle"))
        with self.assertRaisesRegex(dist.Failed, "PARTS: found sources, expected some of source packages"):
            dist.chosen(["sources"])

    def test_every_part_is_a_target_and_on_the_page(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        page = (ROOT / "docs/internals/release.md").read_text(encoding="utf-8")
        for part in dist.PARTS:
            self.assertRegex(page, rf"\| `{part}` \|")
            if part != "source":
                self.assertRegex(makefile, rf"(?m)^(?:[\w-]+ )*{part}(?: [\w-]+)*:")

    def fake_make(self, text):
        """Puts a program make that runs `text` in front of the real one. Returns a release of no part."""
        (self.folder / "make").write_text(f"#!/bin/sh\n{text}\n")
        (self.folder / "make").chmod(0o755)
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        os.environ["PATH"] = f"{self.folder}:{before}"
        release = dist.Release.__new__(dist.Release)
        release.time, release.logs, release.out = "1", self.folder / "logs", self.folder / "out"
        release.known = {**made_up.IDENTITY}
        return release

    def test_a_part_that_is_left_out_is_a_failure(self):
        release = self.fake_make("echo 'SKIPPED: no Go here'")
        with self.assertRaisesRegex(dist.Failed, r"charts: there is no koord-\*-1\.2\.3\.tgz: SKIPPED: no Go here"):
            release.build("charts")

    def test_a_part_that_fails_is_a_failure(self):
        release = self.fake_make("echo 'no compiler' >&2; exit 2")
        with (
            contextlib.redirect_stderr(io.StringIO()) as said,
            self.assertRaisesRegex(dist.Failed, "bundle: make ended with 2"),
        ):
            release.build("bundle")
        self.assertIn("no compiler", said.getvalue())

    def test_a_part_that_writes_its_files(self):
        release = self.fake_make('mkdir -p "${2#DIST=}" && umask >"${2#DIST=}/koord-agent-1.2.3.tgz"')
        before = os.umask(0o077)
        self.addCleanup(os.umask, before)
        release.build("charts")
        self.assertEqual((release.out / "koord-agent-1.2.3.tgz").read_text(), "0022\n")

    IGNORED = ("CFLAGS", "GOFLAGS", "DEB_CXXFLAGS_APPEND", "DEB_BUILD_MAINT_OPTIONS", "CGO_CFLAGS", "CC", "CXX", "GOAMD64", "GOEXPERIMENT",
               "CMAKE_BUILD_TYPE", "MAKEFLAGS", "PYTHONPATH", "LD_RUN_PATH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")  # fmt: skip
    KEPT = ("DEB_BUILD_OPTIONS", "CCACHE_DIR", "PYTHONS", "GOPROXY", "GOMODCACHE", "GO", "KUBERNETES", "JOBS", "https_proxy", "JAVA_HOME")

    def test_the_environment_of_the_caller_does_not_matter(self):
        release = dist.Release.__new__(dist.Release)
        release.time = "1"
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(
            dict.fromkeys(self.IGNORED, "x"), LC_TIME="de_DE", TZ="Asia/Tokyo", SOURCE_DATE_EPOCH="9", **dict.fromkeys(self.KEPT, "x")
        )
        said = release.environment()
        self.assertFalse({"LC_TIME", *self.IGNORED} & set(said))
        self.assertLessEqual({"PATH", *self.KEPT}, set(said))
        self.assertEqual((said["TZ"], said["LC_ALL"], said["SOURCE_DATE_EPOCH"]), ("UTC", "C.UTF-8", "1"))

    def test_only_releases_are_emptied(self):
        out = self.folder / "out"
        dist.check_out(out)
        (out / "sbom").mkdir(parents=True)
        (out / "sbom/a.json").write_text("{}")
        with self.assertRaisesRegex(dist.Failed, "found something else than a release of make dist; remove it or name another folder"):
            dist.check_out(out)
        (out / "SHA256SUMS").write_text(f"{'0' * 64}  debian.iso\n")
        with self.assertRaisesRegex(dist.Failed, "found something else"):
            dist.check_out(out)
        checksums.write(out)
        dist.check_out(out)
        release = dist.Release.__new__(dist.Release)
        release.out = out
        release.empty()
        self.assertEqual([path.name for path in out.iterdir()], ["SHA256SUMS"])
        self.assertEqual(checksums.files(out), [])
        (out / "part").touch()  # and then the build failed
        dist.check_out(out)
        for folder in (ROOT, ROOT.parent, pathlib.Path("/")):
            with self.assertRaisesRegex(dist.Failed, "the folder of the sources"):
                dist.check_out(folder)

    CLONE = unittest.skipUnless((ROOT / ".git").exists() and shutil.which("git"), "no clone with git")

    @CLONE
    def test_releases_are_not_among_the_sources(self):
        for name in ("rel/release", "docs"):
            with self.assertRaisesRegex(dist.Failed, "found a folder among the sources"):
                dist.check_out(ROOT / name)
        dist.check_out(ROOT / "dist/no/release")

    @CLONE
    def test_a_folder_with_other_files_stays(self):
        (self.folder / "mine").touch()
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(dist.main([str(self.folder), "source"]), 1)
        self.assertIn("found something else", said.getvalue())
        self.assertTrue((self.folder / "mine").exists())

    def test_programs_do_not_get_the_key(self):
        seen = []

        def release(*_):
            seen.append(dict(os.environ))
            raise dist.Failed("seen")

        with unittest.mock.patch.dict(os.environ, KOORD_SIGNING_KEY="key"), contextlib.redirect_stderr(io.StringIO()):
            with unittest.mock.patch.object(dist, "Release", release):
                self.assertEqual(dist.main([str(self.folder)]), 1)
        self.assertNotIn("KOORD_SIGNING_KEY", seen[0])

    def test_sources_that_change_end_the_build(self):
        tree, out = self.folder / "tree", self.folder / "out"
        tree.mkdir()

        def git(*arguments):
            command = ["git", "-C", tree, "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
            subprocess.run(command, check=True, capture_output=True)

        git("init")
        git("config", "status.showUntrackedFiles", "no")
        git("commit", "--allow-empty", "-m", "a")
        release = dist.Release.__new__(dist.Release)
        release.out, release.time = out, "1"
        with unittest.mock.patch.object(dist, "ROOT", tree):
            release.commit = dist.git("rev-parse", "HEAD")
            release.check_sources()
            (tree / "new").mkdir()
            (tree / "new/file").touch()
            with self.assertRaisesRegex(dist.Failed, "changes that are not committed: .*\n.*new/file"):
                release.check_sources()
            git("add", ".")
            git("commit", "-m", "b")
            with self.assertRaisesRegex(dist.Failed, f"HEAD was {release.commit} and now is"):
                release.check_sources()
            # Also before the provenance is written.
            out.mkdir()
            release.known = made_up.IDENTITY
            made_up.archive(out, {"LICENSE": b"free"})
            with contextlib.redirect_stdout(io.StringIO()), self.assertRaisesRegex(dist.Failed, "HEAD was"):
                release.describe(False, None)
            self.assertFalse((out / "provenance.json").exists())

    def twice(self, text):
        """Runs make dist-twice DIST=... in a tree whose release is a file with `text` of the shell."""
        tree = self.folder / "tree"
        (tree / "tools/release").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tools/release/twice.sh", tree / "tools/release")
        (tree / "Makefile").write_text(
            f"dist:\n\tmkdir -p $(DIST)/release/sbom; cd $(DIST)/release; {text} >a; echo 1 >SHA256SUMS\n"
            "dist-twice:\n\ttools/release/twice.sh\n"
        )
        git = "git -c user.name=a -c user.email=a@example.org"
        command = f"git init -q; git add .; {git} commit -qm a --allow-empty; make dist-twice DIST=$1"
        environment = {**os.environ, "FOLDER": str(self.folder / "twice")}
        done = subprocess.run(["sh", "-c", command, "sh", str(self.folder / "other")], cwd=tree, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)  # fmt: skip
        return done.returncode, done.stdout

    @unittest.skipUnless(shutil.which("git") and shutil.which("make"), "no git or no make")
    def test_two_builds_are_compared(self):
        status, said = self.twice("echo same")
        self.assertEqual(status, 0, said)
        self.assertIn("2 files are equal in both builds", said)
        for text in ("echo $$TZ", '[ "$$TZ" = UTC ] || touch more; echo', '[ "$$TZ" = UTC ] || touch sbom/more; echo'):
            status, said = self.twice(text)
            self.assertNotEqual(status, 0, said)
            self.assertIn("differs: ", said)
        status, said = self.twice("exit 0; echo")
        self.assertNotEqual(status, 0, said)
        self.assertIn("make dist wrote no", said)

    @CLONE
    def test_the_source_archive(self):
        texts = []
        for number, (mask, zone) in enumerate(((0o022, "UTC"), (0o077, "Asia/Tokyo"))):
            before, os.environ["TZ"] = os.umask(mask), zone
            try:
                release = dist.Release(self.folder / str(number), ("source",))
                release.logs = self.folder
                release.out.mkdir()
                release.source()
            finally:
                os.umask(before)
                del os.environ["TZ"]
            (path,) = release.out.iterdir()
            texts.append(path.read_bytes())
        self.assertEqual(*texts)
        with tarfile.open(path) as archive:
            rows = archive.getmembers()
        names = [row.name for row in rows]
        prefix = f"libkoord-{release.known['version']}"
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-tree", "-rz", "--name-only", "HEAD"], capture_output=True, text=True, check=True
        )
        self.assertEqual(
            sorted(row.name for row in rows if not row.isdir()),
            sorted(f"{prefix}/{name}" for name in listed.stdout.split("\0") if name),
        )
        self.assertEqual({row.mtime for row in rows}, {int(release.time)})
        self.assertEqual({(row.uid, row.gid, row.mode & 0o022) for row in rows if not row.issym()}, {(0, 0, 0)})
        self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
