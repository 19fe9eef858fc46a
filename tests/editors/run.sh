#!/usr/bin/env bash
# Drives real editors, each on a fresh copy of the example layer, and closes with the count.
# Usage: run.sh [vscode|neovim|emacs]...      (default: all of them)
#   EDITORS_CACHE  where editors, layers and screenshots go    (default: .build/editors)
#   VSIX           the extension to install                    (default: the newest in dist/)
#   SERVER_BIN     the folder of the `ctxlayer` that they run   (default: .venv/bin)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${EDITORS_CACHE:-$root/.build/editors}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
editors=("$@")
[ ${#editors[@]} -gt 0 ] || editors=(vscode neovim emacs)
newest() { find "$1" -name '*.vsix' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-; }

[ -n "${VSIX:-}" ] || [ ! -d "$root/dist" ] || VSIX=$(newest "$root/dist")
export VSIX=${VSIX:-}
if [[ " ${editors[*]} " == *" vscode "* && ! -f $VSIX ]]; then
  echo "no extension to install${VSIX:+ at $VSIX}: build one with make vsix, or name one in VSIX" >&2
  exit 2
fi
export PATH=${SERVER_BIN:-$root/.venv/bin}:$PATH
export CTXLAYER_TODAY=2026-11-29 # the example layer's dates are told from this day
export CTXLAYER_CACHE_DIR=$cache/server-cache

bash "$here/install.sh" "$cache" "${editors[@]}"

# Each editor prints one line a scenario: `ok EDITOR: TITLE` or `FAIL EDITOR: TITLE`.
results=$cache/results.txt
: >"$results"
for editor in "${editors[@]}"; do
  if ! bash "$here/$editor/run.sh" "$cache" 2>&1 | tee -a "$results"; then
    grep -q "^FAIL $editor" "$results" || echo "FAIL $editor: stopped before its end" | tee -a "$results"
  fi
done

passed=$(grep -c '^ok ' "$results" || true)
failed=$(grep -c '^FAIL ' "$results" || true)
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
