#!/usr/bin/env bash
# tree-files.sh [FOLDER...]: prints the files of the working tree, each followed by NUL, including uncommitted ones.
# A tree without git contains only its sources and build output. Files in the folders are no sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
outside=()
for folder in dist "$@"; do
  folder=$(realpath -m "$folder")
  case $folder in "$PWD"/*) outside+=("${folder#"$PWD"/}") ;; esac
done
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git ls-files -z --cached
  git ls-files -z --others --exclude-standard -- . "${outside[@]/#/:(exclude,literal)}"
else
  prune=()
  for folder in .git build "${outside[@]}"; do prune+=(-o -path "./$folder"); done
  find . \( "${prune[@]:1}" \) -prune -o \( -type f -o -type l \) -printf '%P\0'
fi | sort -zu | while IFS= read -r -d '' file; do
  [ ! -e "$file" ] || printf '%s\0' "$file"
done
