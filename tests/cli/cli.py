"""Shared helpers of the tests of commands, which run koordctl in a scratch directory with the example files."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

KOORDCTL = os.environ["KOORDCTL"]
SOURCE = os.environ["KOORD_SOURCE_DIR"]
SERVER = os.path.join(SOURCE, "examples", "two-socket-server.xml")

OK, REFUSED, USAGE, ENVIRONMENT, INTERNAL = range(5)

KUBELET_YAML = """apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
cpuManagerPolicy: static
topologyManagerPolicy: best-effort
systemReserved: {cpu: 500m}
kubeReserved:
  cpu: "500m"
  memory: 1Gi
"""

# Kubelet's state on server.xml under KUBELET_YAML: the pod of examples/node-pods.yaml has four CPUs.
CPU_STATE = ('{"policyName":"static","defaultCpuSet":"0-1,4-33,36-63",'
             '"entries":{"5d3c7a9e-9f0b-4a53-8b6e-0d7b0c5f2a11":{"server":"2-3,34-35"}}'
             ',"checksum":3928882637}')

# Two cores of two threads.
ANNOTATION = ('{"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":1,"socket":0,"node":0},'
              '{"id":2,"core":0,"socket":0,"node":0},{"id":3,"core":1,"socket":0,"node":0}]}')


class Case(unittest.TestCase):
    maxDiff = None
    program = KOORDCTL

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="koordctl-test-")
        self.addCleanup(shutil.rmtree, self.directory)
        shutil.copy(SERVER, self.path("server.xml"))
        self.write("kubelet.yaml", KUBELET_YAML)

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(text)
        return self.path(name)

    def environment(self, **changes):
        """Returns this process's environment without variables that change the output."""
        unset = ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "COLUMNS")
        kept = {k: v for k, v in os.environ.items()
                if k not in unset and not k.startswith("HWLOC_")}
        return {**kept, **changes}

    def run_ctl(self, *args, input=None, code=OK, env=None):
        """Runs the program. Checks its exit code (None for any) and that it prints no internal errors."""
        text = input is None or isinstance(input, str)
        done = subprocess.run([self.program, *args], input=input, capture_output=True, text=text,
                              cwd=self.directory, env=env or self.environment(), timeout=120)
        stderr = done.stderr if text else done.stderr.decode()
        self.assertEqual(done.returncode, done.returncode if code is None else code, f"{os.path.basename(self.program)} {' '.join(args)[:300]}\n{stderr}")
        for word in ("terminate called", "Sanitizer", "what():", "[json.exception"):
            self.assertNotIn(word, stderr)
        return done

    def fails(self, code, *args, says, input=None):
        """Expects an error: nothing on stdout, and one line on stderr that contains `says`."""
        done = self.run_ctl(*args, input=input, code=code)
        self.assertFalse(done.stdout)
        stderr = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
        first = stderr.splitlines()[0]
        self.assertTrue(first.startswith(os.path.basename(self.program) + ": "), first)
        self.assertIn(says, first)
        self.assertLess(len(first), 1000)
        return stderr

    def shows_what_is_printed(self, guide, examples):
        """Runs the console examples of a page in docs/ next to examples/, and expects at least so many."""
        with open(os.path.join(SOURCE, "docs", guide)) as page:
            blocks = re.findall(r"```console\n(.*?)```", page.read(), re.S)
        self.assertGreaterEqual(len(blocks), examples)
        bin_directory = os.path.dirname(os.path.abspath(KOORDCTL))
        env = self.environment(PATH=bin_directory + os.pathsep + os.environ["PATH"])
        for block in blocks:
            for part in re.split(r"(?m)^\$ ", block)[1:]:
                command, _, shown = part.partition("\n")
                with self.subTest(command):
                    done = subprocess.run(["bash", "-c", "{ " + command + "; } 2>&1"], cwd=self.directory,
                                          env=env, capture_output=True, text=True, timeout=120)
                    self.assertEqual(done.stdout.rstrip("\n"), shown.rstrip("\n"),
                                     f"docs/{guide} shows something else")
