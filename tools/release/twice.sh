#!/usr/bin/env bash
# twice.sh [PART...]: builds a release (make dist) of the commit HEAD in two clones and compares every byte. The clones
# have other paths, umask, time zone and language, and the second build uses no ccache. FOLDER (build/twice) gets the
# clones. Differing files are listed; diffoscope, if it is installed, describes the differences in FOLDER/NAME.txt.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${FOLDER:-$root/build/twice}
rm -rf "$folder"
mkdir -p "$folder"
commit=$(git -C "$root" rev-parse HEAD)
[ -z "$(git -C "$root" status --porcelain)" ] || echo 'twice.sh: changes that are not committed are not built' >&2

# build CLONE UMASK VARIABLE=VALUE...
build() {
  local clone=$folder/$1 mask=$2
  shift 2
  git clone --quiet --no-checkout "$root" "$clone"
  # In a subshell, because the umask also applies to the files of the clone.
  (umask "$mask" && git -C "$clone" checkout --quiet --detach "$commit" &&
    env -u KOORD_SIGNING_KEY -u MAKEFLAGS "$@" make -C "$clone" dist DIST=dist PARTS="$PARTS")
}
PARTS=$*
build first 022 TZ=UTC LANG=C.UTF-8
build second-with-a-longer-name 027 TZ=Asia/Tokyo LANG=C CCACHE_DISABLE=1

a=$folder/first/dist/release b=$folder/second-with-a-longer-name/dist/release
for release in "$a" "$b"; do
  [ -s "$release/SHA256SUMS" ] || { echo "twice.sh: make dist wrote no $release/SHA256SUMS" >&2; exit 1; }
done
find "$a" "$b" -type f -printf '%P\n' | sort -u >"$folder/names"
described='^(SHA256SUMS$|provenance\.json$|sbom/)'
status=0
while read -r name; do
  if cmp -s "$a/$name" "$b/$name"; then continue; fi
  case $name in
    # They contain digests of the other files.
    SHA256SUMS | provenance.json | sbom/*) [ "$status" -ne 0 ] || { echo "differs: $name"; status=1; } ;;
    *)
      echo "differs: $name"
      status=1
      ! command -v diffoscope >/dev/null || diffoscope --text "$folder/${name##*/}.txt" "$a/$name" "$b/$name" || true
      ;;
  esac
done < <(grep -vE "$described" "$folder/names"; grep -E "$described" "$folder/names")
[ "$status" -ne 0 ] || echo "twice.sh: $(wc -l <"$folder/names") files are equal in both builds"
exit "$status"
