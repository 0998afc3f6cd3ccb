#!/usr/bin/env bash
# package-test.sh: installs the packages of dist/ in a clean Debian and runs the tests of
# packaging/debian/tests there with autopkgtest, as a user would. SUITE=bookworm selects the
# release, which comes from the mirror of this machine's apt. Without root or the needed programs it
# reports that, does nothing and exits with 77.
set -euo pipefail
cd "$(dirname "$0")/../.."
dist=$PWD/dist
root=$PWD/build/package-root
results=$PWD/build/package-test
suite=${SUITE:-bookworm}

program=package-test
. tools/dev/debian-root.sh
debian_root_needs autopkgtest
compgen -G "$dist/*.dsc" >/dev/null || fail 'nothing in dist/: make packages'

# Mounts below are private and end with this process.
if [ "${KOORD_ROOT_INSIDE:-}" != yes ]; then
  KOORD_ROOT_INSIDE=yes exec unshare --mount --propagation private tools/dev/package-test.sh
fi

rm -rf "$root" "$results"
debian_root_make "$suite" "$root"
debian_root_mount "$root"
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
