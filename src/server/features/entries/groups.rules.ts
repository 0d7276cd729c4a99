import { folded, foldedCode } from '#contract/folded.ts';
import { fromCents } from '#contract/money.ts';
import type { OperationCost, PartCost, Sum } from '#contract/statistics.ts';
import type { OperationRow, PartRow } from './groups.repo.ts';
import { positionOf } from './position.rules.ts';

/** Operations or parts in one answer. */
const GROUPS_MAX = 20;

/** A sum of records; the cost in cents. */
export interface Cents {
  records: number;
  cost: number;
}

/** Records of one work or part in different spellings; name and code are those of the newest record. */
interface Group extends Cents {
  name: string;
  code: string;
  hasOtherNames: boolean;
  newest: string;
}

/** Sums by folded name, over any number of queries. */
export type Groups = Map<string, Group>;

/** The form sends `-` for an empty part or code. */
const isNamed = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export function addOperations(groups: Groups, rows: readonly OperationRow[]): void {
  for (const row of rows) add(groups, folded(row.name), { ...row, code: '' });
}

/** Adds parts by their code, or by their name if they have no code. Records with neither are left out. */
export function addParts(groups: Groups, rows: readonly PartRow[]): void {
  for (const row of rows) {
    if (isNamed(row.code)) add(groups, `code ${foldedCode(row.code)}`, row);
    else if (isNamed(row.name)) add(groups, `name ${folded(row.name)}`, { ...row, code: '' });
  }
}

function add(groups: Groups, key: string, row: Omit<Group, 'hasOtherNames'>): void {
  const group = groups.get(key);
  if (!group) {
    groups.set(key, {
      ...{ name: row.name, code: row.code, newest: row.newest, records: row.records, cost: row.cost },
      hasOtherNames: false,
    });
    return;
  }
  group.hasOtherNames ||= folded(row.name) !== folded(group.name);
  group.records += row.records;
  group.cost += row.cost;
  if (row.newest > group.newest) Object.assign(group, { name: row.name, code: row.code, newest: row.newest });
}

/** The costliest operations, and the sum of the others. */
export function operationsOf(groups: Groups): { operations: OperationCost[]; others: Sum } {
  const { top, others } = topOf(groups);
  return { operations: top.map(({ name, records, cost }) => ({ name, records, cost: fromCents(cost) })), others };
}

/** The costliest parts, the sum of the others, and what of the total of all records belongs to none. */
export function partsOf(groups: Groups, total: Cents): { parts: PartCost[]; otherParts: Sum; withoutPart: Sum } {
  const { top, others } = topOf(groups);
  const parts = top.map(({ name, code, hasOtherNames, records, cost, newest }) => {
    const { performedOn, price } = positionOf(newest);
    return { ...{ name, code, hasOtherNames, records }, cost: fromCents(cost), lastPrice: fromCents(price), lastDay: performedOn };
  });
  const withoutPart = { records: total.records, cost: total.cost };
  for (const { records, cost } of groups.values()) {
    withoutPart.records -= records;
    withoutPart.cost -= cost;
  }
  return { parts, otherParts: others, withoutPart: { records: withoutPart.records, cost: fromCents(withoutPart.cost) } };
}

type Keyed = [string, Group];

/** Costliest first; of equal cost the one with more records, then by name. */
const isBefore = ([keyA, a]: Keyed, [keyB, b]: Keyed): boolean =>
  a.cost !== b.cost ? a.cost > b.cost : a.records !== b.records ? a.records > b.records : keyA < keyB;

/** Selects in one pass: sorting all groups of a large account would block the thread. */
function topOf(groups: Groups): { top: Group[]; others: Sum } {
  const top: Keyed[] = [];
  const others = { records: 0, cost: 0 };
  for (const entry of groups) {
    others.records += entry[1].records;
    others.cost += entry[1].cost;
    const last = top.length === GROUPS_MAX ? top.at(-1) : undefined;
    if (last && !isBefore(entry, last)) continue;
    if (last) top.pop();
    const place = top.findIndex((other) => isBefore(entry, other));
    top.splice(place < 0 ? top.length : place, 0, entry);
  }
  for (const [, { records, cost }] of top) {
    others.records -= records;
    others.cost -= cost;
  }
  return { top: top.map(([, group]) => group), others: { records: others.records, cost: fromCents(others.cost) } };
}
