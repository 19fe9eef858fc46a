#!/usr/bin/env bash
# Lays a fresh copy of the example layer, as a git repository with one commit of a fixed date.
# Usage: layer.sh FOLDER [SIBLING]      (LAYER: another layer to copy)
# With a SIBLING a clone of that name lies beside it, and on its repo map.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$1

rm -rf "$folder"
mkdir -p "$folder"
cp -r "${LAYER:-$root/docs/example-layer}/." "$folder/"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_DATE=2026-11-01T09:00:00Z GIT_COMMITTER_DATE=2026-11-01T09:00:00Z
git -C "$folder" init -q -b main
git -C "$folder" add -A
git -C "$folder" -c user.name=Ada -c user.email=ada@example.com commit -q -m "Add the layer"

[ $# -gt 1 ] || exit 0
sibling=$(dirname "$folder")/$2
rm -rf "$sibling" "$sibling.git"
git init -q --bare -b main "$sibling.git"
git clone -q "$sibling.git" "$sibling" 2>/dev/null
mkdir "$sibling/src"
echo "high water at noon" >"$sibling/src/tables.txt"
git -C "$sibling" add -A
git -C "$sibling" -c user.name=Ada -c user.email=ada@example.com commit -q -m "Add the tables"
git -C "$sibling" push -q -u origin HEAD:main
mkdir -p "$folder/.local"
printf '{ "%s": "%s" }\n' "$2" "$sibling" >"$folder/.local/repo-paths.json"
