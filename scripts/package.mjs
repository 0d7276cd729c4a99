/**
 * `npm run package [-- --to FOLDER] [--no-archive]`: writes what a server needs, without development tools and for this platform, into
 * build/carnet-<version>-<commit>-<platform> and a .tar.gz next to it. The result starts without npm, a registry or an installed Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf, ensureBuild, ensurePackages, main, modernNode, ROOT, SetupError, say } from './bootstrap.mjs';
import { thirdPartyNotices } from './notices.mjs';
import { EXTERNALS, LICENCES } from './package-parts.mjs';

/** @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked */

/** Source maps, type declarations and Markdown: nothing at run time reads them. Licences stay. */
const UNUSED = /\.map$|\.d\.[cm]?ts$|(?<!licen[cs]e)\.md$/i;
/** Files of dist that only the build reads. */
const UNSHIPPED = ['.stamp', '.compiled', basename(LICENCES)];
const PLATFORM = `${process.platform}-${process.arch}`;
const MEGABYTE = 1_000_000;

/** @param {string} path @returns {any} */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @type {Record<string, Locked>} */
const LOCKED = json(join(ROOT, 'package-lock.json')).packages;
/** @type {{ name: string, version: string, license: string }} */
const { name, version, license } = json(join(ROOT, 'package.json'));

const COMMIT = commitOf();
const NAME = [name, version, COMMIT, PLATFORM].filter(Boolean).join('-');

/** The folder of a package that a module in the folder `from` imports, found as Node finds it. @param {string} from @param {string} wanted */
function folderOf(from, wanted) {
  for (let parent = from; ; parent = parent.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const folder = join(parent, 'node_modules', wanted);
    if (LOCKED[folder] && existsSync(join(ROOT, folder))) return folder;
    if (parent === '') return undefined;
  }
}

/** The folders of EXTERNALS and of all that they depend on; packages of other platforms are not installed. */
function runtimePackages() {
  /** @type {Set<string>} */
  const folders = new Set();
  /** @param {string} from @param {string} wanted @param {boolean} isOptional */
  const add = (from, wanted, isOptional) => {
    const folder = folderOf(from, wanted);
    if (!folder && !isOptional) throw new SetupError(`${wanted}, which ${from || name} needs, is not installed: run \`npm ci\`.`);
    if (!folder || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = LOCKED[folder] ?? {};
    for (const each of Object.keys(dependencies)) add(folder, each, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) add(folder, each, true);
    for (const each of Object.keys(peerDependencies)) if (!peerDependenciesMeta[each]?.optional) add(folder, each, false);
  };
  for (const each of EXTERNALS) add('', each, false);
  return folders;
}

/** @param {string} folder @param {string} to */
function copyPackage(folder, to) {
  const from = join(ROOT, folder);
  cpSync(from, join(to, folder), {
    recursive: true,
    filter: (path) => !(relative(from, path).split('/').includes('node_modules') || UNUSED.test(path)),
  });
}

/** The Node of the lock file; other Nodes may depend on libraries of this machine. @param {string} to */
function copyNode(to) {
  const from = join(ROOT, 'node_modules', `node-${PLATFORM}`);
  if (!existsSync(from)) return say(`without Node, which the packages do not contain for ${PLATFORM}: install Node 24 on the server`);
  mkdirSync(join(to, 'bin'));
  copyFileSync(join(from, 'bin', 'node'), join(to, 'bin', 'node'));
  copyFileSync(join(from, 'LICENSE'), join(to, 'bin', 'LICENSE-node'));
}

/** Bytes. @param {string} folder @returns {number} */
const sizeOf = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** @param {string} folder */
const megabytes = (folder) => `${(sizeOf(folder) / MEGABYTE).toFixed(1)} MB`;

/** @param {string} to */
function fill(to) {
  mkdirSync(to, { recursive: true });
  cpSync(join(ROOT, 'dist'), join(to, 'dist'), { recursive: true, filter: (path) => !UNSHIPPED.includes(basename(path)) });
  const packages = runtimePackages();
  for (const folder of packages) copyPackage(folder, to);
  writeFileSync(join(to, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices([...packages, `node_modules/node-${PLATFORM}`]));
  copyNode(to);
  // The trials need the packages for development.
  cpSync(join(ROOT, 'deploy'), join(to, 'deploy'), { recursive: true, filter: (path) => basename(path) !== 'trial' });
  for (const guide of ['operations.md', 'advanced.md', 'scaling.md']) copyFileSync(join(ROOT, 'docs', guide), join(to, guide));
  copyFileSync(join(ROOT, 'CHANGELOG.md'), join(to, 'CHANGELOG.md'));
  const script = readFileSync(join(ROOT, 'scripts', 'carnet.sh'), 'utf8');
  writeFileSync(join(to, 'carnet'), script.replace('export CARNET_COMMIT=\n', `export CARNET_COMMIT=${COMMIT}\n`));
  chmodSync(join(to, 'carnet'), 0o755);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`);
}

/** The same folder gives the same archive. @param {string} folder */
function archive(folder) {
  const file = `${folder}.tar.gz`;
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u=rwX,go=rX'];
  const { status } = spawnSync('tar', ['-czf', file, ...order, '-C', dirname(folder), basename(folder)], { stdio: 'inherit' });
  if (status !== 0) throw new SetupError('tar failed, see its message above: GNU tar is needed, or use --no-archive.');
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${hash}  ${basename(file)}\n`);
  say(`${file} (${(statSync(file).size / MEGABYTE).toFixed(1)} MB)`);
}

await main(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'no-archive': { type: 'boolean' } } });
  const folder = resolve(values.to ?? join(ROOT, 'build', NAME));
  await ensurePackages();
  ensureBuild();
  const { status } = spawnSync(modernNode(), [join(ROOT, 'scripts', 'build.mjs'), 'commands'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new SetupError('The build of the commands failed; see the message above.');
  if (values.to && existsSync(folder)) throw new SetupError(`${folder} already exists: name a new folder with --to.`);
  rmSync(folder, { recursive: true, force: true });
  fill(folder);
  const parts = ['dist', 'node_modules', 'bin'].filter((part) => existsSync(join(folder, part)));
  say(`${folder} (${parts.map((part) => `${part} ${megabytes(join(folder, part))}`).join(', ')})`);
  if (!values['no-archive']) archive(folder);
  return 0;
});
