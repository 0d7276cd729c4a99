import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

const imports = (from: string) => `import { thing } from '${from}';\n\nexport const other = thing;\n`;
const long = (lines: number, line: (index: number) => string) => Array.from({ length: lines }, (_, index) => line(index)).join('\n');
const longFunction = (name: string, lines: number) =>
  `export function ${name}(count: number) {\n  let sum = count;\n${long(lines, (index) => `  sum += ${index};`)}\n  return sum;\n}\n`;

const STAR = "export const rows = (db: any) => db.selectFrom('notes')";
const BOUNDARY = 'noRestrictedImports';
const CYCLE = 'noImportCycles';

/** [rule that must reject it, file, content]. The files are independent of each other, except for the cycles, which need two. */
const VIOLATIONS: [string, string, string][] = [
  [BOUNDARY, 'src/contract/planted-library.ts', imports('fastify')],
  [BOUNDARY, 'src/contract/planted-server.ts', imports('#server/settings/config.ts')],
  [BOUNDARY, 'src/contract/planted-outside.ts', imports('../web/paths.ts')],
  [BOUNDARY, 'src/web/planted-server.ts', imports('#server/settings/config.ts')],
  [BOUNDARY, 'src/web/features/notes/planted-relative.ts', imports('../../../server/config.ts')],
  [BOUNDARY, 'src/web/features/notes/planted-server.page.tsx', imports('#server/settings/config.ts')],
  [BOUNDARY, 'src/web/features/notes/planted-neighbour.ts', imports('../records/records-table.tsx')],
  [BOUNDARY, 'src/web/features/notes/planted-detour.ts', imports('../../features/entries/records-table.tsx')],
  [BOUNDARY, 'src/web/features/notes/planted-long-way.ts', imports('#web/features/entries/records-table.tsx')],
  [BOUNDARY, 'src/web/features/entries/list/planted-neighbour.ts', imports('../../vehicles/vehicles.queries.ts')],
  [BOUNDARY, 'src/web/features/vehicles/page/planted-neighbour.ts', imports('../../reports/report-button.tsx')],
  [BOUNDARY, 'src/web/ui/planted-feature.ts', imports('../features/notes/note.tsx')],
  [BOUNDARY, 'src/web/layouts/planted-feature.ts', imports('#web/features/notes/note.tsx')],
  [BOUNDARY, 'src/server/planted-web.ts', imports('#web/paths.ts')],
  [BOUNDARY, 'src/server/planted-relative.ts', imports('../web/paths.ts')],
  [BOUNDARY, 'src/server/planted-tests.ts', imports('#tests/support/app.ts')],
  [BOUNDARY, 'src/server/http/planted-feature.ts', imports('../features/notes/notes.service.ts')],
  [BOUNDARY, 'src/server/http/planted-web.ts', imports('#web/paths.ts')],
  [BOUNDARY, 'src/server/tables/planted-feature.ts', imports('../features/notes/notes.service.ts')],
  [BOUNDARY, 'src/server/db/planted-feature.ts', imports('#server/features/notes/notes.repo.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-repo.ts', imports('../records/records.repo.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-detour.ts', imports('../../features/entries/records.repo.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-web.service.ts', imports('#web/paths.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-fastify.service.ts', imports('fastify')],
  [BOUNDARY, 'src/server/features/notes/planted-http.service.ts', imports('../../http/server.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-sql.service.ts', imports('kysely')],
  [BOUNDARY, 'src/server/features/notes/planted-neighbour.service.ts', imports('../records/records.repo.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-http.repo.ts', imports('../../http/server.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-service.repo.ts', imports('./notes.service.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-neighbour.repo.ts', imports('../records/records.repo.ts')],
  [BOUNDARY, 'src/server/features/notes/planted-infra.service.ts', imports('../../infra/mails/mails.repo.ts')],
  [BOUNDARY, 'src/server/infra/mails/planted-feature.ts', imports('../../features/notes/notes.service.ts')],
  [BOUNDARY, 'src/server/infra/mails/planted-feature.service.ts', imports('#server/features/notes/notes.service.ts')],
  [BOUNDARY, 'src/server/infra/mails/planted-sql.service.ts', imports('kysely')],
  [BOUNDARY, 'src/server/infra/mails/planted-service.repo.ts', imports('./mails.service.ts')],
  [BOUNDARY, 'src/server/http/planted-infra.ts', imports('../infra/mails/mails.service.ts')],
  [BOUNDARY, 'src/web/forms/planted-feature.ts', imports('../features/notes/note.tsx')],
  [BOUNDARY, 'src/web/photos/planted-feature.ts', imports('../features/notes/note.tsx')],
  [BOUNDARY, 'src/web/admin/planted-feature.ts', imports('../features/notes/note.tsx')],
  [CYCLE, 'src/server/planted-ring-a.ts', imports('./planted-ring-b.ts')],
  [CYCLE, 'src/server/planted-ring-b.ts', imports('#server/planted-ring-a.ts')],
  [CYCLE, 'src/web/planted-ring-a.ts', `import type { Thing } from './planted-ring-b.ts';\n\nexport type Other = Thing;\n`],
  [CYCLE, 'src/web/planted-ring-b.ts', `import type { Other } from './planted-ring-a.ts';\n\nexport type Thing = Other[];\n`],
  ['noExcessiveLinesPerFile', 'src/server/planted-long.ts', `${long(301, (index) => `export const a${index} = ${index};`)}\n`],
  ['noExcessiveLinesPerFunction', 'src/server/planted-function.ts', longFunction('sum', 61)],
  ['noExcessiveLinesPerFunction', 'src/web/planted-function.ts', longFunction('sum', 61)],
  ['noExcessiveLinesPerFunction', 'src/web/planted-component.tsx', longFunction('Component', 121)],
  ['noDefaultExport', 'src/server/planted-default.ts', 'const thing = 1;\nexport default thing;\n'],
  ['noBarrelFile', 'src/web/ui/planted-barrel.ts', `export { thing } from './thing.ts';\n`],
  ['noReExportAll', 'src/web/ui/planted-all.ts', `export * from './thing.ts';\n`],
  ['noEnum', 'src/contract/planted-enum.ts', 'export enum Colour {\n  Red,\n}\n'],
  ['plugin', 'src/server/features/notes/planted-star.repo.ts', `${STAR}.selectAll().execute();\n`],
  ['plugin', 'src/server/features/notes/planted-star-of.repo.ts', `${STAR}.selectAll('notes').execute();\n`],
  ['plugin', 'src/server/db/planted-returning.ts', `${STAR}.returningAll().execute();\n`],
  ['plugin', 'src/web/planted-signal.ts', 'export const both = (signals: AbortSignal[]) => AbortSignal.any(signals);\n'],
  ['plugin', 'src/web/planted-visibility.tsx', 'export const isShown = (node: HTMLElement) => node.checkVisibility();\n'],
  ['plugin', 'src/web/planted-optional.ts', 'export const close = (dialog: HTMLDialogElement) => dialog.requestClose?.();\n'],
  ['plugin', 'src/web/planted-idle.ts', 'export const later = (task: () => void) => requestIdleCallback(task);\n'],
  ['plugin', 'src/web/planted-segmenter.ts', "export const segmenter = new Intl.Segmenter('uk');\n"],
  ['plugin', 'src/contract/planted-well-formed.ts', 'export const isStorable = (text: string) => text.isWellFormed();\n'],
  ['plugin', 'src/contract/planted-address.ts', 'export const isAddress = (text: string) => URL.canParse(text);\n'],
  ['noRestrictedGlobals', 'src/web/planted-local.ts', "export const token = () => localStorage.getItem('token');\n"],
  ['noRestrictedGlobals', 'src/web/ui/planted-tab.ts', "export const seen = () => sessionStorage.getItem('seen');\n"],
  ['noExplicitAny', 'src/server/planted-any.ts', 'export const thing = (value: any) => value;\n'],
  ['noFloatingPromises', 'src/server/planted-promise.ts', 'const later = async () => 1;\n\nexport function now() {\n  later();\n}\n'],
  ['useImportExtensions', 'src/server/planted-extension.ts', imports('./features')],
  ['useFilenamingConvention', 'src/server/plantedName.ts', 'export const thing = 1;\n'],
  ['format', 'src/server/planted-format.ts', 'export const thing = "one"\n'],
];

/** Imports and declarations that the rules allow. */
const ALLOWED: [string, string][] = [
  [
    'src/contract/planted-fine.ts',
    `import * as z from 'zod/mini';\nimport { thing } from './fields.ts';\n\nexport const other = [thing, z];\n`,
  ],
  ['src/web/planted-fine.ts', imports('#contract/errors.ts')],
  ['src/web/features/notes/planted-fine.ts', imports('../../ui/page.tsx')],
  ['src/web/features/entries/list/planted-fine.ts', imports('../../../ui/page.tsx')],
  ['src/web/features/vehicles/page/planted-entries.ts', imports('../../entries/list/entry-list.tsx')],
  ['src/web/features/notes/planted.page.tsx', imports('../records/records-table.tsx')],
  ['src/web/planted-signal-fine.ts', 'export const ended = () => AbortSignal.abort();\n'],
  ['src/web/planted-signal.test.ts', 'export const both = (signals: AbortSignal[]) => AbortSignal.any(signals);\n'],
  ['src/web/planted-component-fine.tsx', longFunction('Component', 110)],
  ['src/server/planted-fine.ts', imports('./http/server.ts')],
  ['src/server/features/notes/planted-fine.service.ts', imports('../records/records.service.ts')],
  ['src/server/features/notes/planted-infra-fine.service.ts', imports('../../infra/mails/mails.service.ts')],
  ['src/server/features/notes/planted-fine.repo.ts', imports('../../db/store.ts')],
  ['src/server/features/notes/planted-fine.routes.ts', imports('../../http/route.ts')],
];

let folder: string;
let rejected: Map<string, Set<string>>;

/** Biome's report with one finding per line: ::error title=lint/style/noEnum,file=/…,line=… */
function biome(): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--reporter=github', '--max-diagnostics=none', 'src'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, stdout, stderr) => {
      if (stdout.includes('::error')) resolve(stdout);
      else reject(new Error(`Biome reported no violation: ${stderr}`));
    });
  });
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carnet-boundaries-')));
  for (const name of ['biome.json', 'no-select-all.grit', 'no-newer-browser-apis.grit', 'package.json', 'tsconfig.base.json', '.gitignore'])
    cpSync(join(ROOT, name), join(folder, name));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, content] of [...VIOLATIONS.map(([, file, content]) => [file, content] as const), ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  rejected = new Map();
  for (const line of (await biome()).split('\n')) {
    const [, rule, path] = /^::error title=([^,]+),file=([^,]+)/.exec(line) ?? [];
    if (!rule || !path) continue;
    const file = relative(folder, path);
    rejected.set(file, (rejected.get(file) ?? new Set()).add(rule.split('/').at(-1) ?? rule));
  }
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(VIOLATIONS)('%s rejects %s', (rule, file) => {
  expect([...(rejected.get(file) ?? [])]).toContain(rule);
});

test.each(ALLOWED)('allows %s', (file) => {
  expect([...(rejected.get(file) ?? [])]).toEqual([]);
});
