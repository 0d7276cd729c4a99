import type { Cost } from '#contract/costs.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Reading } from '#contract/readings.ts';
import type { ServiceRecord } from '#contract/records.ts';
import { COST } from './costs/costs.kind.ts';
import type { DetailsRepo } from './details.repo.ts';
import type { EntryRow } from './entries.repo.ts';
import type { Line } from './entry.kind.ts';
import { type BareFill, FILL } from './fills/fills.kind.ts';
import { READING } from './readings/readings.kind.ts';
import { toRecord } from './records/records.kind.ts';

/** An entry of any kind. */
export type MixedLine = { [Kind in EntryKindName]: Line<Kind> & { kind: Kind } }[EntryKindName];

/** An entry as the API returns it in a history of several kinds. */
export type MixedItem =
  | (ServiceRecord & { kind: 'work' })
  | (BareFill & { kind: 'fill' })
  | (Cost & { kind: 'cost' })
  | (Reading & { kind: 'reading' });

/** Adds the details of their kinds to rows of several kinds, and keeps their order. */
export async function withMixedDetails(repo: DetailsRepo, rows: readonly EntryRow[]): Promise<MixedLine[]> {
  const details = new Map<number, unknown>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = ofKind.map(({ id }) => id);
    for (const [id, found] of await repo.list(kind, ids)) details.set(id, found);
  }
  return rows.map((row) => Object.assign(row, { details: details.get(row.id) }) as MixedLine);
}

export function mixedItem(line: MixedLine): MixedItem {
  switch (line.kind) {
    case 'work':
      return { ...toRecord(line), kind: line.kind };
    case 'fill':
      return { ...FILL.wire(line), kind: line.kind };
    case 'cost':
      return { ...COST.wire(line), kind: line.kind };
    case 'reading':
      return { ...READING.wire(line), kind: line.kind };
  }
}
