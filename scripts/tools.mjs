/** The two programs that the tests drive and npm does not bring: a Chromium and a PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Remedy, say } from './bootstrap.mjs';

const PACKAGES = { chromium: 'chromium-headless-shell', postgres: 'postgresql' };
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Debian makes and starts a database of its own on installation, unless told here. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.d';

/** @param {string} name */
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Path of a whole Chromium, or undefined. */
export function findChromium() {
  return process.env.CARNET_CHROMIUM || onPath('chromium') || onPath('chromium-browser') || onPath('google-chrome');
}

/** Path of the Chromium that drives the tests, or undefined: the shell has the same engine and takes 40 % less processor time. */
export function findHeadlessChromium() {
  return process.env.CARNET_CHROMIUM || onPath('chromium-headless-shell') || findChromium();
}

/** Folder with initdb and postgres, or undefined. */
export function findPostgres() {
  if (process.env.CARNET_PG_BIN) return process.env.CARNET_PG_BIN;
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** @param {string[]} packages */
const installLine = (packages) => `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** @param {string[]} packages */
function installPackages(packages) {
  const settings = join(CLUSTER_SETTINGS, 'carnet-tests.conf');
  if (packages.includes(PACKAGES.postgres)) {
    mkdirSync(CLUSTER_SETTINGS, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  try {
    const { status } = spawnSync('sh', ['-c', installLine(packages)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0)
      throw new Remedy(`Installing ${packages.join(' and ')} failed; apt-get tells why above. By hand: ${installLine(packages)}`);
  } finally {
    rmSync(settings, { force: true });
  }
}

/** Makes sure that both are there; as root on Debian they are installed, otherwise the line to run is told. */
export function ensureTools() {
  const missing = [...(findHeadlessChromium() ? [] : [PACKAGES.chromium]), ...(findPostgres() ? [] : [PACKAGES.postgres])];
  if (missing.length > 0) {
    if (!onPath('apt-get'))
      throw new Remedy(
        `The tests need ${missing.join(' and ')}: install them, and set CARNET_CHROMIUM or CARNET_PG_BIN if they are not found.`,
      );
    if (process.getuid?.() !== 0) throw new Remedy(`The tests need ${missing.join(' and ')}. Run once as root: ${installLine(missing)}`);
    say(`installing ${missing.join(' and ')} for the tests (once) …`);
    installPackages(missing);
  }
  const chromium = findHeadlessChromium();
  const postgres = findPostgres();
  if (!chromium || !postgres) throw new Remedy('Chromium or PostgreSQL is still missing: set CARNET_CHROMIUM and CARNET_PG_BIN.');
  return { chromium, postgres };
}
