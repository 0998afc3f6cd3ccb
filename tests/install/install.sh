#!/bin/sh
# install.sh BUILD CC: installs a build into an empty directory and uses it with pkg-config and a C compiler, and with
# CMake. Then moves the tree, and compares staged installations.
set -eu
build=$1 cc=$2
here=$(cd "$(dirname "$0")" && pwd)
program=$here/../abi/use.c
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
prefix=$dir/prefix
fail() {
  echo "install: $1"
  exit 1
}

touch "$dir/begun"
cmake --install "$build" --prefix "$prefix" >"$dir/log" || { cat "$dir/log"; exit 1; }
header=$(find "$prefix" -name koord.h)
pc=$(find "$prefix" -name koord.pc)
[ "$header" = "$prefix/include/koord.h" ] || fail "koord.h is at '$header'"
[ -n "$pc" ] || fail 'no koord.pc'
libdir=$(dirname "$(dirname "$pc")")
[ "$(readlink "$libdir/libkoord.so")" = libkoord.so.1 ] || fail 'libkoord.so is no link to libkoord.so.1'
if grep -rIl "$dir\|$build" "$prefix" --include='*.cmake' --include='*.pc'; then
  fail 'these files name a directory of the build'
fi

# The definitions of all custom resources that are read or written are installed.
for crd in "$here"/../../kubernetes/crds/*.yaml; do
  cmp -s "$crd" "$prefix/share/koord/crds/$(basename "$crd")" || fail "$(basename "$crd") is not installed"
done

# The guides link only to installed files.
if command -v python3 >/dev/null; then
  python3 -B "$here/doc_links.py" "$prefix/share/doc/koord" || fail 'installed pages link to files that are not installed'
fi

# After the tree is moved, nothing may depend on its old path.
mv "$prefix" "$dir/moved"
prefix=$dir/moved
libdir=$prefix${libdir#"$dir/prefix"}
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"

echo "pkg-config: version $(pkg-config --modversion koord)"
# shellcheck disable=SC2046  # the flags are words
$cc -std=c99 "$program" -o "$dir/by_pkg_config" $(pkg-config --cflags --libs koord)
"$dir/by_pkg_config"
# shellcheck disable=SC2046
$cc -std=c99 "$program" -o "$dir/by_pkg_config_static" \
  $(pkg-config --static --cflags --libs koord | sed 's/-lkoord/-l:libkoord.a/')
"$dir/by_pkg_config_static"

# The shipped example, built according to its first lines.
examples=$here/../../examples
# shellcheck disable=SC2046
$cc -std=c11 -Wall -Wextra -Werror -pedantic "$examples/pick.c" -o "$dir/pick" $(pkg-config --cflags --libs koord)
"$dir/pick" 1 || [ $? -eq 1 ] || fail 'examples/pick.c cannot read this machine'
picked=$("$dir/pick" 8 "$examples/two-socket-server.xml")
[ "$picked" = 0-3,32-35 ] || fail "examples/pick.c picked '$picked'"
status=0
refusal=$("$dir/pick" 66 "$examples/two-socket-server.xml") || status=$?
[ "$status" -eq 1 ] && [ -n "$refusal" ] || fail "examples/pick.c: status $status, '$refusal' where nothing fits"
"$dir/pick" 1 /dev/null 2>"$dir/log" && fail 'examples/pick.c takes an empty file'
grep -q '^pick: .' "$dir/log" || fail 'examples/pick.c does not say what is wrong'

cmake -S "$here/consumer" -B "$dir/consumer" -DCMAKE_C_COMPILER="$cc" -DPROGRAM="$program" \
  -DCMAKE_PREFIX_PATH="$prefix" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
cmake --build "$dir/consumer" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
"$dir/consumer/shared"
"$dir/consumer/static"

# No built file names the temporary installation directory, which any user could
# create later. CMake's list of installed files is exempt.
named=$(find "$build" -type f -newer "$dir/begun" -size -1000k ! -name 'install_manifest*' ! -path '*/Testing/*' \
  -exec grep -lF "$dir" {} + 2>/dev/null || :)
[ -z "$named" ] || fail "the build names the folder of this test: $named"

# Packages are built from equal files under DESTDIR.
DESTDIR=$dir/stage cmake --install "$build" --prefix /usr >"$dir/log" || { cat "$dir/log"; exit 1; }
(cd "$prefix" && find . -not -type d | sort) >"$dir/installed"
(cd "$dir/stage/usr" && find . -not -type d | sort) >"$dir/staged"
diff "$dir/installed" "$dir/staged" || fail 'another set of files under DESTDIR'
if [ -x "$prefix/bin/koordctl" ]; then
  LD_LIBRARY_PATH='' "$prefix/bin/koordctl" version || fail 'the installed koordctl does not run'
  LD_LIBRARY_PATH='' "$prefix/bin/koord-replay" --version || fail 'the installed koord-replay does not run'
  for page in man1/koordctl.1 man1/koord-replay.1 man8/koord-oci-hook.8 man8/koord-runtime.8; do
    [ -s "$prefix/share/man/$page" ] || fail "no manual page $page"
  done

  runc=$prefix/share/koord/oci/koord-runc
  [ -x "$runc" ] && grep -q "$dir/prefix/libexec/koord/koord-runtime" "$runc" || fail 'koord-runc does not run what was installed'

  # Nothing is loaded from a directory that its user may choose.
  if command -v python3 >/dev/null; then
    python3 -B "$here/binaries.py" "$prefix" || fail 'an installed program searches where its user may have put something'
  fi

  # The hook finds the library beside it and runs until it reports the missing state.
  hook=$prefix/libexec/koord/koord-oci-hook
  state='{"ociVersion":"1.0.2","id":"c0ffee","pid":1,"annotations":{"io.kubernetes.cri.sandbox-uid":"u"}}'
  echo "$state" | env -i "$hook" --state="$dir/none" createRuntime || fail 'the installed hook does not run'
  status=0
  echo "$state" | env -i "$hook" --state="$dir/none" --without-state=refuse 2>/dev/null || status=$?
  [ "$status" -eq 1 ] || fail "the installed hook ends with $status where it is to refuse"

  # Libraries in the current directory and in LD_LIBRARY_PATH that report when they are loaded.
  others=$dir/others
  mkdir "$others"
  printf '#include <stdio.h>\n__attribute__((constructor)) static void tell(void) { fclose(fopen("%s/loaded", "w")); }\n' \
    "$others" >"$dir/other.c"
  for library in libkoord.so.1 libhwloc.so.15 libstdc++.so.6 libgcc_s.so.1 libm.so.6; do
    $cc -shared -fPIC "$dir/other.c" -o "$others/$library" -Wl,-soname,"$library"
  done
  for built in "$hook" "$build/tools/oci-hook/koord-oci-hook" "$build/tools/koordctl/koordctl"; do
    [ -x "$built" ] || continue
    case $built in
      */koordctl) set -- version ;;
      *) set -- --state="$dir/none" createRuntime ;;
    esac
    # A path of the build tree precedes LD_LIBRARY_PATH only in hooks; koordctl trusts its caller.
    case $built in */koordctl) search= ;; *) search=$others ;; esac
    (cd "$others" && echo "$state" | env -i ${search:+LD_LIBRARY_PATH="$search"} "$built" "$@" >"$dir/log" 2>&1) ||
      { cat "$dir/log"; fail "$built does not run beside libraries of others"; }
    [ ! -e "$others/loaded" ] || fail "$built loads libraries of others"
  done
  # The installed library is not needed here.
  mkdir "$dir/alone"
  cp "$hook" "$dir/alone"
  (cd "$others" && echo "$state" | env -i LD_LIBRARY_PATH="$others" "$dir/alone/koord-oci-hook" --state="$dir/none" \
    >"$dir/log" 2>&1) || { cat "$dir/log"; fail 'the hook does not run alone'; }
  [ ! -e "$others/loaded" ] || fail 'the hook loads libraries of others'

  # koord-runtime runs in front of a runtime without further setup, and the example names it.
  status=0
  env -i "$prefix/libexec/koord/koord-runtime" -- /bin/sh create 2>"$dir/log" || status=$?
  [ "$status" -eq 2 ] && grep -q 'no id of a container' "$dir/log" || { cat "$dir/log"; fail 'the installed koord-runtime does not run'; }
  grep -q '^exec /usr/libexec/koord/koord-runtime -- ' "$dir/stage/usr/share/koord/oci/koord-runc" ||
    fail 'the example of a runtime names another program'
  [ -x "$dir/stage/usr/share/koord/oci/koord-runc" ] || fail 'the example of a runtime is no program'

  # The manual pages are written by hand: they must state this version and every option.
  for name in koord-oci-hook koord-runtime; do
    page=$(sed 's/\\-/-/g; s/\\f[A-Z]//g' "$prefix/share/man/man8/$name.8")
    case $page in *"$name $(pkg-config --modversion koord)"*) ;; *) fail "$name.8 is of another version" ;; esac
    for option in $("$prefix/libexec/koord/$name" --help | grep -o -e '--[a-z][a-z-]*'); do
      case $page in *"$option"*) ;; *) fail "$name.8 lacks $option" ;; esac
    done
  done

  # Files that name programs use the installed paths, without DESTDIR.
  grep -q '"path": "/usr/libexec/koord/koord-oci-hook"' "$dir/stage/usr/share/koord/oci/koord-oci-hook.json" ||
    fail 'the example of a hooks.d file names another hook'
  [ -x "$dir/stage/usr/libexec/koord/koord-oci-hook" ] || fail 'it names a hook that is not there'
  if command -v python3 >/dev/null; then
    python3 -m json.tool "$dir/stage/usr/share/koord/oci/koord-oci-hook.json" >/dev/null ||
      fail 'the example of a hooks.d file is no JSON'
  fi
  if command -v systemd-analyze >/dev/null; then
    # Checks that systemd has no remarks about UNIT, with PROGRAM in place of
    # WRITTEN, and that its exposure is at most TENTHS of 100.
    check_unit() { # UNIT WRITTEN PROGRAM TENTHS
      unit=$dir/${1##*/}
      sed "s|$2|$3|" "$1" >"$unit"
      systemd-analyze verify --man=no "$unit" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
      [ ! -s "$dir/log" ] || { cat "$dir/log"; fail "systemd-analyze has remarks about ${1##*/}"; }
      systemd-analyze security --help | grep -q -- --offline || return 0
      systemd-analyze security --offline=yes --threshold="$4" --no-pager "$unit" >"$dir/log" 2>&1 ||
        { cat "$dir/log"; fail "${1##*/} is more exposed than it was"; }
    }
    # Its program comes from a Go module and is built elsewhere.
    check_unit "$here/../../packaging/systemd/koord-agent.service" /usr/bin/koord-agent /bin/true 24
  else
    echo 'install: SKIPPED: systemd-analyze is not installed'
  fi
fi
echo 'install: ok'
