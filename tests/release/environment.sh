#!/bin/sh
# environment.sh FOLDER COMMAND...: runs a command with the Python of a virtual environment in FOLDER, which has the
# packages of requirements.txt. It is installed again if the list has changed. If it cannot be installed, the exit
# status is 77, and the last line is SKIPPED and the reason.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
if ! cmp -s "$here/requirements.txt" "$folder/requirements.txt"; then
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt" >"$folder/said" 2>&1 ||
    { echo "SKIPPED: packages of PyPI cannot be installed: $(tail -n 1 "$folder/said")"; exit 77; }
  cp "$here/requirements.txt" "$folder"
fi
exec "$folder/bin/python" -B "$@"
