#!/bin/sh
# The supervisor makes /data for root and writes the options there; the server runs as a user without rights.
set -eu
option() {
  node -p "JSON.parse(fs.readFileSync('/data/options.json', 'utf8'))['$1'] ?? ''"
}
PUBLIC_URL="$(option public_url)"
REGISTRATION="$(option registration)"
export PUBLIC_URL REGISTRATION
mkdir -p "$DATA_DIR"
chown -R node:node "$DATA_DIR"
exec setpriv --reuid=node --regid=node --init-groups holdfast serve
