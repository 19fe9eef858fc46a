#!/usr/bin/env bash
# Neovim, set up as docs/editors.md says. Usage: run.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
layer=$cache/neovim-layer
home=$cache/neovim-home
rm -rf "$home"
export XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home
bash "$(dirname "$here")/layer.sh" "$layer"
mkdir -p "$home"
bash "$(dirname "$here")/setup.sh" lua >"$home/setup.lua"
cd "$layer"
timeout 300 "$cache/neovim/bin/nvim" --clean --headless -i NONE \
  -S "$home/setup.lua" -S "$here/scenarios.lua" </dev/null ||
  { cat "$home"/nvim/lsp.log 2>/dev/null | tail -5; exit 1; }
