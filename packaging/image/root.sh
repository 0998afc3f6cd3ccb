#!/bin/sh
# root.sh NAME FOLDER PROGRAM: writes the root file system of the image NAME to FOLDER, which is new or empty: PROGRAM, the
# libraries that the loader needs for it, the certificates that Debian trusts, names of users and hosts, the records of the
# packages for scanners, and all licences. There is no shell and no package manager.
set -eu
LC_ALL=C
export LC_ALL
[ $# -eq 3 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
name=$1 root=$2 program=$3
. "$(dirname "$0")/settings.sh"
fail() { echo "root.sh: $*" >&2; exit 1; }
mkdir -p "$root"
[ -z "$(ls -A "$root")" ] || fail "$root is not empty"
umask 022

# Finds the package of a file, by its older name if /lib is a link to /usr/lib.
package_of() {
  dpkg-query -S "$1" 2>/dev/null || dpkg-query -S "/usr$1" 2>/dev/null || dpkg-query -S "${1#/usr}" 2>/dev/null ||
    fail "$1 is of no Debian package"
}

mkdir -p "$root/etc/ssl/certs" "$root/usr/bin" "$root/usr/lib" "$root/var/lib/dpkg/status.d"
for folder in lib lib64; do
  mkdir -p "$root/usr/$folder"
  ln -s "usr/$folder" "$root/$folder"
done
cp "$program" "$root/usr/bin/$name"
mkdir -p "$root/usr/share/doc/$name"
cp "$(dirname "$0")/../../LICENSE" "$root/usr/share/doc/$name/LICENSE"
# The program contains libkoord, and with it the code of this package, which is headers.
"$(dirname "$0")/../notices.sh" "$root/usr/share/doc/$name/licenses" nlohmann-json3-dev
if grep -qa 'Go buildinf:' "$program"; then # the tests also take programs that are not Go's
  "$(dirname "$0")/licenses.sh" "$program" >"$root/usr/share/doc/$name/modules.txt"
fi

loaded=$(ldd "$program") || fail "$program is no program of this machine"
case $loaded in *'not found'*) fail "$program: $(echo "$loaded" | grep 'not found' | head -n 1)" ;; esac
packages='base-files ca-certificates'
for library in $(echo "$loaded" | sed -n 's/^.*[[:space:]]\(\/[^ ]*\) (0x.*$/\1/p'); do
  owner=$(package_of "$library")
  packages="$packages ${owner%%:*}"
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

cp /usr/lib/os-release "$root/usr/lib/os-release"
ln -s ../usr/lib/os-release "$root/etc/os-release"
# Debian's certificates only, without additional ones of this machine. Each begins on a line of its own.
awk 1 /usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
echo "$account:x:$user:$user::/:/usr/sbin/nologin" >"$root/etc/passwd"
echo "$account:x:$user:" >"$root/etc/group"
for package in $packages; do
  dpkg-query -s "$package" >"$root/var/lib/dpkg/status.d/$package"
  mkdir -p "$root/usr/share/doc/$package"
  cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/copyright"
done
for license in $(grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9]+(-[0-9]+(\.[0-9]+)*)?' "$root/usr/share/doc" --include=copyright | sort -u); do
  mkdir -p "$root/usr/share/common-licenses"
  cp -L "$license" "$root$license" || fail "$license, to which the licence of a package refers, is missing"
done
