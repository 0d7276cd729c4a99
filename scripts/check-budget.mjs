// Fails if the first load of a page (JS and CSS, brotli) exceeds its budget; requires a build.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const client = join(import.meta.dirname, '..', 'dist', 'client');
const ENTRY = 'src/web/entry-client.tsx';

/** Budget in kilobytes (1000 bytes) for everything that a page fetches until it is hydrated: entry, layout and page with their imports. */
const PAGES = [
  { name: 'home', budget: 140, modules: [ENTRY, 'src/web/features/home/home.page.tsx'] },
  { name: '/about', budget: 140, modules: [ENTRY, 'src/web/features/about/about.page.tsx'] },
  { name: '/contact', budget: 155, modules: [ENTRY, 'src/web/features/contact/contact.page.tsx'] },
  { name: '/login', budget: 155, modules: [ENTRY, 'src/web/features/auth/login.page.tsx'] },
  { name: '/service', budget: 190, modules: [ENTRY, 'src/web/features/vehicles/book/vehicles.page.tsx'] },
  { name: '/service/{vehicleId}', budget: 190, modules: [ENTRY, 'src/web/features/vehicles/page/vehicle.page.tsx'] },
  { name: '/user', budget: 155, modules: [ENTRY, 'src/web/features/accounts/account.page.tsx'] },
  { name: '/admin', budget: 170, modules: [ENTRY, 'src/web/features/admin/admin.page.tsx'] },
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

let isOver = false;
for (const { name, budget, modules } of PAGES) {
  const rows = await Promise.all(filesOf(modules).map(async (file) => ({ file, size: await sizeOf(file) })));
  rows.sort((a, b) => b.size - a.size);
  const total = rows.reduce((sum, { size }) => sum + size, 0) / 1000;
  const verdict = total > budget ? 'TOO LARGE' : 'ok';
  isOver ||= total > budget;
  console.log(`${name}: ${total.toFixed(1)} KB of ${budget} KB (brotli), ${verdict}`);
  for (const { file, size } of rows) console.log(`  ${(size / 1000).toFixed(1).padStart(7)}  ${file}`);
}
process.exitCode = isOver ? 1 : 0;
