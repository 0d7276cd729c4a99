#!/bin/sh
# Runs Carnet from the folder that `npm run package` writes. `exec` keeps the process id, so that signals reach Carnet.
set -eu
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
home=$(cd "${self%/*}" && pwd -P)
node=$home/bin/node
[ -x "$node" ] || node=node
# Settings for all commands; variables that are already set take precedence.
settings=/etc/carnet/carnet.env
command=${1:-serve}
[ $# -eq 0 ] || shift
case $command in
  serve) file=$home/dist/server/main.js ;;
  admin | backup | doctor | health | migrate | photos | restore) file=$home/dist/commands/$command.js ;;
  *)
    echo 'usage: carnet [serve | admin EMAIL | backup FILE | doctor | health | migrate | photos DIRECTION | restore FILE]' >&2
    exit 2
    ;;
esac
# The flags of scripts/bootstrap.mjs.
set -- --max-semi-space-size=8 --heap-growing-percent=50 "$file" "$@"
[ ! -e "$settings" ] || set -- "--env-file=$settings" "$@"
exec "$node" "$@"
