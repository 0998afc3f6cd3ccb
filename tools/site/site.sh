#!/bin/sh
# Builds the documentation site: site.sh BUILD OUT. Installs the packages of requirements.txt from PyPI into a virtual
# environment, again if the list has changed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
environment=$here/../../build/site-environment
if ! cmp -s "$here/requirements.txt" "$environment/requirements.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$environment"
fi
"$environment/bin/python" -B "$here/../../tests/docs/site_test.py" --quiet
exec "$environment/bin/python" -B "$here/build.py" "$@"
