"""binaries.py finds each fault, in programs built wrong on purpose."""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = ["-O2", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-fPIE", "-pie", "-Wl,-z,relro,-z,now"]
GOOD += ["-fcf-protection"] if os.uname().machine == "x86_64" else []
PROGRAM = """#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char text[64];
  strncpy(text, argv[argc - 1], (size_t)argc * 8);
  return printf("%s", text) < 0;
}
"""


class Binaries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = folder.name
        with open(os.path.join(self.directory, "program.c"), "w", encoding="utf-8") as opened:
            opened.write(PROGRAM)

    def look(self, *flags, name="koordctl", hardened=True):
        folder = os.path.join(self.directory, "built")
        os.makedirs(folder, exist_ok=True)
        subprocess.run([os.environ.get("CC", "cc"), os.path.join(self.directory, "program.c"), "-o",
                        os.path.join(folder, name), *flags], check=True)
        done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "binaries.py"),
                               *(["--hardened"] if hardened else []), folder], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode != 0, " 0 problems" not in done.stdout, done.stdout + done.stderr)
        return done.stdout

    def test_what_is_right(self):
        self.assertIn("1 looked at", self.look(*GOOD))
        for rpath in ("/usr/lib", "$ORIGIN/../lib", "$ORIGIN", "/a:/b///:$ORIGIN/x"):
            self.assertIn(" 0 problems", self.look(*GOOD, f"-Wl,-rpath,{rpath}"), rpath)

    def test_rpath(self):
        for rpath in (":", "::::", "/usr/lib:", ":/usr/lib", "/a::/b", "lib", "../lib", "$ORIGINAL/lib", "./"):
            for tags in ("--enable-new-dtags", "--disable-new-dtags"):
                said = self.look(f"-Wl,-rpath,{rpath}", f"-Wl,{tags}", hardened=False)
                self.assertIn("which is no absolute one", said, rpath)

    def test_hardening(self):
        def without(flag, *instead):
            return [one for one in GOOD if one != flag] + list(instead)

        for flags, says in ((without("-fstack-protector-strong", "-fno-stack-protector"), "no canaries"),
                            (without("-D_FORTIFY_SOURCE=2", "-U_FORTIFY_SOURCE"), "no calls of libc are checked"),
                            (without("-Wl,-z,relro,-z,now", "-Wl,-z,lazy"), "no full RELRO"),
                            (without("-Wl,-z,relro,-z,now", "-Wl,-z,norelro,-z,now"), "no full RELRO"),
                            ([one for one in GOOD if "pie" not in one.lower()] + ["-fno-pie", "-no-pie"], "no PIE"),
                            (GOOD + ["-Wl,-z,execstack"], "its stack is executable")):
            self.assertIn(says, self.look(*flags))
        if "-fcf-protection" in GOOD:
            self.assertIn("no -fcf-protection", self.look(*without("-fcf-protection", "-fcf-protection=none")))


if __name__ == "__main__":
    unittest.main()
