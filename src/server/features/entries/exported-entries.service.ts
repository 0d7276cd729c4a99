import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ExportedEntry } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { pagesOf } from '../../db/turns.ts';
import type { EntryExportRepo, EntryExportRow } from './entry-export.repo.ts';
import { toExportedEntry } from './entry-export.rules.ts';

export type { EntryExportRepo } from './entry-export.repo.ts';

export type ExportedEntries = ReturnType<typeof exportedEntries>;

export const exportedEntries = ({ entries }: { entries: EntryExportRepo }) => ({
  /** The entries of some kinds of a vehicle, newest first, a page at a time; nothing if there are none. */
  async *exportOf(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[]): AsyncGenerator<ExportedEntry[], void> {
    const pages = pagesOf<EntryExportRow>(EXPORT_PAGE, (last) => entries.list(vehicleId, kinds, last, EXPORT_PAGE));
    for await (const rows of pages) yield rows.map(toExportedEntry);
  },
});
