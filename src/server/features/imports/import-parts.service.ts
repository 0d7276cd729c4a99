import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { IMPORT_UNPACKED } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Drafts, PartName } from '../../imports/drafts.ts';
import type { ImportsRepo, ItemKind } from './imports.repo.ts';
import type { StoredImport } from './stored-import.rules.ts';

const unpack = promisify(gunzip);

/** The stored rows of an import. */
export interface StoredRows {
  imports: Pick<ImportsRepo, 'listParts' | 'findBytes'>;
  importId: number;
  isOldestFirst: boolean;
}

export const storedRows = (imports: StoredRows['imports'], importId: number, { head }: StoredImport): StoredRows => ({
  ...{ imports, importId, isOldestFirst: head.isOldestFirst },
});

/** Bytes of a part. Throws 404 if the import has ended since its parts were listed. */
async function bytesOf(imports: Pick<ImportsRepo, 'findBytes'>, importId: number, position: number): Promise<Uint8Array> {
  const bytes = await imports.findBytes(importId, position);
  if (!bytes) throw new AppError('importsApi.404');
  return unpack(bytes, { maxOutputLength: IMPORT_UNPACKED });
}

/**
 * The rows of an import that have a name, of all its vehicles or one, some hundred at a time. Entries that are the newest first in a file
 * come in reverse, so that entries of a day keep their order when they are added.
 */
export async function* draftsOf<Name extends PartName>(
  { imports, importId, isOldestFirst }: StoredRows,
  name: Name,
  vehicle?: number,
): AsyncGenerator<{ vehicle: number; rows: Drafts[Name][] }, void> {
  const isReverse = name === 'entries' && !isOldestFirst;
  const parts = await imports.listParts(importId);
  for (const part of isReverse ? parts.reverse() : parts) {
    if (part.name !== name || (vehicle !== undefined && part.vehicle !== vehicle)) continue;
    await nextTurn();
    const rows: Drafts[Name][] = JSON.parse(String(await bytesOf(imports, importId, part.position)));
    yield { vehicle: part.vehicle, rows: isReverse ? rows.reverse() : rows };
  }
}

/** The file itself, as it was kept. */
export async function* keptFile({ imports, importId }: Pick<StoredRows, 'imports' | 'importId'>): AsyncGenerator<Uint8Array, void> {
  for (const { name, position } of await imports.listParts(importId)) if (name === 'file') yield await bytesOf(imports, importId, position);
}

/** All parts of a large file at once would hold up the process for half a second and more on SQLite. */
const DELETED_AT_ONCE = 20;

/** Deletes the parts of an import before a position, a few at a time. */
export async function deleteParts(imports: Pick<ImportsRepo, 'deleteParts'>, importId: number, position: number): Promise<void> {
  for (let end = 0; end < position; ) {
    end = Math.min(end + DELETED_AT_ONCE, position);
    await nextTurn();
    await imports.deleteParts(importId, end);
  }
}

const ITEM_KINDS = ['entry', 'line', 'vehicle'] as const satisfies ItemKind[];

/** What an import has added, at most `limit` ids in a turn. */
export async function* itemsOf(
  imports: Pick<ImportsRepo, 'listItems'>,
  importId: number,
  kind: ItemKind,
  limit: number,
): AsyncGenerator<{ ids: number[]; last: number }, void> {
  for (let after = 0; ; ) {
    await nextTurn();
    const ids = await imports.listItems(importId, kind, after, limit);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield { ids, last };
    after = last;
  }
}

const ITEMS_AT_ONCE = 2_000;

type DiscardRepo = Pick<ImportsRepo, 'listParts' | 'deleteParts' | 'listItems' | 'deleteItems' | 'delete'>;

/** Deletes an import that nobody can confirm or undo any more, with its parts and its list of items. */
export async function discard(imports: DiscardRepo, importId: number): Promise<void> {
  const last = (await imports.listParts(importId)).at(-1);
  if (last) await deleteParts(imports, importId, last.position + 1);
  for (const kind of ITEM_KINDS)
    for await (const some of itemsOf(imports, importId, kind, ITEMS_AT_ONCE)) await imports.deleteItems(importId, kind, some.last);
  await imports.delete(importId);
}

/** Deletes one import that has expired; true if there is none. */
export async function discardExpired(imports: DiscardRepo & Pick<ImportsRepo, 'endExpired'>, now: string): Promise<boolean> {
  const importId = await imports.endExpired(now);
  if (importId === undefined) return true;
  await discard(imports, importId);
  return false;
}
