#!/usr/bin/env python3
"""Builds a release: dist.py OUT [PART...]

OUT, which must be a release, or part of one, or empty, is emptied first. It gets the artefacts of the parts (default: all), licences
checked, with bills of materials, provenance, SHA256SUMS and, if KOORD_SIGNING_KEY is the file of a private key of Ed25519, signatures.
The sources are the commit HEAD, without changes; TRIAL=yes permits changes, and then there is neither provenance nor a signature.
docs/internals/release.md describes the files.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "generate")]
import checksums  # noqa: E402
import identity  # noqa: E402
import provenance  # noqa: E402
import sbom  # noqa: E402
import signature  # noqa: E402
from artefact import Unreadable  # noqa: E402

# Targets of the Makefile by part, with files that must exist afterwards below the folder that DIST names.
TARGETS = {
    "packages": ["debian/*.deb", "debian/*.dsc"],
    "rpms": ["rpm/libkoord-{version}-*.src.rpm", "rpm/koord-tools-{version}-*.rpm"],
    "bundle": ["koord-{version}-linux-*.tar.gz"],
    "wheel": ["simple/koord/*.whl"],
    "maven": ["maven/**/koord-{version}.jar"],
    "go-modules": ["go/**/*.zip"],
    "charts": ["koord-*-{version}.tgz"],
    "kubectl-koord": ["kubectl-koord-{version}-linux-*.tar.gz", "koord.yaml"],
}
IMAGES = ("scheduler-image", "agent-image", "webhook-image")
PARTS = ("source", *TARGETS, "site", *IMAGES)
# Variables of the caller that change results. DEB_BUILD_OPTIONS is in the provenance.
UNSET = re.compile(
    r"(LC|CGO|CMAKE|DPKG|DH)_.*|DEB_(?!BUILD_OPTIONS$).*|(C|CXX|CPP|LD|F|FC|OBJC|AS|AR)FLAGS|CC|CXX|CPP|AS|AR|LD|NM|RANLIB|STRIP"
    r"|LD_RUN_PATH|CPATH|(C|CPLUS)_INCLUDE_PATH|(LIBRARY|COMPILER)_PATH|GCC_EXEC_PREFIX"
    r"|GO(FLAGS|OS|ARCH|AMD64|ARM64|EXPERIMENT|FIPS140|DEBUG|WORK|TOOLCHAIN)"
    r"|(GNU)?MAKE(FLAGS|LEVEL|OVERRIDES|FILES)|MFLAGS|PYTHON(PATH|HOME|OPTIMIZE)|(_|JDK_)?JAVA_(TOOL_)?OPTIONS|MAVEN_OPTS|GZIP|TAR_OPTIONS"
)


class Failed(Exception):
    """A part that was not built, with the reason."""


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"git {' '.join(arguments)}: {done.stderr.strip()[:300]}; a release is built from a clone with git")
    return done.stdout.strip()


def check_out(out):
    """Refuses a folder that must not be emptied, or whose files would become part of the sources."""
    if out == ROOT or out in ROOT.parents:
        raise Failed(f"{out}: found the folder of the sources; name another one")
    if ROOT in out.parents and subprocess.run(["git", "-C", ROOT, "check-ignore", "-q", out], check=False).returncode:
        raise Failed(f"{out}: found a folder among the sources; name one outside of the tree, or below build or dist")
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    # Parts of a release have an empty SHA256SUMS; a complete one has bills of materials.
    sums = out / checksums.NAME
    if not sums.is_file() or (sums.stat().st_size and b"  sbom/" not in sums.read_bytes()):
        raise Failed(f"{out}: found something else than a release of make dist; remove it or name another folder")


class Release:
    def __init__(self, out, parts):
        self.out, self.parts = pathlib.Path(out).resolve(), parts
        self.known = identity.parse((ROOT / identity.SOURCE).read_text(encoding="utf-8"))
        self.commit, self.time = git("rev-parse", "HEAD"), git("show", "-s", "--format=%ct", "HEAD")
        self.logs = ROOT / "build" / "dist-logs"

    def check_sources(self):
        """Refuses files of the working tree that are not those of the commit."""
        head = git("rev-parse", "HEAD")
        if head != self.commit:
            raise Failed(f"HEAD was {self.commit} and now is {head}: build again, from sources that nobody changes")
        changed = git("status", "--porcelain", "--untracked-files=all")
        if changed:
            raise Failed(f"there are changes that are not committed: commit them, or try it with TRIAL=yes:\n{changed[:1000]}")

    def empty(self):
        """Makes the folder, which has an empty SHA256SUMS until the release is complete."""
        if self.out.exists():
            shutil.rmtree(self.out)
        self.out.mkdir(parents=True)
        (self.out / checksums.NAME).touch()

    def environment(self):
        """Returns the environment of all parts, which is the same for every caller as far as results depend on it."""
        kept = {name: value for name, value in os.environ.items() if not UNSET.fullmatch(name)}
        return {
            **kept,
            "SOURCE_DATE_EPOCH": self.time,
            "TZ": "UTC",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "PYTHONHASHSEED": "0",
        }

    def run(self, name, *command, stdout=None):
        """Runs a command with its output in a log, or its standard output in a file."""
        self.logs.mkdir(parents=True, exist_ok=True)
        log = self.logs / f"{name}.log"
        with log.open("w") as said:
            done = subprocess.run([str(part) for part in command], cwd=ROOT, env=self.environment(), stdin=subprocess.DEVNULL,
                                  stdout=stdout or said, stderr=said, umask=0o022, check=False)  # fmt: skip
        text = log.read_text(errors="replace")
        if done.returncode:
            print("\n".join(text.splitlines()[-40:]), file=sys.stderr)
            raise Failed(f"{name}: {command[0]} ended with {done.returncode}; all of its output is in {log}")
        return text

    def make(self, target, folder):
        return self.run(target, "make", target, f"DIST={folder}")

    def build(self, part):
        if part == "source":
            self.source()
        elif part == "site":
            self.site()
        elif part in IMAGES:
            self.image(part)
        else:
            said = self.make(part, self.out / "debian" if part == "packages" else self.out)
            # Files for uploads to Debian's archive, which record the time of the build.
            for path in [*self.out.glob("debian/*.buildinfo"), *self.out.glob("debian/*.changes")]:
                path.unlink()
            for pattern in TARGETS[part]:
                pattern = pattern.format(**self.known)
                if not list(self.out.glob(pattern)):
                    raise Failed(f"{part}: there is no {pattern}: {(said.strip().splitlines() or ['no output'])[-1]}")

    def source(self):
        """Writes the files of the commit as an archive, in which all have the time of the commit."""
        name = f"libkoord-{self.known['version']}"
        settings = ["-c", "tar.umask=0022", "-c", "core.autocrlf=false", "-c", f"core.attributesFile={os.devnull}"]
        self.run(
            "source",
            "git",
            *settings,
            "archive",
            "--format=tar",
            f"--prefix={name}/",
            "-o",
            self.out / f"{name}.tar",
            self.commit,
        )
        self.run("source", "gzip", "-n", "-9", self.out / f"{name}.tar")

    def site(self):
        """Packs the site, which is many files."""
        name, work = f"koord-site-{self.known['version']}", ROOT / "build" / "dist-site"
        shutil.rmtree(work, ignore_errors=True)
        said = self.make("site", work)
        missing = [line for line in said.splitlines() if "NOT IN THE SITE" in line]
        if missing:
            raise Failed(f"site: {missing[0]}")
        (work / "site").rename(work / name)
        self.pack(self.out / f"{name}.tar", work, name)

    def pack(self, path, folder, name):
        self.run("site", "tar", "-c", "-f", path, "-C", folder, "--sort=name", f"--mtime=@{self.time}", "--owner=0", "--group=0",
                 "--numeric-owner", "--format=ustar", "--mode=go=rX,u+rw", name)  # fmt: skip
        self.run("site", "gzip", "-n", "-9", path)

    def image(self, part):
        program = "koord-" + part.removesuffix("-image")
        self.make(part, self.out)
        kubernetes = f"-kube{os.environ['KUBERNETES']}" if os.environ.get("KUBERNETES") else ""
        machine = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
        shutil.copyfile(
            ROOT / f"build/{part}/{program}.tar",
            self.out / f"{program}-{self.known['version']}{kubernetes}-linux-{machine}.oci.tar",
        )

    def describe(self, is_trial, key):
        """Checks the licences, and writes the files about the artefacts."""
        if subprocess.run([HERE / "notices.py", self.out, "-q"], check=False).returncode:
            raise Failed("licences are missing: see above")
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(self.time)))
        os.environ["SOURCE_DATE_EPOCH"] = self.time
        print(f"dist: bills of materials of {sbom.write(self.out, self.known, when)} artefacts")
        if not is_trial:
            self.check_sources()
            text = provenance.write(ROOT, self.out, self.commit, list(self.parts), self.known)
            if key:
                (self.out / "provenance.intoto.jsonl").write_text(signature.envelope(key, text), encoding="utf-8")
        count = len(checksums.write(self.out))
        print(f"dist: {checksums.NAME} of {count} files in {self.out}")
        if key and not is_trial:
            path = self.out / checksums.NAME
            path.with_name(f"{checksums.NAME}.sig").write_bytes(signature.sign(key, path.read_bytes()))
            print(f"dist: signed with the key {signature.key_id(signature.public_key(key))}")


def chosen(names):
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise Failed(f"PARTS: found {' '.join(unknown)}, expected some of {' '.join(PARTS)}")
    return tuple(part for part in PARTS if not names or part in names)


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    # The programs that run from here on do not get the name of the key's file.
    is_trial, key = os.environ.get("TRIAL") == "yes", os.environ.pop("KOORD_SIGNING_KEY", None)
    try:
        release = Release(arguments[0], chosen(arguments[1:]))
        check_out(release.out)
        if not is_trial:
            release.check_sources()
        if key:
            signature.check_private_key(key)
        is_tagged = f"v{release.known['version']}" in git("tag", "--points-at", "HEAD").split()
        release.empty()
        for part in release.parts:
            began = time.monotonic()
            release.build(part)
            print(f"dist: {part}: {time.monotonic() - began:.0f} s", flush=True)
        release.describe(is_trial, key)
    except (Failed, Unreadable, checksums.Malformed, sbom.Unknown, signature.Refused, OSError) as reason:
        print(f"dist: {reason}", file=sys.stderr)
        return 1
    if is_trial:
        print("dist: A TRIAL: without provenance and signature", file=sys.stderr)
    elif not key:
        print(
            "dist: NOT SIGNED: set KOORD_SIGNING_KEY to the file of a private key (docs/internals/release.md)",
            file=sys.stderr,
        )
    if not is_tagged:
        print(
            f"dist: NOT A RELEASE: the commit {release.commit[:12]} has no tag v{release.known['version']}", file=sys.stderr
        )
    if release.parts != PARTS:
        print(
            f"dist: NOT COMPLETE: without {' '.join(part for part in PARTS if part not in release.parts)}", file=sys.stderr
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
