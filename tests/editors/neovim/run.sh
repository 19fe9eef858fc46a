#!/usr/bin/env bash
# Neovim against the server named by SERVER. Usage: run.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
layer=$cache/neovim-layer
bash "$(dirname "$here")/layer.sh" "$layer"
cd "$layer"
timeout 120 "$cache/neovim/bin/nvim" --clean --headless -i NONE -S "$here/scenarios.lua" </dev/null
