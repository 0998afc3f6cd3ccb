#!/usr/bin/env python3
"""Builds self-contained wheels of the Python package: wheel.py OUT [INTERPRETER...]

Writes a wheel for each CPython from 3.9 on to OUT, which is also an index for pip:
pip install --index-url file://OUT koord. Without INTERPRETER, those on PATH and pyenv's are used. A
wheel contains the module with the library in it, hwloc, and the licences of both and of everything
else that is in it. auditwheel determines the glibc that it needs. wheel.py --interpreters prints the interpreters.

If the package index is out of reach, the exit status is 77, and OUT stays as it was.
"""

import base64
import datetime
import email.utils
import hashlib
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build/wheel"
OLDEST = (3, 9)
NEWEST = (3, 14)
SKIPPED = 77
# Debian packages of headers whose code is compiled into the module.
COMPILED_IN = ["nlohmann-json3-dev"]
ASK = "import sys, sysconfig; print(*sys.version_info[:2], sys.implementation.name, sysconfig.get_path('include'))"


def run(*command, **environment):
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, env={**os.environ, **environment})


def said(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False).stdout


def version_of(python):
    """Returns the version of a CPython with headers, or None."""
    major, minor, name, include = (said(python, "-c", ASK).split() + [""] * 4)[:4]
    if name != "cpython" or not os.path.exists(os.path.join(include, "Python.h")):
        return None
    version = int(major), int(minor)
    return version if version >= OLDEST else None


def interpreters():
    """Returns the interpreters of this machine by version; of several of one version the first."""
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"
    names = [f"python3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)]
    found = {}
    for python in [sys.executable, *sorted(pyenv.glob("3.*/bin/python3")), *filter(None, map(shutil.which, names))]:
        version = version_of(python)
        if version:
            found.setdefault(version, str(python))
    return found


def skip():
    print("SKIPPED: the package index is out of reach")
    sys.exit(SKIPPED)


def programs():
    """Returns the folder of the programs of requirements.txt, which are installed if it changed."""
    folder, wanted = BUILD / "programs", HERE / "requirements.txt"
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted.read_text():
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        install = [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted]
        if subprocess.run(install, check=False).returncode != 0:
            skip()
        shutil.copy(wanted, stamp)
    return folder / "bin"


def jobs():
    return os.environ.get("JOBS") or str(len(os.sched_getaffinity(0)))


def launchers():
    if not shutil.which("ccache"):
        return []
    return [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]


def library():
    """Builds libkoord with the release's flags, and returns the folder in which it is installed."""
    # Build trees of one depth and generator share ccache's objects.
    tree, prefix = ROOT / "build/wheel-library", BUILD / "prefix"
    options = ["-DCMAKE_INSTALL_MESSAGE=NEVER", f"-DKOORD_WERROR={os.environ.get('KOORD_WERROR', 'OFF')}", "-DKOORD_TOOLS=OFF", f"-DCMAKE_INSTALL_PREFIX={prefix}"]
    options += ["-G", "Ninja"] if shutil.which("ninja") else []
    run("cmake", "--log-level=WARNING", "--preset", "dist", "-B", tree, *options, *launchers())
    run("cmake", "--build", tree, "-j", jobs())
    run("cmake", "--install", tree)
    return prefix


def build(python, version, prefix, tools, folder):
    """Returns the path of a wheel that needs libraries of this machine."""
    pybind = said(tools / "python", "-m", "pybind11", "--cmakedir").strip()
    # A fixed path of pybind11, because ccache compares paths.
    defines = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DKOORD_PYTHON_STATIC=ON", f"-Dpybind11_DIR={pybind}", *launchers()]
    settings = [f"build-dir={ROOT}/build/wheel-{version[0]}.{version[1]}", *(f"cmake.define.{one[2:]}" for one in defines)]
    run(python, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", folder,
        *(f"--config-settings={one}" for one in settings), ROOT / "bindings/python", CMAKE_BUILD_PARALLEL_LEVEL=jobs())  # fmt: skip
    (wheel,) = folder.glob("koord-*.whl")
    return wheel


def libraries_of(wheel, folder):
    """Returns the files of the libraries that the module of a wheel loads, by name without version."""
    with zipfile.ZipFile(wheel) as file:
        (module,) = (name for name in file.namelist() if name.endswith(".so"))
        told = said("ldd", file.extract(module, folder))
    return {path.rpartition("/")[2].partition(".so")[0]: path for path in re.findall(r"=> (/\S+)", told)}


def copyright_of(package):
    path = pathlib.Path("/usr/share/doc", package, "copyright")
    if not path.is_file():
        raise SystemExit(f"wheel.py: {path} with the licence of {package} is missing")
    return path.read_bytes()


def common_licenses(texts):
    """Returns the licences of Debian's folder that these texts refer to, by file name."""
    names = {name for text in texts for name in re.findall(rb"/usr/share/common-licenses/([A-Za-z0-9]+(?:-[0-9]+(?:\.[0-9]+)*)?)", text)}
    found = {}
    for name in sorted(one.decode() for one in names):
        path = pathlib.Path("/usr/share/common-licenses", name)
        if not path.is_file():
            raise SystemExit(f"wheel.py: {path}, to which the licence of a package refers, is missing")
        found[f"common-licenses/{name}"] = path.read_bytes()
    return found


def owner(file):
    """Returns the Debian package of a file."""
    for name in (file, os.path.realpath(file), "/usr" + file, os.path.realpath(file).replace("/usr", "", 1)):
        package = said("dpkg-query", "-S", name).partition(":")[0]
        if package:
            return package
    raise SystemExit(f"wheel.py: no Debian package has {file}, so its licence is not known; build the wheel on Debian 12")


def licenses(entries, libraries, tools):
    """Returns the licences of everything in a wheel with these entries, by file name."""
    (pybind,) = tools.parent.glob("lib/python*/site-packages/pybind11-*.dist-info/licenses/LICENSE")
    found = {"koord": (ROOT / "LICENSE").read_bytes(), "pybind11": pybind.read_bytes()}
    for package in COMPILED_IN:
        found[package] = copyright_of(package)
    for entry in entries:
        if re.match(r"koord\.libs/.+\.so", entry):
            package = owner(libraries[re.sub(r"(-[0-9a-f]{8})?\.so.*", "", entry.rpartition("/")[2])])
            found[package] = copyright_of(package)
    return {**found, **common_licenses(found.values())}


def changed():
    """Returns the modification time of all files in archives. ZIP has none before 1980."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    else:
        dated = re.search(r"^ -- .*>  (.+)$", (ROOT / "packaging/debian/changelog").read_text(), re.MULTILINE)
        when = email.utils.parsedate_to_datetime(dated[1]).astimezone(datetime.timezone.utc)
    return max(when, datetime.datetime(1980, 1, 1, tzinfo=datetime.timezone.utc))


def write_entry(archive, name, text, when, mode=0o644):
    """Writes a file that depends on nothing but these values into a ZIP archive."""
    info = zipfile.ZipInfo(name, when.timetuple()[:6])
    info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, (0o100000 | mode) << 16
    archive.writestr(info, text)


def record_line(name, text):
    digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(text)}\n"


def add_licenses(repaired, out, libraries, tools):
    """Copies a wheel with the licences of its contents added. Files are sorted, the metadata last."""
    with zipfile.ZipFile(repaired) as before:
        entries = {name: before.read(name) for name in before.namelist() if not name.endswith("/")}
    record = next(name for name in entries if name.endswith(".dist-info/RECORD"))
    info = record.rpartition("/")[0]
    del entries[record]
    found = licenses(list(entries), libraries, tools)
    entries.update((f"{info}/licenses/{title}.txt", text) for title, text in found.items())
    names = sorted(entries, key=lambda name: (name.startswith(info + "/"), name))
    lines = "".join(record_line(name, entries[name]) for name in names) + f"{record},,\n"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after:
        for name in names:
            write_entry(after, name, entries[name], changed(), 0o755 if ".so" in name.rpartition("/")[2] else 0o644)
        write_entry(after, record, lines, changed())


def write_index(out):
    """Writes the pages that pip reads (PEP 503)."""
    links = []
    for wheel in sorted((out / "koord").glob("*.whl")):
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        links.append(f'<a href="{wheel.name}#sha256={digest}" data-requires-python="&gt;=3.9">{html.escape(wheel.name)}</a><br>')
    for folder, lines in ((out, ['<a href="koord/">koord</a>']), (out / "koord", links)):
        page = ["<!DOCTYPE html>", '<meta name="pypi:repository-version" content="1.0">', "<title>koord</title>", *lines, ""]
        (folder / "index.html").write_text("\n".join(page))


def main():
    if sys.argv[1:] == ["--interpreters"]:
        print(*interpreters().values())
        return
    out = pathlib.Path(sys.argv[1]).resolve()
    pythons = {version_of(python): python for python in sys.argv[2:]} or interpreters()
    if None in pythons:
        raise SystemExit(f"wheel.py: {pythons[None]} is not CPython 3.9 or newer with headers")
    reach = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "-d", BUILD / "reach", "scikit-build-core"]
    if subprocess.run(reach, check=False).returncode != 0:  # each build installs it
        skip()
    tools, prefix = programs(), library()
    shutil.rmtree(out, ignore_errors=True)
    (out / "koord").mkdir(parents=True)
    for version, python in sorted(pythons.items()):
        with tempfile.TemporaryDirectory(dir=BUILD) as name:
            folder = pathlib.Path(name)
            wheel = build(python, version, prefix, tools, folder)
            libraries = libraries_of(wheel, folder / "module")
            run(tools / "python", "-m", "auditwheel", "repair", "-w", folder / "repaired", wheel,
                PATH=f"{tools}{os.pathsep}{os.environ['PATH']}")  # fmt: skip
            (repaired,) = (folder / "repaired").glob("*.whl")
            add_licenses(repaired, out / "koord" / repaired.name, libraries, tools)
            print(out / "koord" / repaired.name)
    write_index(out)
    every = {(3, minor) for minor in range(OLDEST[1], NEWEST[1] + 1)}
    if len(sys.argv) < 3 and every - set(pythons):
        print("no interpreter for", ", ".join(f"{major}.{minor}" for major, minor in sorted(every - set(pythons))))


if __name__ == "__main__":
    main()
