#!/bin/sh
# Runs Carnet from the folder that `npm run package` writes. `exec` keeps the process id, so that signals reach Carnet.
set -eu
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
home=$(cd "${self%/*}" && pwd -P)
node=$home/bin/node
[ -x "$node" ] || node=node
# Settings for all commands; variables that are already set take precedence. CARNET_ENV_FILE names another file; if it is empty, none is read.
settings=${CARNET_ENV_FILE-/etc/carnet/carnet.env}
command=${1:-serve}
[ $# -eq 0 ] || shift
case $command in
  serve) file=$home/dist/server/main.js ;;
  admin | backup | doctor | health | migrate | photos | restore | user | version) file=$home/dist/commands/$command.js ;;
  *)
    echo 'usage: carnet [serve | admin EMAIL | backup FILE | doctor [--mail-to ADDRESS] | health | migrate | photos DIRECTION | restore FILE | user EMAIL FIRST-NAME LAST-NAME | version]' >&2
    exit 2
    ;;
esac
# `npm run package` writes the commit here.
export CARNET_COMMIT=
# The flags and variables of scripts/bootstrap.mjs.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
set -- --max-semi-space-size=4 --heap-growing-percent=25 --v8-pool-size=1 "$file" "$@"
if [ -e "$settings" ] && [ ! -r "$settings" ]; then
  echo "$settings cannot be read by this user: run the command as the user of the service, such as: runuser -u carnet -- carnet $command" >&2
  exit 78
fi
if [ -n "${CARNET_ENV_FILE-}" ] || [ -e "$settings" ]; then set -- "--env-file=$settings" "$@"; fi
exec "$node" "$@"
