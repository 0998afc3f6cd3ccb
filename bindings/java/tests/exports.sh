#!/bin/sh
# The JNI library must export functions for Java and nothing else: exports.sh LIBRARY.
set -eu
names=$(nm -D --defined-only "$1" | awk '{ print $3 }')
[ "$(echo "$names" | grep -c '^Java_org_koord_')" -gt 100 ]
if echo "$names" | grep -v '^Java_org_koord_'; then
  echo "exported besides Java_org_koord_*" >&2
  exit 1
fi
