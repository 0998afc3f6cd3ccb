#!/usr/bin/env python3
"""walk.py GUIDE PID: follows GUIDE (docs/start/first-node.md) on the machine whose first process is PID: its indented lines are
commands, its YAML blocks are the agent's configuration or additions to it. The expected output of commands is below; commands
that only query are repeated until they print it."""
import re
import subprocess
import sys
import time

PATIENCE = 60  # seconds
CONFIGURATION = "/etc/koord/agent.yaml"
GPU = "GPU-00000000-0000-0000-0000-000000000001"

# Expected output, by a part of the command. Named groups are substituted in later commands.
SAYS = {
    "containerd config dump": r"disable = false",
    "ls -l /var/run/nri/nri.sock": r"^srw",
    "koordctl topology": r"^CPUs:",
    "auth whoami": r"system:node:node-a",
    "koord-agent -check": r"^nodeName: node-a$",
    "/readyz": r"^ok",
    "get noderesourcetopology": r"^kind: NodeResourceTopology$",
    "grep resource-status": r'"cpuset":"(?P<cpu>\d+)"',
    "exec pinned -- grep Cpus_allowed_list": r"^Cpus_allowed_list:\s*{cpu}$",
    "koordctl node status": r"pinned",
    "grep device-allocated": GPU,
    "grep NVIDIA_VISIBLE_DEVICES": rf"\ANVIDIA_VISIBLE_DEVICES={GPU}\n\Z",
}
LOOKS = re.compile(r"kubectl (get|exec|--kubeconfig \S+ auth)|curl|ls|containerd config|koordctl")

# Statements of the guide in prose, checked at the end.
AFTERWARDS = {
    "kubectl exec pinned -- grep Cpus_allowed_list /proc/self/status": r"^Cpus_allowed_list:\s*{cpu}$",
    "systemctl is-active koord-agent || true": r"\Ainactive\n\Z",
}


class Wrong(Exception):
    pass


def parts(text):
    """Yields ("yaml" or "command", text) in the order of the page."""
    yaml = None
    for line in text.splitlines():
        if line == "```yaml":
            yaml = []
        elif line == "```" and yaml is not None:
            yield "yaml", "".join(one + "\n" for one in yaml)
            yaml = None
        elif yaml is not None:
            yaml.append(line)
        elif line.startswith("    "):
            yield "command", line.strip()


class Machine:
    def __init__(self, pid):
        self.enter = ["nsenter", "--target", pid, "--mount", "--pid", "--uts", "--cgroup", "env", "-i", "HOME=/root", "DEBIAN_FRONTEND=noninteractive",
                      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        self.found = {}

    def run(self, command, text="y\n"):  # answers prompts
        return subprocess.run([*self.enter, "bash", "-o", "pipefail", "-c", "cd ~/koord\n" + command], input=text, capture_output=True, text=True)

    def do(self, command, says):
        """Runs a command, repeatedly if it only queries, until its output is as expected."""
        for name, value in self.found.items():
            says = says.replace("{" + name + "}", value)
        end = time.monotonic() + (PATIENCE if LOOKS.match(command) else 0)
        while True:
            done = self.run(command)
            match = re.search(says, done.stdout, re.MULTILINE)
            if done.returncode == 0 and match:
                self.found.update(match.groupdict())
                return
            if time.monotonic() >= end:
                raise Wrong(f"{command}\nstatus {done.returncode}, expected 0 and {says!r}, found\n{done.stdout}{done.stderr}")
            time.sleep(0.5)


def walk(guide, machine):
    unused = set(SAYS)
    configured = False
    for kind, what in parts(guide):
        began = time.monotonic()
        if kind == "yaml":
            machine.run(f"cat {'>>' if configured else '>'}{CONFIGURATION}", what)
            configured = True
            continue
        says = [part for part in SAYS if part in what]
        unused.difference_update(says)
        machine.do(what, SAYS[says[0]] if says else "")
        print(f"  {time.monotonic() - began:5.1f} s  {what}", flush=True)
    if unused or not configured:
        raise Wrong(f"the guide has no command with {', '.join(sorted(unused)) or CONFIGURATION}")
    for command, says in AFTERWARDS.items():
        machine.do(command, says)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        page = file.read()
    try:
        walk(page, Machine(sys.argv[2]))
    except Wrong as wrong:
        print("FAILED:", wrong)
        sys.exit(1)
