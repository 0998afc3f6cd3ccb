#!/bin/sh
# Installs the Debian packages that building and testing libkoord needs: those that are missing, nothing
# else. Needs no network and changes nothing when all are there. docs/dependencies.md says what each is for.
set -eu

packages='
  abigail-tools binutils busybox-static bzip2 ca-certificates ccache clang clang-format clang-tidy cmake
  cpio crun g++ gcc git libbenchmark-dev libclang-rt-14-dev libcli11-dev libgmock-dev libgtest-dev
  libhwloc-dev librapidcheck-dev librsvg2-bin libyaml-cpp-dev make ninja-build nlohmann-json3-dev
  pkg-config pybind11-dev python3 python3-dev python3-venv qemu-system-x86 runc swig
'

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "install-deps: no Debian system; install what these packages hold:" $packages >&2
  exit 0
fi

missing=
for package in $packages; do
  state=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1 || true)
  [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "install-deps: every package is there"
  exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "install-deps: not root and no sudo; as root, run: apt-get install$missing" >&2
    exit 1
  fi
  as_root='sudo'
fi
echo "install-deps: installing$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing </dev/null
