import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { IMPORT_UNPACKED } from '#contract/limits.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Drafts, PartName } from '../../imports/drafts.ts';
import type { ImportsRepo } from './imports.repo.ts';
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
    const bytes = await imports.findBytes(importId, part.position);
    if (!bytes) continue;
    const rows: Drafts[Name][] = JSON.parse(String(await unpack(bytes, { maxOutputLength: IMPORT_UNPACKED })));
    yield { vehicle: part.vehicle, rows: isReverse ? rows.reverse() : rows };
  }
}

/** The file itself, as it was kept. */
export async function* keptFile({ imports, importId }: Pick<StoredRows, 'imports' | 'importId'>): AsyncGenerator<Uint8Array, void> {
  for (const { name, position } of await imports.listParts(importId)) {
    const bytes = name === 'file' ? await imports.findBytes(importId, position) : undefined;
    if (bytes) yield await unpack(bytes, { maxOutputLength: IMPORT_UNPACKED });
  }
}
