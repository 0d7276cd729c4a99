/**
 * What every command needs before it can start: packages, a build, and a recent Node. Runs on Node 20 without packages, so it imports only
 * Node's built-in modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants as system } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** First version with node:sqlite and type stripping without a flag or a warning. */
const NODE_MAJOR = 24;
/**
 * A quarter of the default space for new objects (MB) keeps the process about 20 MB smaller under load. The heap may grow by a quarter of
 * what is in use before garbage is collected; with much memory V8 lets it grow to four times that: 80 MB less under load, at the same
 * speed. Not a limit of the heap, because that would replace the limits of the threads that make reports. One worker
 * thread of V8: the usual four, which mark garbage while the program runs, take most of a busy core from requests.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=25', '--v8-pool-size=1'];
/** One malloc arena for all threads (glibc): otherwise each V8 thread keeps 5 MB in a separate arena. */
export const NODE_VARIABLES = { MALLOC_ARENA_MAX: '1' };
/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Contains the pid of the process that installs or builds: two at once would overwrite each other's files. */
const LOCK = join(ROOT, '.cache', 'prepare.lock');
/** Milliseconds. */
const LOCK_POLL = 200;
const BUILD_STAMP = join(ROOT, 'dist', '.stamp');
const BUILD_SOURCES = [
  'src',
  'locales',
  'public',
  'scripts/build.mjs',
  'scripts/package-parts.mjs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** An error that the user can fix; printed without a stack trace. */
export class SetupError extends Error {}

/** @param {string} line */
export const say = (line) => console.log(`carnet: ${line}`);

/**
 * Runs a command of the project; prints a SetupError as one line and exits with 1.
 * @param {() => number | Promise<number>} command returns the exit code
 */
export async function main(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`carnet: ${error.message}`);
    process.exitCode = 1;
  }
}

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Checks that node_modules matches the lock file, whatever installed it; npm writes its own list (.package-lock.json) last. */
function hasPackages() {
  if (!existsSync(join(ROOT, 'node_modules', '.package-lock.json'))) return false;
  const wanted = json('package-lock.json').packages;
  const installed = json('node_modules/.package-lock.json').packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (installed[path] ? installed[path].version === entry.version : entry.optional),
  );
}

function assertWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new SetupError(`${ROOT} is not writable for this user: use your own clone, or change the owner.`);
  }
}

/** @param {unknown} error @param {string} code */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/** The pid in the lock file; undefined without a lock. */
function lockHolder() {
  try {
    return Number.parseInt(readFileSync(LOCK, 'utf8'), 10);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/**
 * Returns false if another process holds the lock. The file is written first and then linked into place, because a lock without a pid would
 * never be released.
 */
function tryLock() {
  const own = `${LOCK}.${process.pid}`;
  writeFileSync(own, `${process.pid}\n`);
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes the lock of a process that has ended. Renames the file and reads it again first: another process may have taken the lock in the
 * meantime.
 * @param {number} holder
 */
function removeStaleLock(holder) {
  const moved = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, moved);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (Object.is(Number.parseInt(readFileSync(moved, 'utf8'), 10), holder)) rmSync(moved, { force: true });
  else renameSync(moved, LOCK);
}

/** Waits until no other process installs or builds in this folder; returns a function that releases the lock. */
function lockFolder() {
  assertWritable();
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let isReported = false; !tryLock(); ) {
    const holder = lockHolder();
    if (holder === undefined) continue;
    if (!isRunning(holder)) {
      removeStaleLock(holder);
      continue;
    }
    if (!isReported) say(`waiting for process ${holder}, which installs or builds here (if it does not exist, delete ${LOCK}) …`);
    isReported = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL);
  }
  return () => rmSync(LOCK, { force: true });
}

/** @type {[RegExp, string][]} */
const NPM_REMEDIES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i,
    'The npm registry cannot be reached: check the network and `npm config get registry proxy`.',
  ],
  [/EACCES|EPERM|EROFS/, 'npm cannot write here or to its cache: check the owner of this folder and of `npm config get cache`.'],
  [/ENOSPC/, 'The disk is full: free about 1 GB.'],
  [/EUSAGE|Missing: .* from lock file/, 'package.json and package-lock.json disagree: run `npm install` and look at what changed.'],
];

/** Installs the packages of the lock file if they are missing. */
export async function ensurePackages() {
  if (hasPackages()) return;
  const unlock = lockFolder();
  try {
    if (!hasPackages()) await installPackages();
  } finally {
    unlock();
  }
}

async function installPackages() {
  say('installing packages (once, about a minute) …');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // If npm started this process, use that npm; otherwise the one on the PATH.
  const cli = process.env.npm_execpath;
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const { code, errors } = await new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      process.stderr.write(chunk);
    });
    child.on('error', () => resolve({ code: 'missing', errors: text }));
    child.on('close', (exit) => resolve({ code: exit, errors: text }));
  });
  if (code === 'missing')
    throw new SetupError('npm is not installed: `apt-get install -y npm` as root, or Node from nodejs.org, which includes it.');
  if (code !== 0)
    throw new SetupError(
      NPM_REMEDIES.find(([sign]) => sign.test(errors))?.[1] ?? 'Installing the packages failed; see npm’s message above.',
    );
}

/** Returns the Node that runs Carnet: the current one if it is recent enough, otherwise the one in node_modules. */
export function modernNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const own = join(ROOT, 'node_modules', '.bin', 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  throw new SetupError(
    `Carnet needs Node ${NODE_MAJOR}. It comes with the packages for Linux (x64 and arm64); on ${process.platform} ${process.arch} install Node ${NODE_MAJOR} or newer from nodejs.org.`,
  );
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.')).map((entry) => join(entry.parentPath, entry.name));
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of BUILD_SOURCES) {
    const path = join(ROOT, source);
    const files = basename(path).includes('.') ? [path].filter((file) => existsSync(file)) : filesUnder(path).sort();
    for (const file of files) hash.update(`${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Builds the browser files and the server, unless dist is up to date with the sources. */
export function ensureBuild() {
  if (isBuilt(sourcesHash())) return;
  const unlock = lockFolder();
  try {
    const stamp = sourcesHash();
    if (!isBuilt(stamp)) build(stamp);
  } finally {
    unlock();
  }
}

/** @param {string} stamp */
const isBuilt = (stamp) => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === stamp;

/** @param {string} stamp */
function build(stamp) {
  say('building …');
  rmSync(BUILD_STAMP, { force: true });
  const { status } = spawnSync(modernNode(), [join(ROOT, 'scripts', 'build.mjs')], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new SetupError('The build failed; see the message above.');
  writeFileSync(BUILD_STAMP, stamp);
}

/**
 * The commit of this clone, marked if files have been changed. CARNET_COMMIT names it where there is no repository, as in the build of the
 * image; otherwise it is empty there.
 */
export function commitOf() {
  if (process.env.CARNET_COMMIT || !existsSync(join(ROOT, '.git'))) return process.env.CARNET_COMMIT ?? '';
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Runs a child process in the foreground, forwards signals to it and returns its exit code.
 * @param {string} command @param {string[]} args @param {{ env?: NodeJS.ProcessEnv }} [options] @returns {Promise<number>}
 */
export function run(command, args, { env = process.env } = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of FORWARDED) process.off(each, forward);
      resolve(code ?? 128 + (signal ? system.signals[signal] : 0));
    });
  });
}

/**
 * Runs a tool of node_modules/.bin, or with the name "node" a script of the project, on the Node of modernNode().
 * @param {string} name @param {string[]} args @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export function runTool(name, args, { env = process.env } = {}) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const script = name === 'node' ? [] : [join(bin, name)];
  return run(modernNode(), [...script, ...args], { env: { ...env, PATH: `${bin}:${env.PATH ?? ''}` } });
}
