#!/usr/bin/env bash
# Prints the first block of a language in docs/editors.md: the setup that people copy is the one that
# is driven here. Usage: setup.sh LANGUAGE
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
block=$(awk -v open="\`\`\`$1" '$0 == "```" && inside { exit } inside { print } $0 == open { inside = 1 }' \
  "$root/docs/editors.md")
[ -n "$block" ] || { echo "docs/editors.md has no block of $1" >&2; exit 1; }
printf '%s\n' "$block"
