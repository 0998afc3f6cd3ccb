#!/usr/bin/env bash
# package-test.sh: installs the packages of dist/ in a clean Debian and uses them there as a stranger would: the tests of
# packaging/debian/tests, run by autopkgtest. SUITE=bookworm says which Debian; it comes from the mirror that this
# machine's apt is set up with. Without root or the programs for it, says so, does nothing and exits with 77.
set -euo pipefail
cd "$(dirname "$0")/../.."
dist=$PWD/dist
root=$PWD/build/package-root
results=$PWD/build/package-test
suite=${SUITE:-bookworm}

skip() {
  echo "package-test: SKIPPED: $1"
  exit 77
}
[ "$(id -u)" -eq 0 ] || skip 'needs root, for debootstrap and chroot'
missing=
for tool in debootstrap autopkgtest; do
  command -v "$tool" >/dev/null || missing="$missing $tool"
done
[ -z "$missing" ] || skip "install these first: apt-get install$missing"
unshare --mount true 2>/dev/null || skip 'may not mount anything here'
compgen -G "$dist/*.dsc" >/dev/null || { echo 'package-test: nothing in dist/: make packages' >&2; exit 1; }

# What is mounted below is seen by nobody else and gone with this process.
if [ "${KOORD_PACKAGE_TEST_INSIDE:-}" != yes ]; then
  KOORD_PACKAGE_TEST_INSIDE=yes exec unshare --mount --propagation private "$0"
fi

# The mirrors of this machine, for the same release.
mirrors=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN) $(TARGET_OF)' 2>/dev/null |
  awk -v suite="$suite" '$3 == "Debian" && $4 == "deb" && index($2, suite) == 1 { print $1, $2 }' | sort -u)
mirror=$(awk -v suite="$suite" '$2 == suite { print $1; exit }' <<<"$mirrors")
[ -n "$mirror" ] || { echo "package-test: apt of this machine knows no mirror of Debian $suite" >&2; exit 1; }

rm -rf "$root" "$results"
mkdir -p "$root" build
# What debootstrap makes is kept, as it left it: "make clean" takes it away.
base=$PWD/build/debootstrap-$suite.tar
if [ ! -e "$base" ]; then
  echo "package-test: debootstrap of $suite"
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >build/debootstrap.log 2>&1 ||
    { tail -n 20 build/debootstrap.log; exit 1; }
  tar -C "$root" --one-file-system --numeric-owner -cf "$base.new" .
  mv "$base.new" "$base"
else
  tar -C "$root" --numeric-owner -xf "$base"
fi
echo "package-test: a clean $suite in $root"
sed 's|^|deb |; s|$| main|' <<<"$mirrors" >"$root/etc/apt/sources.list"
apt-config dump | grep -i '^Acquire::http.*Proxy ' >"$root/etc/apt/apt.conf.d/proxy" || true
# Services are not started in a chroot.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
for name in proc sys dev; do mount --rbind "/$name" "$root/$name"; done
cp /etc/resolv.conf "$root/etc/resolv.conf"
# Tests run as a user.
chroot "$root" apt-get update -qq
chroot "$root" useradd --create-home --shell /bin/sh stranger

status=0
autopkgtest --user stranger --apt-upgrade --output-dir "$results" --summary-file "$results.summary" --no-built-binaries \
  "$dist"/*.deb "$dist"/*.dsc -- chroot "$root" >build/package-test.log 2>&1 || status=$?
cat "$results.summary"
if [ "$status" -ne 0 ]; then
  tail -n 60 build/package-test.log
  echo "package-test: autopkgtest ends with $status; build/package-test.log has all of it" >&2
  exit 1
fi
chroot "$root" dpkg-query -W -f '${binary:Package} ${Version} ${db:Status-Status}\n' '*koord*' | grep ' installed$'
echo 'package-test: every package was used as its users would'
