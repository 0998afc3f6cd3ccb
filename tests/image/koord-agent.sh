# shellcheck shell=bash disable=SC2154  # sourced by run.sh
# koord-agent.sh: prints its version, accepts the configuration of its manifests, then runs as in their DaemonSet: user, rights,
# folders and command. It has no container runtime, so it must be healthy and not ready, and report the reason.
hello "$work/version" koord-agent -version
expected="koord-agent $(sed -n 's/^set(koord_version \(.*\))$/\1/p' "$root/cmake/identity.cmake")"
[ "$(cat "$work/version")" = "$expected" ] || fail "-version says '$(cat "$work/version")', not '$expected'"
say "-version says '$expected'"
wanted=$(awk '/newName:/ { name = $2 } /newTag:/ { print name ":" $2 }' "$manifests/daemonset/kustomization.yaml")
[ "$name" = "$wanted" ] || fail "the manifests want the image $wanted"

# Prints kubelet's actions, one per line: "command WORD", "mount HOST CONTAINER OPTIONS", "user NUMBER", "drop NAME".
mkdir -p "$work/host/run/koord" "$work/host/var/run/nri" "$work/host/var/lib/kubelet" "$work/config"
cp "$manifests/config.yaml" "$work/config/"
python3 -B - "$manifests/daemonset/daemonset.yaml" >"$work/stated" <<'PYTHON'
import sys
import yaml

with open(sys.argv[1], encoding="utf-8") as opened:
    pod = yaml.safe_load(opened)["spec"]["template"]["spec"]
container, = pod["containers"]
rights = container["securityContext"]
assert not (pod["hostNetwork"] or pod["hostPID"] or rights["privileged"] or rights["allowPrivilegeEscalation"]), rights
assert rights["readOnlyRootFilesystem"] and rights["seccompProfile"] == {"type": "RuntimeDefault"}, rights
for word in container["command"]:
    print("command", word.replace("$(NODE_NAME)", "node-a"))
for mount in container["volumeMounts"]:
    volume, = (each for each in pod["volumes"] if each["name"] == mount["name"])
    print("mount", volume.get("hostPath", {}).get("path", "config"), mount["mountPath"], "ro" if mount.get("readOnly") else "rw")
print("user", rights["runAsUser"])
for name in rights["capabilities"]["drop"]:
    print("drop", name)
PYTHON
[ "$(sed -n 's/^drop //p' "$work/stated")" = ALL ] || fail 'the DaemonSet does not drop all capabilities'
mapfile -t command < <(sed -n 's/^command //p' "$work/stated")
options=(--detach --user "$(sed -n 's/^user //p' "$work/stated")" --log-uri "file://$work/agent.log")
for right in CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE; do
  options+=(--cap-drop "CAP_$right")
done
while read -r _ host inside how; do
  case $host in
    config) source=$work/config ;;
    /sys/fs/cgroup) source=$host ;;
    *) source=$work/host$host ;;
  esac
  options+=(--mount "type=bind,src=$source,dst=$inside,options=rbind:$how")
done < <(grep '^mount ' "$work/stated")
run "${options[@]}" -- koord-agent "${command[@]}"
agent_said() { fail "$1: $(tail -n 5 "$work/agent.log")"; }
pid=$(containers tasks ls | awk '$1 == "koord-agent" { print $2 }')
ask() { nsenter --target "$pid" --net curl -s -o "$work/answer" -w '%{http_code}' "http://127.0.0.1:9472/$1"; }
up() { nsenter --target "$pid" --net ip link set lo up; }
up || fail 'its network has no loopback'
healthy() { [ "$(ask healthz)" = 200 ]; }
within 60 healthy || agent_said 'it is not healthy'
held() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$pid/status"; }
[ "$(held Uid) $(held CapEff) $(held CapBnd)" = '0 0000000000000000 0000000000000000' ] ||
  fail "it has rights: $(cat "/proc/$pid/status")"
[ "$(held NoNewPrivs) $(held Seccomp)" = '1 2' ] || fail "it may get more rights: $(cat "/proc/$pid/status")"
[ "$(ask readyz)" = 503 ] || fail "it is ready without a runtime: $(cat "$work/answer")"
grep -qi runtime "$work/answer" || fail "it does not say that the runtime is missing: $(cat "$work/answer")"
say "it runs as the DaemonSet states it; it is not ready: $(tail -n 1 "$work/answer")"

containers tasks kill koord-agent
gone() { containers tasks ls | grep -q '^koord-agent .*STOPPED'; }
within 30 gone || agent_said 'it does not end'
