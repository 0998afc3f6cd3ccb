#!/bin/sh
# debian-folder.sh FOLDER ARCHITECTURE SUITE PACKAGE...: unpacks packages of Debian and everything that they need into FOLDER, for
# cross compilers and emulators. Root is not needed, and nothing changes on this machine: apt gets lists of its own, no package is
# installed and no script runs. FOLDER is made again if the arguments have changed. If the packages cannot be downloaded, it exits with
# 77 and prints SKIPPED and the reason as the last line.
set -eu
[ $# -ge 4 ] || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }
folder=$1 architecture=$2 suite=$3
shift 3
made="$architecture $suite $*"
[ "$(cat "$folder/made-of" 2>/dev/null)" != "$made" ] || exit 0
[ -e "$folder/made-of" ] || [ -z "$(ls -A "$folder" 2>/dev/null)" ] || {
  echo "debian-folder: $folder has files that this program did not write; name a folder that is empty or does not exist" >&2
  exit 2
}
skip() { echo "debian-folder: SKIPPED: $1"; exit 77; }
for tool in apt-get dpkg-deb; do command -v "$tool" >/dev/null || skip "no Debian here: there is no $tool that knows a mirror"; done
mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(TARGET_OF)' 2>/dev/null |
  awk '$2 == "Debian" && $3 == "deb" && $1 !~ /security/ { print $1; exit }')
[ -n "$mirror" ] || skip 'apt of this machine knows no mirror of Debian (apt-get update?)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/etc/preferences.d" "$work/lists/partial" "$work/archives/partial" "$work/tree/usr"
: >"$work/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$work/etc/sources.list"
apt() {
  apt-get -qq -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Install-Recommends=false \
    -o APT::Sandbox::User= -o Dir::Etc::SourceList="$work/etc/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::Etc::Preferences=- -o Dir::Etc::PreferencesParts="$work/etc/preferences.d" -o Dir::State="$work" \
    -o Dir::State::Lists="$work/lists" -o Dir::State::status="$work/status" -o Dir::Cache="$work" \
    -o Dir::Cache::archives="$work/archives" -o Acquire::Languages=none -o Debug::NoLocking=true "$@"
}
(apt update && apt install --download-only -y "$@") >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; skip "packages of Debian $suite for $architecture: $(tail -n 1 "$work/log")"; }

# Since Debian 12 these folders are links. Packages of Debian 12 itself have files below either name.
for name in bin sbin lib lib64; do
  mkdir "$work/tree/usr/$name"
  ln -s "usr/$name" "$work/tree/$name"
done
for package in "$work"/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work/tree" --keep-directory-symlink --no-same-owner
done
# An absolute link would leave the folder.
find "$work/tree" -type l -lname '/*' | while IFS= read -r link; do
  ln -sfn "$(realpath -sm --relative-to="$(dirname "$link")" "$work/tree$(readlink "$link")")" "$link"
done
echo "$made" >"$work/tree/made-of"
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
mv "$work/tree" "$folder"
chmod 755 "$folder"
