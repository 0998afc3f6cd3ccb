"""The contents of an image according to its Containerfile, and of an OCI image in a tar file: files, user, environment, entry point.

The Containerfile's commands run here in folders in place of containers; those that packaging/image also contains are skipped, as
are those that install compilers. Unknown commands are errors, so that nothing gets into only one of the two images.
"""
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Unknown(Exception):
    pass


def instructions(text):
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, map(str.strip, text.split("\n"))):
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


class Containerfile:
    """The last stage of a Containerfile, built in "folder" around "program", which stands for the compiled one."""

    def __init__(self, text, folder, program):
        self.folder, self.program = folder, program
        self.stage = self.config = None
        for word, rest in instructions(text):
            action = getattr(self, "do_" + word.lower(), None)
            if action is None:
                raise Unknown(f"{word} {rest}")
            action(rest)
        self.files = files_of_folder(self.at(""))

    def at(self, path, stage=None):
        return os.path.join(self.folder, stage or self.stage, path.lstrip("/"))

    def do_from(self, rest):
        self.base, _, name = rest.partition(" AS ")
        self.stage, self.config = name or "last", {}
        os.makedirs(self.at(""))

    def do_copy(self, rest):
        words = shlex.split(rest)
        if words[0].startswith("--from="):
            source, target = (self.at(words[1], words[0][len("--from="):]), self.at(words[2]))
            if os.path.isdir(source):
                shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)
            return
        for name in words[:-1]:
            if not os.path.exists(os.path.join(ROOT, name)):
                raise Unknown(f"COPY {rest}: there is no {name} in the tree")

    def do_run(self, rest):
        if self.base == "scratch":
            raise Unknown(f"RUN {rest}: there is no shell in this stage")
        program, *arguments = shlex.split(rest)
        name = os.path.relpath(program, "/src")
        if not os.access(os.path.join(ROOT, name), os.X_OK):
            raise Unknown(f"RUN {rest}: {name} is no program of the tree")
        if name == "packaging/image/program.sh":
            shutil.copy(self.program, self.at(arguments[1]))
        elif name == "packaging/image/root.sh":
            subprocess.run([os.path.join(ROOT, name), arguments[0], *map(self.at, arguments[1:])], check=True)
        elif name != "tools/dev/install-deps.sh":
            raise Unknown(f"RUN {rest}")

    def do_env(self, rest):
        self.config.setdefault("Env", []).append(rest)

    def do_user(self, rest):
        self.config["User"] = rest

    def do_entrypoint(self, rest):
        self.config["Entrypoint"] = json.loads(rest)


def entry(kind, mode, what):
    return kind, oct(stat.S_IMODE(mode)), what


def files_of_folder(folder):
    found = {}
    for at, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(at, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISLNK(mode):
                value = entry("link", 0o777, os.readlink(path))
            elif stat.S_ISDIR(mode):
                value = entry("folder", mode, "")
            else:
                with open(path, "rb") as file:
                    value = entry("file", mode, hashlib.sha256(file.read()).hexdigest())
            found[os.path.relpath(path, folder)] = value
    return found


class Image:
    """An OCI layout with one image of one layer; every digest in it is checked."""

    def __init__(self, path):
        with tarfile.open(path) as self.tar:
            if self.json("oci-layout") != {"imageLayoutVersion": "1.0.0"}:
                raise ValueError("oci-layout")
            (of_manifest,) = self.json("index.json")["manifests"]
            self.tag = of_manifest["annotations"]["org.opencontainers.image.ref.name"]
            manifest = json.loads(self.blob(of_manifest))
            config = json.loads(self.blob(manifest["config"]))
            (of_layer,) = manifest["layers"]
            layer = self.blob(of_layer)
            listed = {"blobs/sha256/" + each["digest"].split(":")[1] for each in (of_manifest, manifest["config"], of_layer)}
            if {name for name in self.tar.getnames() if name.startswith("blobs/sha256/")} != listed:
                raise ValueError("blobs that nothing refers to")
        self.config, self.architecture = config["config"], config["architecture"]
        with tarfile.open(fileobj=io.BytesIO(layer), mode="r:gz") as unpacked:
            self.files = dict(self.members(unpacked))
            unpacked.fileobj.seek(0)
            if [f"sha256:{hashlib.sha256(unpacked.fileobj.read()).hexdigest()}"] != config["rootfs"]["diff_ids"]:
                raise ValueError("diff_ids")

    def json(self, name):
        return json.load(self.tar.extractfile(name))

    def blob(self, descriptor):
        algorithm, _, digest = descriptor["digest"].partition(":")
        content = self.tar.extractfile(f"blobs/{algorithm}/{digest}").read()
        if algorithm != "sha256" or hashlib.sha256(content).hexdigest() != digest or len(content) != descriptor["size"]:
            raise ValueError(f"{descriptor['digest']} is not what it says")
        return content

    def members(self, tar):
        self.owners, self.times = set(), set()
        for member in tar:
            self.owners.add((member.uid, member.gid))
            self.times.add(member.mtime)
            if member.issym():
                yield member.name, entry("link", 0o777, member.linkname)
            elif member.isdir():
                yield member.name, entry("folder", member.mode, "")
            elif member.isfile():
                yield member.name, entry("file", member.mode, hashlib.sha256(tar.extractfile(member).read()).hexdigest())
            else:
                raise ValueError(f"{member.name} is neither file, folder nor link")


def differences(containerfile, image):
    """Returns one line for each file and setting that differs or that only one image has."""
    out = []
    for what, one, other in (("", containerfile.files, image.files), ("config: ", containerfile.config, image.config)):
        for name in sorted(set(one) | set(other)):
            if one.get(name) != other.get(name):
                out.append(f"{what}{name}: the Containerfile has {one.get(name)}, the image {other.get(name)}")
    return out
