#!/usr/bin/env bash
# resizes.sh [COUNT] [BUILD]: COUNT (10000) resizes in place of pods with exclusive CPUs, beside a real containerd and the agent;
# docs/operate/agent.md. koordctl of BUILD (build/release) decides: pods grow, shrink, and are refused for want of CPUs, while the
# agent or containerd is killed at random moments. After each, every container is on the CPUs that were decided, and at no time is
# a CPU held twice. Needs the programs that run.sh has built in build/. KOORD_NODE_SEED selects what is drawn. The status is that
# of run.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
count=${1:-10000}
build=$(cd "${2:-$root/build/release}" && pwd)
out=${KOORD_NODE_BIN:-$root/build/node/bin}
for program in scenario containerd koord-agent; do [ -x "$out/$program" ] || { echo "SKIPPED: no $program: make node-test"; exit 77; }; done
[ -x "$build/tools/koordctl/koordctl" ] || { echo "SKIPPED: no koordctl: make node-test"; exit 77; }
exec "$out/scenario" -bin "$out" -resizes "$count" -only-resizes -planner "$build/tools/koordctl/koordctl" ${KOORD_NODE_SEED:+-seed "$KOORD_NODE_SEED"}
