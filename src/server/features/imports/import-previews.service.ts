import { IMPORT_NEW, type ImportedVehicle, type RefusedRow } from '#contract/imports.ts';
import { IMPORT_REFUSED_SHOWN } from '#contract/limits.ts';
import type { Judge, Judged } from './import-judge.service.ts';
import { draftsOf, type StoredRows } from './import-parts.service.ts';
import { nameOf, numberOf, type Placed } from './placement.rules.ts';
import type { PreviewContent, StoredImport } from './stored-import.rules.ts';
import { newVehicleOf } from './vehicle-checks.rules.ts';

/** What an import would add. */
export async function previewOf(rows: StoredRows, stored: StoredImport, judge: Judge): Promise<PreviewContent> {
  const tally = tallyOf(stored, judge);
  for await (const part of draftsOf(rows, 'refused')) for (const row of part.rows) tally.refuse(part.vehicle, row);
  for await (const { vehicle, rows: lines } of draftsOf(rows, 'lines'))
    for (const row of lines) tally.add(vehicle, judge.line(vehicle, row), 'plan');
  for await (const { vehicle, rows: entries } of draftsOf(rows, 'entries'))
    for (const row of entries) {
      tally.date((row.input as { performedOn?: string }).performedOn);
      tally.add(vehicle, judge.entry(vehicle, row), row.kind);
    }
  return tally.result();
}

/** Counts judged rows by vehicle and kind. */
function tallyOf({ head, answers }: StoredImport, judge: Judge) {
  const counts: PreviewContent['counts'] = { work: 0, fill: 0, cost: 0, reading: 0, plan: 0 };
  const refused: RefusedRow[] = [];
  /** Of vehicles that the file does not contain. */
  let astray = 0;
  const days: { from: string | null; to: string | null } = { from: null, to: null };
  const vehicles = head.vehicles.map((vehicle, index): ImportedVehicle => {
    const placed = judge.placed[index] as Placed;
    const isNew = placed.target === IMPORT_NEW && placed.reason === null;
    const missing = isNew ? newVehicleOf(vehicle, answers[index]?.fields).missing : [];
    return {
      index,
      name: nameOf(vehicle),
      number: numberOf(vehicle.fields),
      ...placed,
      missing,
      fresh: 0,
      known: 0,
      refused: 0,
      leftOut: 0,
    };
  });
  const keep = (row: RefusedRow): void => {
    if (refused.length < IMPORT_REFUSED_SHOWN) refused.push(row);
  };
  const sum = (of: 'fresh' | 'known' | 'refused' | 'leftOut') => vehicles.reduce((total, vehicle) => total + vehicle[of], 0);
  return {
    refuse(vehicle: number, row: RefusedRow): void {
      const of = vehicles[vehicle];
      if (of) of.refused += 1;
      else astray += 1;
      keep(row);
    },
    add(vehicle: number, judged: Judged<unknown>, kind: keyof typeof counts): void {
      const of = vehicles[vehicle];
      if (!of) return;
      if (!judge.accesses[vehicle]) {
        of.leftOut += 1;
        return;
      }
      of[judged.is] += 1;
      if (judged.is === 'fresh') counts[kind] += 1;
      if (judged.is === 'refused') keep(judged.refused);
    },
    date(day: string | undefined): void {
      if (day && (days.from === null || day < days.from)) days.from = day;
      if (day && (days.to === null || day > days.to)) days.to = day;
    },
    result: (): PreviewContent => ({
      ...{
        ...days,
        vehicles,
        counts,
        fresh: sum('fresh'),
        known: sum('known'),
        leftOut: sum('leftOut'),
        refusedCount: sum('refused') + astray,
      },
      refused,
    }),
  };
}

/** All rows that cannot be taken: those that could not be read, then those that do not fit their vehicle. */
export async function* refusedRows(stored: StoredRows, open?: () => Promise<Judge>): AsyncGenerator<RefusedRow[], void> {
  for await (const { rows } of draftsOf(stored, 'refused')) yield rows;
  if (!open) return;
  const judge = await open();
  for await (const { vehicle, rows } of draftsOf(stored, 'lines')) yield rows.flatMap((row) => refusalOf(judge.line(vehicle, row)));
  for await (const { vehicle, rows } of draftsOf(stored, 'entries')) yield rows.flatMap((row) => refusalOf(judge.entry(vehicle, row)));
}

const refusalOf = (judged: Judged<unknown>): RefusedRow[] => (judged.is === 'refused' ? [judged.refused] : []);
