/** Programs that the tests need and npm does not install: Chromium, Firefox, WebKit with a virtual screen, and PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, say } from './bootstrap.mjs';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Debian creates and starts a database cluster on installation, unless a file in this folder turns that off. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.d';

/** @param {string} name */
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Path of a full Chromium, or undefined. */
export function findChromium() {
  return process.env.CARNET_CHROMIUM || onPath('chromium') || onPath('chromium-browser') || onPath('google-chrome');
}

/** Path of the Chromium that runs the tests, or undefined: the headless shell has the same engine and takes 40 % less CPU time. */
export function findHeadlessChromium() {
  return process.env.CARNET_CHROMIUM || onPath('chromium-headless-shell') || findChromium();
}

/** Path of a Firefox, or undefined. */
export function findFirefox() {
  return process.env.CARNET_FIREFOX || onPath('firefox-esr') || onPath('firefox');
}

/** Path of the WebDriver of WebKitGTK, or undefined; the driver finds its browser itself. */
export function findWebKitDriver() {
  return process.env.CARNET_WEBKIT_DRIVER || onPath('WebKitWebDriver');
}

/** Path of Xvfb, the virtual X server that WebKitGTK needs, or undefined. */
export function findXvfb() {
  return process.env.CARNET_XVFB || onPath('Xvfb');
}

/** Folder with initdb and postgres, or undefined. */
export function findPostgres() {
  if (process.env.CARNET_PG_BIN) return process.env.CARNET_PG_BIN;
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The Debian package of each program, and the environment variable with the path of another one. */
const TOOLS = {
  chromium: { package: 'chromium-headless-shell', variable: 'CARNET_CHROMIUM', find: findHeadlessChromium },
  firefox: { package: 'firefox-esr', variable: 'CARNET_FIREFOX', find: findFirefox },
  webkit: { package: 'webkit2gtk-driver', variable: 'CARNET_WEBKIT_DRIVER', find: findWebKitDriver },
  xvfb: { package: 'xvfb', variable: 'CARNET_XVFB', find: findXvfb },
  postgres: { package: 'postgresql', variable: 'CARNET_PG_BIN', find: findPostgres },
};

/** Seconds to wait while another program, such as the nightly upgrades of Debian, holds the lock of the package manager. */
const LOCK_TIMEOUT = 600;

/** @param {string[]} packages */
const installLine = (packages) =>
  `apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=${LOCK_TIMEOUT} ${packages.join(' ')}`;

/** @param {string[]} packages */
function installPackages(packages) {
  const settings = join(CLUSTER_SETTINGS, 'carnet-tests.conf');
  if (packages.includes(TOOLS.postgres.package)) {
    mkdirSync(CLUSTER_SETTINGS, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  try {
    const { status } = spawnSync('sh', ['-c', installLine(packages)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0)
      throw new SetupError(
        `Installing ${listOf(packages)} failed; see apt-get’s message above. To install manually: ${installLine(packages)}`,
      );
  } finally {
    rmSync(settings, { force: true });
  }
}

const missingTools = () => Object.values(TOOLS).filter(({ find }) => !find());

/** @param {string[]} words */
const listOf = (words) => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

/**
 * Installs the missing programs if this is Debian and the user is root; otherwise throws an error that says how to install them. Returns
 * their paths by variable.
 */
export function ensureTools() {
  const missing = missingTools();
  if (missing.length > 0) {
    const packages = missing.map((tool) => tool.package);
    const names = listOf(packages);
    if (!onPath('apt-get')) {
      const variables = listOf(missing.map(({ variable }) => variable));
      throw new SetupError(`The tests need ${names}: install them, and set ${variables} if they are not found.`);
    }
    if (process.getuid?.() !== 0) throw new SetupError(`The tests need ${names}. Run once as root: ${installLine(packages)}`);
    say(`installing ${names} for the tests (once) …`);
    installPackages(packages);
    const notFound = missingTools().map((tool) => `${tool.package} (${tool.variable})`);
    if (notFound.length > 0) throw new SetupError(`Installed, but not found: ${listOf(notFound)}. Set the variables to their paths.`);
  }
  return Object.fromEntries(Object.values(TOOLS).map(({ variable, find }) => [variable, find()]));
}
