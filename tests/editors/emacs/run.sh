#!/usr/bin/env bash
# Emacs with eglot, set up as docs/editors.md says. Usage: run.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
layer=$cache/emacs-layer
export HOME=$cache/emacs-home
mkdir -p "$HOME"
bash "$(dirname "$here")/layer.sh" "$layer"
bash "$(dirname "$here")/setup.sh" elisp >"$HOME/setup.el"
cd "$layer"
timeout 300 emacs -Q --batch -l "$here/before.el" -l "$HOME/setup.el" -l "$here/scenarios.el" \
  </dev/null 2>"$cache/emacs.log" ||
  { cat "$cache/emacs.log"; exit 1; }
