#!/usr/bin/env bash
# Emacs with eglot against the server named by SERVER. Usage: run.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
layer=$cache/emacs-layer
export HOME=$cache/emacs-home
mkdir -p "$HOME"
bash "$(dirname "$here")/layer.sh" "$layer"
cd "$layer"
timeout 300 emacs -Q --batch -l "$here/scenarios.el" </dev/null 2>"$cache/emacs.log" ||
  { cat "$cache/emacs.log"; exit 1; }
