#!/usr/bin/env bash
# Lays the server and every library it needs into editor-client/bundled/, for any platform and
# any Python from 3.10 on: pure Python only. Fails where something compiled would slip in.
# Usage: bundle-server.sh      (PYTHON: a Python with pip; default: the project's .venv, else python3)
set -euo pipefail
client=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$(dirname "$client")
bundled=$client/bundled
python=${PYTHON:-$root/.venv/bin/python}
[ -x "$python" ] || python=python3

rm -rf "$bundled"
mkdir -p "$bundled"
cp "$client/scripts/launch.py" "$bundled/"
cp -r "$root/server/ctxlayer" "$bundled/"

# One exact version a package: a package without a pin is an error, not the newest version.
requirements=$bundled/requirements.txt
grep -v '^#' "$client/scripts/runtime-packages.txt" | while read -r name; do
  grep -i "^$name==" "$root/server/constraints.txt" ||
    { echo "no version of $name in server/constraints.txt" >&2; exit 1; }
done >"$requirements"

install() {
  "$python" -m pip install -qq --disable-pip-version-check --no-compile --no-deps \
    --target "$bundled/libs" "$@"
}
# For the oldest Python, whatever Python runs pip; wheels that fit every platform.
grep -vi '^pyyaml==' "$requirements" >"$bundled/wheels.txt"
install --implementation py --abi none --platform any --python-version 3.10 \
  --only-binary :all: -r "$bundled/wheels.txt"
# PyYAML publishes no such wheel: it is built from source, without its optional extension.
grep -i '^pyyaml==' "$requirements" >"$bundled/sources.txt"
PYYAML_FORCE_CYTHON=0 PYYAML_FORCE_LIBYAML=0 install --no-binary pyyaml -r "$bundled/sources.txt"

rm -rf "$requirements" "$bundled/wheels.txt" "$bundled/sources.txt" "$bundled/libs/bin"
# Nothing that runs needs these: our tools for development, the libraries' tests, their types for
# checkers, the client's half of pygls, and the formats and the former name of cattrs.
libs=$bundled/libs
rm -rf "$bundled/ctxlayer/dev" "$libs/cattr" "$libs/cattrs/preconf" \
  "$libs/pygls/lsp/client.py" "$libs/pygls/lsp/_base_client.py"
find "$bundled" \( -name __pycache__ -o -name tests -o -name test \) -prune -exec rm -rf {} +
find "$bundled" -type f \( -name '*.pyi' -o -name py.typed \) -delete
# Of a package's metadata its fields are kept (name, version, licence), not its readme.
find "$libs" -path '*.dist-info/METADATA' -exec sed -i.whole '/^$/,$d' {} +
find "$libs" -name METADATA.whole -delete
find "$bundled/libs" -path '*.dist-info/*' -type f \
  \( -name RECORD -o -name INSTALLER -o -name REQUESTED -o -name direct_url.json \) -delete

# Comments and docstrings are a third of what is left. Those of lints and settings are their pages.
shrunk=$(find "$bundled/ctxlayer" -mindepth 1 -maxdepth 1 -type d ! -name lints ! -name settings)
# shellcheck disable=SC2086
"$python" "$client/scripts/shrink.py" "$libs" $shrunk

compiled=$(find "$bundled" -type f \( -name '*.so' -o -name '*.pyd' -o -name '*.dylib' -o -name '*.dll' \))
if [ -n "$compiled" ]; then
  printf 'compiled files in the bundle:\n%s\n' "$compiled" >&2
  exit 1
fi
