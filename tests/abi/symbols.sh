#!/bin/sh
# symbols.sh LIBRARY SOURCE MAP [uninstrumented]: libkoord.so exports what koord.h declares, and imports nothing that a
# library must not use. SOURCE is the root of the tree.
set -eu
export LC_ALL=C
library=$1 source=$2 map=$3 kind=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
header=$dir/koord.h
"$source/tools/generate/amalgamate.py" "$header"
problems=0
report() {
  echo "symbols: $1"
  problems=$((problems + 1))
}
same() { # same FILE FILE WHAT
  if ! diff "$1" "$2" >"$dir/diff"; then
    report "$3"
    cat "$dir/diff"
  fi
}

# Removes comments; a declaration may have a line break after KOORD_API's type.
sed 's|^ *\*.*||; s|^ */\*.*||' "$header" | tr '\n' ' ' |
  grep -oE 'KOORD_API [^();]*koord_[a-z0-9_]+\(' | grep -oE 'koord_[a-z0-9_]+\($' | tr -d '(' |
  sort -u >"$dir/declared"
sed 's|#.*||' "$map" | grep -oE 'koord_[a-z0-9_]+' | sort >"$dir/mapped"
nm -D --defined-only "$library" | awk '$2 != "A" {print $3}' | sort >"$dir/exported"
[ -s "$dir/declared" ] || report 'no function was found in the header'

sed 's/@.*//' "$dir/exported" | same "$dir/declared" - 'exported (>) is not what the header declares (<)'
same "$dir/declared" "$dir/mapped" 'the version script (>) does not list what the header declares (<)'

# The version of a symbol shows its half; the experimental half is named after the release.
release=$(sed -n 's/^#define KOORD_VERSION_M[A-Z]* //p' "$header" | paste -sd_)
sed '/^#ifdef KOORD_EXPERIMENTAL$/,$d' "$header" | grep -oE '\bkoord_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/stable"
while read -r function; do
  if grep -qx "$function" "$dir/stable"; then echo "$function@@KOORD_1.0"; else echo "$function@@KOORD_EXPERIMENTAL_$release"; fi
done <"$dir/declared" | sort | same - "$dir/exported" 'exported (>) under other versions than those of their halves (<)'

soname=$(readelf -dW "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
[ "$soname" = libkoord.so.1 ] || report "SONAME is $soname, expected libkoord.so.1"
if readelf -lW "$library" | grep -q '^ *TLS'; then report 'it has thread-local storage'; fi

if [ "$kind" = uninstrumented ]; then
  readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$dir/needed"
  if grep -vE '^(libhwloc\.so\.15|libstdc\+\+\.so\.6|libgcc_s\.so\.1|libm\.so\.6|libc\.so\.6|ld-linux.*)$' \
    "$dir/needed"; then report 'needs these libraries too'; fi
  readelf -dW "$library" | grep -q 'FLAGS_1.*NOW' || report 'not linked with -z now'

  # A library does not end the process, print, start threads, or use state that the process shares.
  nm -D --undefined-only "$library" | awk '{print $2}' | sed 's/@.*//' >"$dir/imports"
  if grep -xE 'exit|_exit|_Exit|quick_exit|atexit|printf|puts|putchar|fputs|fprintf|vfprintf|perror|__printf_chk|__fprintf_chk|setlocale|uselocale|getenv|secure_getenv|setenv|putenv|unsetenv|pthread_create|signal|sigaction|system|popen|fork|execve|chdir|umask|srand|rand|_ZSt4cout|_ZSt4cerr|_ZSt4clog' \
    "$dir/imports"; then report 'calls what a library must not call'; fi

  # None of the library's own objects is writable: there is no global state. (gcc puts constexpr tables with pointers to
  # members into .data; names of constants begin with k.)
  objdump -tC "$library" | grep -E '[[:space:]]\.(data|bss|tdata|tbss)[[:space:]]' | grep 'koord' |
    grep -vE 'libkoord|DW\.ref\.|::k[A-Z][A-Za-z0-9]*$' >"$dir/writable" || true
  if [ -s "$dir/writable" ]; then
    report 'has global state'
    cat "$dir/writable"
  fi
fi

echo "symbols: $(wc -l <"$dir/exported") exported, $problems problems"
[ "$problems" -eq 0 ]
