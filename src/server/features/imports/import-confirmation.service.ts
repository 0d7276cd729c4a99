import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { IMPORT_NEW, type ImportPreview } from '#contract/imports.ts';
import { IMPORT_TIME } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { isoTime } from '../../ports/clock.ts';
import type { Judge } from './import-judge.service.ts';
import { deleteParts, storedRows } from './import-parts.service.ts';
import { refusedRows } from './import-previews.service.ts';
import { shapeOf } from './import-undo.service.ts';
import { type WriteRepos, type Writing, writeImport } from './import-writes.service.ts';
import type { ImportRow } from './imports.repo.ts';
import { type ImportDeps, type OpenImports, storedOf, wireOf } from './open-imports.service.ts';
import type { AddedVehicle, StoredImport } from './stored-import.rules.ts';

const pack = promisify(gzip);

/** Adds what a preview says: all or nothing, once. */
export function importConfirmation({ work, clock, images, tokens }: ImportDeps, open: OpenImports) {
  /** 409, with a new preview, if the account has changed since it was computed; undefined if the import has changed meanwhile. */
  async function current(caller: Caller, row: ImportRow): Promise<StoredImport | undefined> {
    const stored = storedOf(row);
    const computed = await open.preview(caller, row.id, stored);
    if (JSON.stringify(computed.preview) !== JSON.stringify(stored.preview)) {
      if (!(await work.repos.imports.update(row, { content: JSON.stringify(computed) }, open.now()))) return undefined;
      throw new AppError('importsApi.changed');
    }
    const isNew = computed.preview.vehicles.some(({ target, reason, missing }) => target === IMPORT_NEW && !reason && missing.length === 0);
    if (computed.preview.fresh === 0 && !isNew) throw new AppError('importsApi.nothing');
    return computed;
  }

  /** In a transaction, which may be repeated. */
  async function writeOnce(writing: Writing): Promise<void> {
    const { repos, caller, importId, stored, judge, at } = writing;
    // In the order of a file that becomes the preview in another tab.
    await repos.vehicles.lockOwner(caller.userId);
    const locked = await repos.imports.lock(caller.userId, importId, at);
    if (!locked) throw new AppError('importsApi.404');
    if (locked.status === 'done') return;
    if (locked.content !== JSON.stringify(stored)) throw new AppError('importsApi.changed');
    const added = await writeImport({ ...writing, judge: judge.again() });
    const vehicles: AddedVehicle[] = [];
    for (const id of added.vehicles) vehicles.push({ id, shape: (await shapeOf(repos, caller, id)) ?? '' });
    await keepRefused(repos, importId, stored, judge.again());
    const done: StoredImport = { ...stored, added: { at, vehicles, values: added.values } };
    const expires_at = isoTime(Date.parse(at) + IMPORT_TIME);
    await repos.imports.update(locked, { status: 'done', content: JSON.stringify(done), expires_at }, at);
  }

  async function confirm(caller: Caller, id: number): Promise<ImportPreview> {
    const row = await open.find(caller, id);
    if (row.status === 'done') return wireOf(row);
    const stored = await current(caller, row);
    // Confirmed or ended by another request, for example.
    if (!stored) return confirm(caller, id);
    const photos = await open.photosOf(id, stored);
    const judge = await open.judgeOf(caller, stored);
    const writing = { caller, images, clock, tokens, importId: id, stored, judge, photos, at: open.now() };
    await work
      .inTransaction((repos) => writeOnce({ ...writing, repos }))
      .catch((error: unknown) => {
        // Another vehicle with the same number was added meanwhile.
        throw isUniqueViolation(error) ? new AppError('importsApi.changed') : error;
      });
    return wireOf(await open.find(caller, id));
  }

  return confirm;
}

/** The rows that could not be taken are kept for their file, some hundred in a part; all others are no longer needed. */
async function keepRefused({ imports }: WriteRepos, importId: number, stored: StoredImport, judge: Judge): Promise<void> {
  const last = (await imports.listParts(importId)).at(-1);
  const first = (last?.position ?? -1) + 1;
  let position = first;
  for await (const rows of refusedRows(storedRows(imports, importId, stored), async () => judge)) {
    if (rows.length === 0) continue;
    const bytes = await pack(JSON.stringify(rows));
    await imports.insertPart({ import_id: importId, position, vehicle: 0, name: 'refused', rows: rows.length, bytes });
    position += 1;
  }
  await deleteParts(imports, importId, first);
}
