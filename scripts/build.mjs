// Builds dist/client (files for the browser), dist/web (the page renderer), dist/server and dist/commands in parallel.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { CLIENT_INPUT, COMMANDS, EXTERNALS, LICENCES } from './package-parts.mjs';

const root = join(import.meta.dirname, '..');
const started = performance.now();
// Vite derives React's mode from NODE_ENV; a developer's own value must not affect the release.
process.env.NODE_ENV = 'production';

const common = { root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' };
/** The licences of what is bundled are written next to it, for `npm run package`. */
const output = (name) => ({ outDir: join(root, 'dist', name), emptyOutDir: true, license: { fileName: LICENCES } });

// Node keeps the source of each loaded file in memory: one byte per character if the file is ASCII, otherwise two.
const forNode = { entryFileNames: '[name].js', charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } };

/** @param {string} text */
const escaped = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** @type {import('vite').Plugin} `charset` leaves the comments of licences as they are. */
const asciiComments = {
  name: 'ascii-comments',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/\/\*[\s\S]*?\*\/|^\/\/!.*$/gm, escaped);
    }
  },
};

const client = () =>
  build({
    ...common,
    build: { ...output('client'), manifest: true, rolldownOptions: { input: CLIENT_INPUT } },
  });

// Bundles all dependencies, so that rendering pages needs no browser-side package at run time.
const pages = () =>
  build({
    ...common,
    plugins: [asciiComments],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ...output('web'),
      target: 'node24',
      ssr: 'src/web/entry-server.tsx',
      ssrEmitAssets: false,
      rolldownOptions: { output: forNode },
    },
  });

/** @param {string} name @param {string[]} input files that become dist/<name>/<file>.js */
const programs = (name, input) =>
  build({
    ...common,
    configFile: false,
    plugins: [asciiComments],
    publicDir: false,
    ssr: { noExternal: true, external: EXTERNALS },
    build: {
      ...output(name),
      target: 'node24',
      ssr: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input, output: forNode },
    },
  });

const server = () => programs('server', ['src/server/main.ts', 'src/server/pdf/report.worker.ts', 'src/server/imports/import.worker.ts']);
// Built separately from the server, whose start would become slower with more and smaller chunks.
const commands = () =>
  programs(
    'commands',
    COMMANDS.map((name) => `scripts/${name}.ts`),
  );

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function compress(path) {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    compressGzip(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

async function compressAssets() {
  const folder = join(root, 'dist', 'client', 'assets');
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(texts.map((name) => compress(join(folder, name))));
}

const parts = { client: () => client().then(compressAssets), web: pages, server, commands };
// Builds only the given parts: `node scripts/build.mjs client web`.
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
await Promise.all(wanted.map((name) => parts[name]()));
console.log(`built ${wanted.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
