#!/bin/sh
# pins_test.sh SOURCE: some pins.c pins every size, field and constant of koord.h, and a missing pin is detected.
set -eu
source=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
header=$dir/whole.h
"$source/tools/generate/amalgamate.py" "$header"
pins() { "$source/tools/dev/abi_header.py" pins "$1" "$source"/tests/abi/*pins.c; }
pins "$header"

lacks() { # lacks NAME SED-SCRIPT: after this change of a header, NAME has no pin
  sed "$2" "$header" >"$dir/koord.h"
  if pins "$dir/koord.h" >"$dir/log" || ! grep -q -F -e "$1" "$dir/log"; then
    echo "pins_test: $1 is not missed"
    cat "$dir/log"
    exit 1
  fi
}
lacks 'FIELD(koord_cpu, more,' 's|^} koord_cpu;|  int32_t more[2];\n&|'
lacks 'CONSTANT(KOORD_E_NEW,' 's|^  KOORD_E_INTERNAL = -99|  KOORD_E_NEW = -98,\n&|'
lacks 'CONSTANT(KOORD_MORE,' 's|^#define KOORD_MAX_CPUS.*|&\n#define KOORD_MORE 1|'
lacks 'SIZE(koord_more,' 's|^typedef int32_t koord_qos;|&\ntypedef int32_t koord_more;|'
