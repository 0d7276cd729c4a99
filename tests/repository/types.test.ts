import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder: string;

const PLANTED: Record<string, string[]> = {
  contract: ['process.pid', 'document.title'],
  server: ['document.title'],
  web: ['process.pid'],
};
const nameOf = (word: string): string => `planted-${word.split('.')[0]}.ts`;

/** One statement per line: the first eight must not compile; the last ones pass the checks of ownership and archive and must compile. */
const REPOSITORY_CALLS = `
import { type AuthorizedVehicleId, authorizeVehicle } from './authorized.ts';
import type { Caller } from './caller.ts';
import type { SessionsRepo } from './features/auth/sessions.repo.ts';
import type { NotesRepo } from './features/notes/notes.repo.ts';
import type { EntriesRepo } from './features/entries/entries.repo.ts';
import { lockForChange } from './features/vehicles/vehicle-locks.service.ts';
import type { VehiclesRepo } from './features/vehicles/vehicles.repo.ts';
declare const params: { vehicleId: number; recordId: number; userId: number };
declare const caller: Caller;
declare const authorized: { id: AuthorizedVehicleId };
declare const repos: { vehicles: VehiclesRepo; entries: EntriesRepo; notes: NotesRepo; sessions: SessionsRepo };
await repos.vehicles.delete(params.vehicleId);
await repos.notes.delete(params.vehicleId, 'at');
await repos.entries.list(params.vehicleId, 'work', 20);
await repos.entries.delete(params.vehicleId, 'work', params.recordId, 'at');
await repos.entries.delete(caller.userId, 'work', params.recordId, 'at');
await repos.sessions.deleteById(params.userId, 'session');
authorizeVehicle(await repos.vehicles.findOwned(params.vehicleId), params.userId);
await repos.entries.delete(authorized.id, 'work', params.recordId, 'at');
const vehicle = authorizeVehicle(await repos.vehicles.findOwned(params.vehicleId), caller.userId);
if (!vehicle) throw new Error();
await repos.entries.list(vehicle.id, 'work', 20);
await repos.entries.delete((await lockForChange(repos.vehicles, { vehicle })).id, 'work', params.recordId, 'at');
await repos.sessions.deleteById(caller.userId, 'session');
`.trimStart();

const TEXT_KEYS = `
import { useTranslation } from 'react-i18next';
export function useTexts() {
  const { t } = useTranslation(['records', 'shell']);
  return [t('form.add'), t('shell:again'), t('form.adding')];
}
export function useMistyped() {
  const { t } = useTranslation(['records', 'shell']);
  return t('form.adding2');
}
`.trimStart();

const MAIL_KEYS = `
import type { NewMail } from './infra/mails/mails.service.ts';
import { mailText } from './texts.ts';
export const texts = [mailText('ua', 'orderMade.subject'), mailText('en', 'months', { count: 2 }), mailText('en', 'rows.blockMessage.ua')];
const to = { kind: 'cardMismatch', to: 'admin@example.com', language: 'en' } as const;
export const mail: NewMail = { ...to, rows: [['code', ''], ['checkout', '']] };
export const mistypedText = mailText('en', 'orderMade.subjekt');
export const mistypedRow: NewMail = { ...to, rows: [['code', ''], ['chekout', '']] };
`.trimStart();

/** The first two lack a role, or have one that the access does not take; the last two are complete. */
const ENDPOINTS = `
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
const rest = { method: 'GET', path: '/api/x', summary: '', answer: z.object({}), unexpectedError: 'api.404', errors: [] } as const;
export const withoutRole = endpoint({ ...rest, access: 'admin' });
export const ofUsers = endpoint({ ...rest, access: 'user', role: 'all' });
export const ofAdmins = endpoint({ ...rest, access: 'admin', role: 'orders' });
export const open = endpoint({ ...rest, access: 'public' });
`.trimStart();

/** The first six lack or misspell a parameter, or have an impossible value; the last ones are complete. */
const CALLS = `
import { changePassword } from '#contract/accounts.ts';
import { listFailedMails } from '#contract/mails.ts';
import { getVehiclesReport } from '#contract/reports.ts';
import { getTimeline } from '#contract/timeline.ts';
import { getVehicle } from '#contract/vehicles.ts';
import { call } from './api/call.ts';
void call(getVehicle);
void call(getVehicle, { params: { vehicelId: 1 } });
void call(getVehicle, { params: { vehicleId: 1 }, query: { yaer: '2026' } });
void call(getTimeline, { params: { vehicleId: 1 }, query: { sort: 'cheapest' } });
void call(getVehiclesReport, { query: {} });
void call(changePassword, {});
void call(getVehicle, { params: { vehicleId: 1 } });
void call(getTimeline, { params: { vehicleId: 1 }, query: { sort: 'oldest', limit: 5, cursor: undefined } });
void call(listFailedMails);
void call(listFailedMails, { query: { page: 2 } });
`.trimStart();

const errors = new Map<string, string[]>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-types-'));
  for (const name of ['package.json', 'tsconfig.base.json', 'locales', 'src'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [side, words] of Object.entries(PLANTED))
    for (const word of words) writeFileSync(join(folder, 'src', side, nameOf(word)), `export const thing = ${word};\n`);
  writeFileSync(join(folder, 'src/contract/planted-endpoints.ts'), ENDPOINTS);
  writeFileSync(join(folder, 'src/server/planted-calls.ts'), REPOSITORY_CALLS);
  writeFileSync(join(folder, 'src/server/planted-mail-keys.ts'), MAIL_KEYS);
  writeFileSync(join(folder, 'src/web/planted-keys.ts'), TEXT_KEYS);
  writeFileSync(join(folder, 'src/web/planted-calls.ts'), CALLS);
  for (const side of Object.keys(PLANTED)) {
    // Compiles the planted files with what they import, not the whole side.
    const only = { extends: './tsconfig.json', include: ['planted-*.ts', '**/*.d.ts', '../../locales/*.d.ts'] };
    writeFileSync(join(folder, 'src', side, 'tsconfig.planted.json'), JSON.stringify(only));
    errors.set(side, await typeErrors(side));
  }
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of the compiler's output that name a planted file. */
function typeErrors(side: string): Promise<string[]> {
  return new Promise((resolve) => {
    const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', `src/${side}/tsconfig.planted.json`];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, stdout) =>
      resolve(stdout.split('\n').filter((line) => line.startsWith(`src/${side}/planted-`))),
    );
  });
}

test.each([
  ['contract', 'Node', 'process.pid', "Cannot find name 'process'"],
  ['contract', 'the browser', 'document.title', "Cannot find name 'document'"],
  ['server', 'the browser', 'document.title', "Cannot find name 'document'"],
  ['web', 'Node', 'process.pid', "Cannot find name 'process'"],
])('src/%s does not compile with a global of %s', (side, _, word, message) => {
  const own = errors.get(side)?.filter((line) => line.startsWith(`src/${side}/${nameOf(word)}`));
  expect(own).toEqual([expect.stringContaining(message)]);
});

test('a repository call with an unauthorized id does not compile', () => {
  const lines = REPOSITORY_CALLS.split('\n');
  const rejected = (errors.get('server') ?? []).flatMap((error) => {
    const [, line] = /^src\/server\/planted-calls\.ts\((\d+),\d+\): error TS2345/.exec(error) ?? [];
    return line ? [lines[Number(line) - 1]] : error.includes('planted-calls') ? [error] : [];
  });
  expect(rejected).toEqual(lines.slice(lines.indexOf('await repos.vehicles.delete(params.vehicleId);')).slice(0, 8));
});

test('an endpoint for administrators without a role does not compile', () => {
  const found = errors.get('contract')?.filter((line) => line.startsWith('src/contract/planted-endpoints.ts'));
  expect(found).toEqual(
    [4, 5].map((line) => expect.stringMatching(new RegExp(`^src/contract/planted-endpoints\\.ts\\(${line},\\d+\\): error`))),
  );
});

test('a call without a parameter, or with one that the endpoint does not have, does not compile', () => {
  const rejected = errors.get('web')?.flatMap((error) => /planted-calls\.ts\((\d+),/.exec(error)?.[1] ?? []);
  expect([...new Set(rejected)].map(Number)).toEqual([7, 8, 9, 10, 11, 12]);
});

test('a key that no text has does not compile', () => {
  const found = errors.get('web')?.filter((line) => line.startsWith('src/web/planted-keys.ts'));
  expect(found).toEqual([expect.stringMatching(/^src\/web\/planted-keys\.ts\(8,\d+\): error/)]);
});

test('a key that no email text has does not compile', () => {
  const found = errors.get('server')?.filter((line) => line.startsWith('src/server/planted-mail-keys.ts'));
  expect(found).toEqual(
    [6, 7].map((line) => expect.stringMatching(new RegExp(`^src/server/planted-mail-keys\\.ts\\(${line},\\d+\\): error`))),
  );
});
