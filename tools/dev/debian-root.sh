# shellcheck shell=bash
# debian-root.sh: a clean Debian in a folder, to try this tree in; sourced by package-test.sh and clean-root.sh, which set
# "program", the name that stands before what is said, and stand in the root of the tree. As root only.

say() { echo "$program: $*"; }

# A machine that cannot do it is no failure, but nobody shall take it for a success: 77.
skip() {
  say "SKIPPED: $1"
  exit 77
}

fail() {
  say "$*" >&2
  exit 1
}

# debian_root_needs TOOL...: skips where a Debian cannot be made, or where a tool is missing.
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

# debian_root_make SUITE FOLDER: a new Debian of that release in FOLDER, which has no more than apt, ca-certificates and
# the mirrors of this machine's apt. To be called in a mount namespace of one's own: see debian_root_mount.
debian_root_make() {
  local suite=$1 root=$2 mirrors mirror base
  mirrors=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN) $(TARGET_OF)' 2>/dev/null |
    awk -v suite="$suite" '$3 == "Debian" && $4 == "deb" && index($2, suite) == 1 { print $1, $2 }' | sort -u)
  mirror=$(awk -v suite="$suite" '$2 == suite { print $1; exit }' <<<"$mirrors")
  [ -n "$mirror" ] || fail "apt of this machine knows no mirror of Debian $suite (apt-get update?)"

  mkdir -p "$root"
  # What debootstrap makes is kept, as it left it: "make clean" takes it away.
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
  # How this machine's apt reaches its mirrors, and what it asks of them.
  apt-config dump | grep -iE '^Acquire::(http|https|Check-|Retries|ForceIPv)[^ ]* "[^"]' >"$root/etc/apt/apt.conf.d/machine" ||
    true
  # Services are not started in a chroot.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
}

# debian_root_mount FOLDER: the kernel's file systems, and how names are found. Only where nobody else sees what is
# mounted ("unshare --mount --propagation private"): it is gone with the process, and rm never finds the machine's own
# /dev in there.
debian_root_mount() {
  local root=$1 name
  [ "$(readlink /proc/self/ns/mnt)" != "$(readlink /proc/1/ns/mnt)" ] || fail 'this would mount for the whole machine'
  for name in proc sys dev; do mount --rbind "/$name" "$root/$name"; done
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}
