# shellcheck shell=bash
# debian-root.sh: creates a clean Debian in a folder, to test this tree in. It is sourced by
# package-test.sh and clean-root.sh, which set "program", the prefix of messages, and run in the
# root of the tree. Requires root.

say() { echo "$program: $*"; }

# Exits with 77, because an unsuitable machine is not a failure, and must not count as a success.
skip() {
  say "SKIPPED: $1"
  exit 77
}

fail() {
  say "$*" >&2
  exit 1
}

# debian_root_needs TOOL...: skips if a Debian cannot be created, or if a tool is missing.
debian_root_needs() {
  local tool missing=
  [ "$(id -u)" -eq 0 ] || skip 'needs root, for debootstrap and chroot'
  for tool in apt-get dpkg; do
    command -v "$tool" >/dev/null || skip "no Debian here: there is no $tool that knows a mirror"
  done
  for tool in debootstrap "$@"; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
  done
  [ -z "$missing" ] || skip "install these first: apt-get install$missing"
  unshare --mount true 2>/dev/null || skip 'may not mount anything here'
}

# debian_root_make SUITE FOLDER: creates a Debian of that release in FOLDER, with only apt,
# ca-certificates and the mirrors of this machine's apt. Must be called in a private mount
# namespace: see debian_root_mount.
debian_root_make() {
  local suite=$1 root=$2 mirrors mirror base
  mirrors=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN) $(TARGET_OF)' 2>/dev/null |
    awk -v suite="$suite" '$3 == "Debian" && $4 == "deb" && index($2, suite) == 1 { print $1, $2 }' | sort -u)
  mirror=$(awk -v suite="$suite" '$2 == suite { print $1; exit }' <<<"$mirrors")
  [ -n "$mirror" ] || fail "apt of this machine knows no mirror of Debian $suite (apt-get update?)"

  mkdir -p "$root"
  # The output of debootstrap is cached unchanged. "make clean" removes it.
  base=$PWD/build/debootstrap-$suite.tar
  if [ ! -e "$base" ]; then
    say "debootstrap of $suite"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >build/debootstrap.log 2>&1 ||
      { tail -n 20 build/debootstrap.log; fail "debootstrap fails: build/debootstrap.log"; }
    tar -C "$root" --one-file-system --numeric-owner -cf "$base.new" .
    mv "$base.new" "$base"
  else
    tar -C "$root" --numeric-owner -xf "$base"
  fi
  say "a clean $suite in $root"
  sed 's|^|deb |; s|$| main|' <<<"$mirrors" >"$root/etc/apt/sources.list"
  # Copies the settings with which this machine's apt reaches and checks its mirrors.
  apt-config dump | grep -iE '^Acquire::(http|https|Check-|Retries|ForceIPv)[^ ]* "[^"]' >"$root/etc/apt/apt.conf.d/machine" ||
    true
  # Services are not started in a chroot.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
}

# debian_root_mount FOLDER: mounts the kernel's file systems and sets up name resolution. Requires a
# private mount namespace ("unshare --mount --propagation private"): the mounts end with the
# process, and rm never reaches the machine's own /dev.
debian_root_mount() {
  local root=$1 name
  [ "$(readlink /proc/self/ns/mnt)" != "$(readlink /proc/1/ns/mnt)" ] || fail 'this would mount for the whole machine'
  for name in proc sys dev; do mount --rbind "/$name" "$root/$name"; done
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}
