#!/usr/bin/env bash
# boot.sh ROOT GROUP: starts systemd in ROOT as the first process of a PID namespace, with control groups below GROUP of
# this machine, in all version 1 hierarchies. guide.sh calls it in a separate mount namespace.
set -euo pipefail
root=$1 group=$2
for folder in /sys/fs/cgroup/*/; do
  mkdir -p "$folder$group"
  if [ "$folder" = /sys/fs/cgroup/cpuset/ ]; then
    for file in cpuset.cpus cpuset.mems; do cat "$folder$file" >"$folder$group/$file"; done
  fi
  echo $$ >"$folder$group/cgroup.procs"
done
inside='set -e
cd "$1"
hostname node-a
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
for folder in /sys/fs/cgroup/*/; do
  name=$(basename "$folder")
  mkdir "sys/fs/cgroup/$name"
  case $name in
    unified) mount -t cgroup2 cgroup2 "sys/fs/cgroup/$name" ;;
    systemd) mount -t cgroup -o none,name=systemd systemd "sys/fs/cgroup/$name" ;;
    *) mount -t cgroup -o "$name" "$name" "sys/fs/cgroup/$name" ;;
  esac
done
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty kmsg; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm old
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for name in dev/shm run tmp; do mount -t tmpfs tmpfs "$name"; done
pivot_root . old
umount -l old
exec env -i container=koord PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin /lib/systemd/systemd systemd.unit=multi-user.target'
exec unshare --mount --propagation private --pid --fork --kill-child --cgroup --uts bash -c "$inside" boot "$root"
