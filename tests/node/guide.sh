#!/usr/bin/env bash
# guide.sh: runs docs/start/first-node.md, command by command, in a clean Debian 12 with systemd:
# packages of dist/ (KOORD_DIST), a real control plane with koord-scheduler outside, a real kubelet and
# containerd inside. Needs the output of make packages, tests/e2e/run.sh and tests/node/kubelet.sh,
# debootstrap, and version 1 control groups. The status is that of run.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
dist=$(cd "${KOORD_DIST:-$root/dist}" 2>/dev/null && pwd) || skip 'no dist/: make packages'
for package in libkoord1 koord-tools koord-agent; do compgen -G "$dist/${package}_*.deb" >/dev/null || skip "no $package in $dist: make packages"; done
[ -x "$node/kubelet" ] || skip 'no kubelet: make node-test'
command -v busybox >/dev/null || skip 'no busybox: apt-get install busybox-static'
[ -d /sys/fs/cgroup/cpuset ] && [ ! -e /sys/fs/cgroup/cpuset/kubepods ] || skip 'wants control groups of version 1, and no kubelet'
! (exec 3<>/dev/tcp/127.0.0.1/9472) 2>/dev/null || skip 'something listens on port 9472, which is the agent'"'"'s'

# Mounts below are private and end with this process.
if [ "${KOORD_ROOT_INSIDE:-}" != yes ]; then
  KOORD_ROOT_INSIDE=yes exec unshare --mount --propagation private "$0" "$@"
fi
cd "$root"
program=guide-test
. tools/dev/debian-root.sh
debian_root_needs nsenter
debian=$root/build/guide-root group=koord-guide-$$
# Kubelet writes these settings.
kernel=(vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes)
before=$(cd /proc/sys && grep -H . "${kernel[@]}" 2>/dev/null || true)

end_machine() {
  [ -z "${systemd-}" ] || kill -KILL "$systemd" 2>/dev/null || true # all that it started ends with it
  [ -z "${registry-}" ] || kill "$registry" 2>/dev/null || true
  wait 2>/dev/null || true
  local name text tries
  while IFS=: read -r name text; do [ -z "$name" ] || echo "$text" >"/proc/sys/$name" || true; done <<<"$before"
  for tries in $(seq 20); do
    find /sys/fs/cgroup -mindepth 1 -depth -type d -path "*/$group*" -exec rmdir {} + 2>/dev/null && break
    sleep 0.2
  done
}
leave() {
  local status=$?
  trap - EXIT
  end_machine
  finish $status
}

# machine COMMAND...: runs on the machine.
machine() { nsenter --target "$systemd" --mount --pid --uts --cgroup env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }

# Installs the parts that a cluster operator provides: Debian's systemd and
# runc, containerd, kubelet, kubectl, and koord's tree.
furnish() {
  local port=$1 at=$debian/usr/local/bin home=$debian/root pem=/var/lib/kubelet/pki/kubelet-client-current.pem
  rm -rf "$debian"
  debian_root_make bookworm "$debian"
  rm -f "$debian/usr/sbin/policy-rc.d" # services do start here
  debian_root_mount "$debian"
  chroot "$debian" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive chroot "$debian" apt-get install -y -qq --no-install-recommends systemd runc curl >"$state/apt.log" 2>&1 ||
    { cat "$state/apt.log"; exit 1; }
  for name in proc sys dev; do umount -R -l "$debian/$name"; done
  cp "$node"/{containerd,containerd-shim-runc-v2,ctr,kubelet} "$bin/kubectl" "$at"
  cp -r "$here/guide/debian/." "$debian"
  chmod 755 "$debian/opt/cni/bin/none"
  sed -i "s/PORT/$port/" "$debian/etc/containerd/certs.d/docker.io/hosts.toml"
  echo node-a >"$debian/etc/hostname"
  ln -sf /etc/systemd/system/{containerd,kubelet}.service "$debian/etc/systemd/system/multi-user.target.wants"
  mkdir -p "$home"/{.kube,koord/dist,koord/kubernetes/deploy/agent} "$debian/etc/kubernetes"
  kubectl config view --raw --flatten >"$home/.kube/config"
  # The certificate is a file, as after kubeadm, and kubelet renews it.
  mkdir -p "$(dirname "$debian$pem")"
  cat "$state/pki/kubelet.crt" "$state/pki/kubelet.key" >"$debian$pem"
  chmod 600 "$debian$pem"
  sed -E "/client-key-data/d; s|^( *)client-certificate-data: .*|\1client-certificate: $pem\n\1client-key: $pem|" \
    "$home/.kube/config" >"$debian/etc/kubernetes/kubelet.conf"
  cp "$state/pki/ca.crt" "$debian/etc/kubernetes/"
  cp -r kubernetes/deploy/agent/manifests "$home/koord/kubernetes/deploy/agent"
  cp "$dist"/*.deb "$home/koord/dist"
}

# await SECONDS COMMAND...
await() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >"$state/await.log" 2>&1; do
    [ $SECONDS -lt $end ] || { echo "FAILED: $*"; cat "$state/await.log"; return 1; }
    sleep 0.5
  done
}

start_bare_control_plane
trap leave EXIT
start_scheduler
"$here/guide/registry.py" "$(command -v busybox)" "$state/registry.port" 2>"$state/registry.log" &
registry=$!
await 10 test -s "$state/registry.port"
furnish "$(cat "$state/registry.port")"
mount --bind "$debian" "$debian"
setsid "$here/guide/boot.sh" "$debian" "$group" >"$state/systemd.log" 2>&1 </dev/null &
outer=$!
await 10 pgrep -P "$outer"
systemd=$(pgrep -P "$outer")
await 60 machine systemctl is-active containerd kubelet
await 60 kubectl wait --for=condition=Ready node/node-a --timeout=1s
echo "ok: a clean Debian, whose node-a is ready ($SECONDS s)"
python3 -B "$here/guide/walk.py" docs/start/first-node.md "$systemd" || {
  status=$?
  machine journalctl --no-pager >"$state/journal.log"
  exit $status
}
echo "ok: the guide, walked ($SECONDS s)"
