#!/bin/sh
# swig.sh CC DIRECTORY HEADERS: SWIG accepts the header unchanged, and its output compiles and runs.
set -eu
cc=$1 directory=$2 headers=$3
if ! command -v swig >/dev/null 2>&1; then
  echo 'swig.sh: SKIPPED: swig is not installed'
  exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/koord.i" <<'I'
%module Koord
%{
#define KOORD_EXPERIMENTAL 1
#include "koord.h"
%}
%include <stdint.i>
#define KOORD_EXPERIMENTAL 1
%include "whole/koord.h"
I

mkdir "$dir/whole"
"$headers/../tools/generate/amalgamate.py" "$dir/whole/koord.h"
jni=$(dirname "$(dirname "$(readlink -f "$(command -v javac || echo /none/none)")")")/include
mkdir "$dir/java" "$dir/python"
swig -java -Wall -Werror -package org.koord "-I$headers" "-I$dir" -outdir "$dir/java" -o "$dir/java.c" "$dir/koord.i"
grep -q 'KOORD_E_NO_SPACE' "$dir/java/KoordConstants.java" "$dir/java/Koord.java"
if [ -f "$jni/jni.h" ]; then
  $cc -fPIC -shared -fno-strict-aliasing "-I$headers" "-I$jni" "-I$jni/linux" "$dir/java.c" \
    -o "$dir/libKoord.so" "-L$directory" -lkoord
  echo 'swig.sh: Java: ok'
else
  echo 'swig.sh: SKIPPED the compilation for Java: no jni.h'
fi

swig -python -Wall -Werror "-I$headers" "-I$dir" -outdir "$dir/python" -o "$dir/python.c" "$dir/koord.i"
python=/usr/bin/python3
if [ -x "$python" ] && command -v "$python-config" >/dev/null 2>&1; then
  # shellcheck disable=SC2046  # the flags are words
  $cc -fPIC -shared -fno-strict-aliasing "-I$headers" $("$python-config" --includes) "$dir/python.c" \
    -o "$dir/python/_Koord.so" "-L$directory" -lkoord "-Wl,-rpath,$directory"
  PYTHONPATH="$dir/python" $python -B -c '
import Koord
assert Koord.koord_version() >> 16 == Koord.KOORD_VERSION_MAJOR
assert Koord.koord_status_get_name(Koord.KOORD_E_NO_SPACE) == "no-space"
assert Koord.koord_bind_policy_get_name(Koord.KOORD_BIND_POLICY_FULL_PCPUS) == "FullPCPUs"
request = Koord.koord_cpu_request()
request.struct_size = 32
assert request.struct_size == 32 and request.cpus == 0
print("swig.sh: Python: ok")'
else
  echo 'swig.sh: SKIPPED the compilation for Python: no Python.h'
fi
