import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ExportedEntry } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { EntryExportRepo, EntryExportRow } from './entry-export.repo.ts';
import { toExportedEntry } from './entry-export.rules.ts';

export type { EntryExportRepo } from './entry-export.repo.ts';

export type ExportedEntries = ReturnType<typeof exportedEntries>;

export const exportedEntries = ({ entries }: { entries: EntryExportRepo }) => ({
  /** The entries of some kinds of a vehicle, newest first, a page at a time; nothing if there are none. */
  async *exportOf(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[]): AsyncGenerator<ExportedEntry[], void> {
    let rows: EntryExportRow[] = [];
    do {
      // SQLite queries are synchronous; this lets other requests run in between.
      await nextTurn();
      rows = await entries.list(vehicleId, kinds, rows.at(-1), EXPORT_PAGE);
      if (rows.length > 0) yield rows.map(toExportedEntry);
    } while (rows.length === EXPORT_PAGE);
  },
});
