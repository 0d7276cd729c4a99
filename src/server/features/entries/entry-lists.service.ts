import type { OtherCurrencies } from '#contract/currencies.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { RECORDS_UNPAGED_MAX } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { cursorOf, type RecordCursor, type ServiceRecord } from '#contract/records.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { byCurrency, otherCurrenciesOf } from './currencies.rules.ts';
import type { EntryKind } from './entry.kind.ts';
import { type EntryDeps, withDetails } from './entry-locks.service.ts';
import { toRecord } from './records/records.kind.ts';

export interface EntryPage {
  limit?: number | undefined;
  cursor?: RecordCursor | undefined;
}

export interface EntryList<Wire> {
  data: Wire[];
  nextCursor: string | null;
}

/** With the sum of all records, not only of the page, in the owner's currency. */
export type RecordList = EntryList<ServiceRecord> & { totalCost: number; otherCurrencies: OtherCurrencies };

/** Entries of one kind. Functions throw 404 and 403 like `access.open`. */
export function entryLists({ work, access }: Pick<EntryDeps, 'work' | 'access'>) {
  /** A page of rows, newest first (by performedOn, then creation), and the cursor of the next page. */
  async function pageOf(id: AuthorizedVehicleId, kind: EntryKindName, { limit = RECORDS_UNPAGED_MAX, cursor }: EntryPage) {
    const found = await work.repos.entries.list(id, kind, limit + 1, cursor);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows, nextCursor: last ? cursorOf({ performedOn: last.performed_on, id: last.id }) : null };
  }

  return {
    /** A page of the entries of a kind, newest first. */
    async list<Kind extends EntryKindName, Wire>(
      caller: Caller,
      kind: EntryKind<Kind, never, Wire>,
      vehicleId: number,
      page: EntryPage,
    ): Promise<EntryList<Wire>> {
      const { id } = (await access.open(caller, vehicleId)).vehicle;
      const { rows, nextCursor } = await pageOf(id, kind.name, page);
      const lines = await withDetails(work.repos.details, kind.name, rows);
      return { data: lines.map(kind.wire), nextCursor };
    },

    async listRecords(caller: Caller, vehicleId: number, page: EntryPage): Promise<RecordList> {
      const { vehicle, owner } = await access.open(caller, vehicleId);
      const { id } = vehicle;
      const { rows, nextCursor } = await pageOf(id, 'work', page);
      const isWhole = !page.cursor && nextCursor === null;
      const sums = isWhole
        ? rows.map(({ currency, amount }) => ({ currency, records: 1, cost: amount ?? 0 }))
        : await work.repos.entries.sumAmounts(id, 'work');
      const { own, others } = byCurrency(sums, owner.currency);
      return {
        data: rows.map(toRecord),
        totalCost: fromCents(own.reduce((sum, { cost }) => sum + cost, 0)),
        otherCurrencies: otherCurrenciesOf(others, owner.currency),
        nextCursor,
      };
    },
  };
}
