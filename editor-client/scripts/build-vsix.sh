#!/usr/bin/env bash
# Builds the one .vsix for every platform, with the server inside.
# Usage: build-vsix.sh [OUTPUT]      (default: dist/ctxlayer-<version>.vsix; needs node, npm, Python with pip)
# The same sources give the same bytes.
set -euo pipefail
client=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$(dirname "$client")
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/server/ctxlayer/__init__.py")
output=${1:-$root/dist/ctxlayer-$version.vsix}
mkdir -p "$(dirname "$output")"
output=$(cd "$(dirname "$output")" && pwd)/$(basename "$output")
largest=1500000

cd "$client"
if ! cmp -s package-lock.json node_modules/.ctxlayer-lock; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
  cp package-lock.json node_modules/.ctxlayer-lock
fi
node scripts/bundle.mjs
bash scripts/bundle-server.sh

# Only what ships is laid into the folder that is packed.
stage=$root/.build/vsix
rm -rf "$stage"
mkdir -p "$stage/dist"
cp dist/extension.js dist/THIRD-PARTY-NOTICES.txt "$stage/dist/"
cp -r bundled icon.png README.md "$stage/"
cp "$root/LICENSE" "$stage/"
[ ! -f "$root/CHANGELOG.md" ] || cp "$root/CHANGELOG.md" "$stage/"
node -e '
  const manifest = JSON.parse(require("fs").readFileSync("package.json", "utf8"));
  delete manifest.scripts;
  delete manifest.devDependencies;
  manifest.version = process.argv[1];
  process.stdout.write(JSON.stringify(manifest, null, 2) + "\n");
' "$version" >"$stage/package.json"
find "$stage" -type f -exec chmod 644 {} +

rm -f "$output"
(cd "$stage" && SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315619200} \
  node "$client/node_modules/@vscode/vsce/vsce" package --no-dependencies \
  --allow-missing-repository --out "$output" >"$root/.build/vsce.log" 2>&1) ||
  { cat "$root/.build/vsce.log" >&2; exit 1; }

size=$(wc -c <"$output")
if [ "$size" -gt "$largest" ]; then
  echo "$output: $size bytes; at most $largest are wanted" >&2
  exit 1
fi
echo "${output#"$root"/}: version $version, $size bytes"
