#!/bin/sh
# abi-baseline.sh: makes today's headers, as one file, the baseline for compatibility checks:
# abi/baseline.h. Run it when a release is tagged, after abi-check.sh has passed.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/tools/generate/amalgamate.py" "$root/abi/baseline.h"
