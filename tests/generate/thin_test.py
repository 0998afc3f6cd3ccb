#!/usr/bin/env python3
"""thin_test.py BUILD: additions to the headers of a copy of this tree (a counted handle, rows with a stride, options with their own
enum, and a reason of refusal) are available in C++, Go, Python and Java after `make generate` alone. BUILD has the library's
objects, with which the copy is linked. A language that cannot be built here is skipped with a message."""

import glob
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile

import scratch

ROOT = scratch.ROOT
THIN = os.path.join(ROOT, "tests", "generate", "thin")
COPIED = ("abi", "bindings", "docs", "include", "packaging", "src", "tests/abi", "tools/generate")


def run(*command, into=None, **environment):
    """Runs a command and returns its output; a failure ends the test and prints everything."""
    done = subprocess.run(
        command, cwd=into, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"thin_test.py: {' '.join(command[:6])}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def insert(path, before, text):
    with open(path, encoding="utf-8") as file:
        had = file.read()
    assert had.count(before) == 1, f"{path}: {had.count(before)} of {before!r}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(had.replace(before, text + before))


class Copy:
    """The tree with an additional header, a reason and their implementation, and the library."""

    def __init__(self, folder, build):
        self.folder, self.lib, self.include = folder, os.path.join(folder, "lib"), os.path.join(folder, "include")
        for part in COPIED:
            unwanted = shutil.ignore_patterns("__pycache__", "_koord*.so", "node_modules", "target")
            shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part), ignore=unwanted)
        os.makedirs(self.lib)
        shutil.copy(os.path.join(THIN, "ladder.h"), os.path.join(self.include, "koord"))
        insert(os.path.join(self.include, "koord.h"), '#include "koord/numa.h"\n', '#include "koord/ladder.h"\n')
        reason = "  KOORD_REASON_LADDER_TOO_SHORT = 900, /**< the height is above its last rung */\n"
        insert(os.path.join(self.include, "koord/refusal.h"), "  KOORD_REASON_NONE = 0", reason)
        self.generate()
        self.link(build)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def generate(self):
        """Runs the commands of `make generate`."""
        run(sys.executable, "-B", self.path("tools/generate/generate.py"))
        if shutil.which("go"):
            run("go", "generate", ".", into=self.path("bindings/go"))

    def link(self, build):
        objects = glob.glob(os.path.join(build, "src/CMakeFiles/koord_*.dir/**/*.o"), recursive=True)
        assert objects, f"{build}: no objects of the library"
        # linked before the objects that also contain it
        own = [os.path.join(THIN, "ladder.cc"), self.path("src/wording/reason_name.cc")]
        hwloc = run("pkg-config", "--libs", "hwloc").split()
        flags = ["-std=c++20", "-O0", "-DKOORD_EXPERIMENTAL", "-fPIC", "-shared", f"-I{self.include}", f"-I{self.path('src')}"]
        script = f"-Wl,--version-script={self.path('src/capi/generated/libkoord.map')}"
        library = os.path.join(self.lib, "libkoord.so.1")
        run("c++", *flags, *own, *objects, "-Wl,-z,muldefs", script, "-Wl,-soname,libkoord.so.1", *hwloc, "-ldl", "-o", library)
        os.symlink("libkoord.so.1", os.path.join(self.lib, "libkoord.so"))


def use_cpp(copy):
    program = copy.path("use")
    run("c++", "-std=c++20", f"-I{copy.include}", os.path.join(THIN, "use.cc"), f"-L{copy.lib}", "-lkoord", "-o", program)
    return run(program, LD_LIBRARY_PATH=copy.lib)


def use_go(copy):
    os.makedirs(copy.path("go"))
    shutil.copy(os.path.join(THIN, "use.go.txt"), copy.path("go/use.go"))
    with open(copy.path("bindings/go/go.mod"), encoding="utf-8") as file:
        module = file.readline().split()[1]
    with open(copy.path("go/go.mod"), "w", encoding="utf-8") as file:
        file.write(f"module use\ngo 1.21\nrequire {module} v0.0.0\nreplace {module} => ../bindings/go\n")
    with open(copy.path("lib/koord.pc"), "w", encoding="utf-8") as file:
        file.write(f"Name: koord\nDescription: koord\nVersion: 0\nCflags: -I{copy.include}\nLibs: -L{copy.lib} -lkoord\n")
    # LIBRARY_PATH: Go caches the folder of the library with a compiled package; it may be that of another build tree.
    return run("go", "run", ".", into=copy.path("go"), PKG_CONFIG_PATH=copy.lib, LD_LIBRARY_PATH=copy.lib, LIBRARY_PATH=copy.lib,
               GOFLAGS="-mod=mod")


def use_python(copy):
    sources = sorted(glob.glob(copy.path("bindings/python/src/*.cc")))
    with open(copy.path("all.cc"), "w", encoding="utf-8") as file:
        file.writelines(f'#include "{source}"\n' for source in sources)
    module = copy.path("bindings/python/src/koord/_koord.so")
    flags = ["-std=c++20", "-O0", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{copy.include}", f"-I{copy.path('bindings/python/src')}"]
    run("c++", *flags, *pybind11(), copy.path("all.cc"), f"-L{copy.lib}", "-lkoord", "-o", module)
    use = os.path.join(THIN, "use.py")
    return run(sys.executable, "-B", use, PYTHONPATH=copy.path("bindings/python/src"), LD_LIBRARY_PATH=copy.lib)


def use_java(copy):
    root, raw, classes = copy.path("bindings/java"), copy.path("raw/org/koord"), copy.path("classes")
    os.makedirs(raw)
    swig = os.path.join(root, "src/main/swig")
    run("swig", "-java", "-package", "org.koord", f"-I{copy.include}", f"-I{swig}", "-outdir", raw, "-o", copy.path("wrap.c"), f"{swig}/koord.i")
    home = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("javac"))))
    native = os.path.join(copy.lib, "libkoord-jni.so")
    jni = [f"-I{home}/include", f"-I{home}/include/linux", f"-I{copy.include}"]
    run("cc", "-O0", "-fPIC", "-shared", "-fno-strict-aliasing", *jni, copy.path("wrap.c"), f"-L{copy.lib}", "-lkoord", "-o", native)
    sources = [*glob.glob(f"{raw}/*.java"), *glob.glob(f"{root}/src/main/java/org/koord/*.java"), os.path.join(THIN, "Use.java")]
    run("javac", "--release", "17", "-encoding", "UTF-8", "-d", classes, *sources)
    return run("java", f"-Dorg.koord.library.path={native}", "-cp", classes, "Use", LD_LIBRARY_PATH=copy.lib)


def pybind11():
    """Returns the include flags for this interpreter and for pybind11."""
    own = subprocess.run([sys.executable, "-m", "pybind11", "--includes"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return own.stdout.decode().split() or [f"-I{sysconfig.get_paths()['include']}"]


def has_pybind11():
    tried = ["c++", *pybind11(), "-x", "c++", "-E", "-", "-o", os.devnull]
    return subprocess.run(tried, input=b"#include <pybind11/pybind11.h>\n", stderr=subprocess.DEVNULL, check=False).returncode == 0


def main():
    scratch.need(libclang=True)
    languages = {
        "C++": (use_cpp, True),
        "Go": (use_go, shutil.which("go")),
        "Python": (use_python, has_pybind11()),
        "Java": (use_java, shutil.which("javac") and shutil.which("swig")),
    }
    skipped = [name for name, (_, is_here) in languages.items() if not is_here]
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(folder, sys.argv[1])
        for name, (use, is_here) in languages.items():
            if is_here:
                said = use(copy).strip().splitlines()[-1]
                assert said == f"{name}: 9 rungs", f"{name} said {said!r}"
                print(said)
    if skipped:
        print(f"thin_test.py: SKIPPED: no {', '.join(skipped)} here")
        sys.exit(scratch.SKIPPED)


if __name__ == "__main__":
    main()
