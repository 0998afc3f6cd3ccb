"""A copy of the generator's input, which tests may change, and the requirements of the tests."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GENERATOR = os.path.join(ROOT, "tools", "generate")
SKIPPED = 77
sys.path.insert(0, GENERATOR)


def need(libclang):
    """Ends the program if the generator cannot run."""
    why = "the generator needs Python 3.11" if sys.version_info < (3, 11) else None
    if libclang and not why:
        why = __import__("libclang").why_not()
    if why:
        print(f"{os.path.basename(sys.argv[0])}: SKIPPED: {why}")
        sys.exit(SKIPPED)


class Tree:
    """The generator with its input, in a separate folder."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        shutil.copytree(GENERATOR, self.path("tools/generate"), ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(os.path.join(ROOT, "include"), self.path("include"))
        java = "bindings/java/src/main/java"  # where generated code is extended by hand
        shutil.copytree(os.path.join(ROOT, java), self.path(java))
        for file in ("abi/interface.json", "src/base/device_plugins.toml"):
            os.makedirs(os.path.dirname(self.path(file)))
            shutil.copy(os.path.join(ROOT, file), self.path(file))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def replace(self, name, old, new):
        text = self.read(name)
        assert text.count(old) == 1, f"{name}: {text.count(old)} of {old!r}"
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    def generate(self, *arguments):
        """Returns the exit status and the output."""
        program = [sys.executable, "-B", self.path("tools/generate/generate.py"), *arguments]
        done = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout
