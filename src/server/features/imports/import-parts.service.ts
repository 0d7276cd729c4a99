import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { IMPORT_UNPACKED } from '#contract/limits.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Drafts, PartName } from '../../imports/drafts.ts';
import type { ImportsRepo } from './imports.repo.ts';

const unpack = promisify(gunzip);

/**
 * The rows of an import that have a name, of all its vehicles or one, some hundred at a time. Entries are the newest first in a file: they
 * come in reverse, so that entries of a day keep their order when they are added.
 */
export async function* draftsOf<Name extends PartName>(
  imports: Pick<ImportsRepo, 'listParts' | 'findBytes'>,
  importId: number,
  name: Name,
  vehicle?: number,
): AsyncGenerator<{ vehicle: number; rows: Drafts[Name][] }, void> {
  const isReverse = name === 'entries';
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
