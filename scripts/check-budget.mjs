// Fails if the first load of a page (JS and CSS, brotli) exceeds its budget, and names its largest modules; requires a build.
import { readFile, stat } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { CLIENT_INPUT } from './package-parts.mjs';

const root = join(import.meta.dirname, '..');
const client = join(root, 'dist', 'client');
const ENTRY = 'src/web/entry-client.tsx';

/** Budget in kilobytes (1000 bytes) for everything that a page fetches until it is hydrated: entry, layout and page with their imports. */
const PAGES = [
  { name: 'home', budget: 133, modules: [ENTRY, 'src/web/features/home/home.page.tsx'] },
  { name: '/about', budget: 133, modules: [ENTRY, 'src/web/features/about/about.page.tsx'] },
  { name: '/contact', budget: 156, modules: [ENTRY, 'src/web/features/contact/contact.page.tsx'] },
  { name: '/login', budget: 153, modules: [ENTRY, 'src/web/features/auth/login.page.tsx'] },
  { name: '/service', budget: 180, modules: [ENTRY, 'src/web/features/vehicles/book/vehicles.page.tsx'] },
  { name: '/service/{vehicleId}', budget: 180, modules: [ENTRY, 'src/web/features/vehicles/page/vehicle.page.tsx'] },
  { name: '/user', budget: 153, modules: [ENTRY, 'src/web/features/accounts/account.page.tsx'] },
  { name: '/admin', budget: 159, modules: [ENTRY, 'src/web/features/admin/admin.page.tsx'] },
];

const manifest = JSON.parse(await readFile(join(client, '.vite', 'manifest.json'), 'utf8'));

function filesOf(modules) {
  const seen = new Set();
  const files = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest: run node scripts/build.mjs`);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of modules) visit(key);
  return [...files];
}

const sizeOf = async (file) => (await stat(join(client, `${file}.br`))).size;

/** Bytes of each module of each built file, after minification. Builds again, because only source maps tell which code is whose. */
async function moduleSizes() {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const options = { sourcemap: 'hidden', write: false, manifest: true, rolldownOptions: { input: CLIENT_INPUT } };
  const { output } = await build({ root, mode: 'production', logLevel: 'error', build: options });
  const isChunk = (file) => file.type === 'chunk' && file.map;
  return new Map(output.filter(isChunk).map(({ fileName, code, map }) => [fileName, sizesIn(code, new SourceMap(map), fileName)]));
}

function sizesIn(code, map, fileName) {
  const sizes = new Map();
  for (const [row, line] of code.split('\n').entries()) {
    for (let column = 0; column < line.length; column++) {
      const { originalSource } = map.findEntry(row, column);
      const module = originalSource ? relative(root, join(root, 'dist', fileName, '..', originalSource)) : 'added by the bundler';
      sizes.set(module, (sizes.get(module) ?? 0) + 1);
    }
  }
  return sizes;
}

let sizes;
async function printLargest(files) {
  sizes ??= await moduleSizes();
  const modules = files.flatMap((file) => [...(sizes.get(file) ?? [])]).sort(([, a], [, b]) => b - a);
  console.log('  largest modules, minified:');
  for (const [module, size] of modules.slice(0, 5)) console.log(`  ${(size / 1000).toFixed(1).padStart(7)}  ${module}`);
}

let isOver = false;
for (const { name, budget, modules } of PAGES) {
  const rows = await Promise.all(filesOf(modules).map(async (file) => ({ file, size: await sizeOf(file) })));
  rows.sort((a, b) => b.size - a.size);
  const total = rows.reduce((sum, { size }) => sum + size, 0) / 1000;
  const verdict = total > budget ? 'TOO LARGE' : 'ok';
  isOver ||= total > budget;
  console.log(`${name}: ${total.toFixed(1)} KB of ${budget} KB (brotli), ${verdict}`);
  for (const { file, size } of rows) console.log(`  ${(size / 1000).toFixed(1).padStart(7)}  ${file}`);
  if (total > budget) await printLargest(rows.map(({ file }) => file));
}
process.exitCode = isOver ? 1 : 0;
