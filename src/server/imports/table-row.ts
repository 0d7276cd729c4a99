import * as z from 'zod/mini';
import { folded } from '#contract/folded.ts';
import { planLineInput } from '#contract/plan.ts';
import type { TableRow } from '../tables/table-rows.ts';
import type { Batches } from './batches.ts';
import { contentOf, reasonOf } from './reasons.ts';
import type { Cells, SectionForm } from './section-form.ts';
import type { TableFormat } from './table-columns.ts';
import { checked, inputOf, kindOf, newKeys, RefusedCell, valuesOf } from './table-entries.ts';
import type { Vehicles } from './table-vehicles.ts';

/** Adds rows; returns the day of one that was taken. */
export function rowAdder(vehicles: Vehicles, batches: Batches) {
  const uidOf = newKeys();

  function addReminder(vehicle: number, { line, cells }: TableRow, name: string, form: SectionForm): boolean {
    const reminder = form.reminderOf?.(cells);
    if (reminder?.line) {
      const parsed = z.safeParse(planLineInput, reminder.line);
      if (!parsed.success) throw new RefusedCell(reasonOf(parsed.error.issues[0]).code, reasonOf(parsed.error.issues[0]).field ?? '');
      const key = form.keyOf?.(cells);
      const uid = key ? uidOf('line', name, key) : uidOf('line', name, parsed.data.title, parsed.data.dueOn, parsed.data.dueAt);
      batches.add(vehicle, 'lines', { line, uid, input: parsed.data, stored: null });
    }
    return reminder?.isAlone ?? false;
  }

  function addEntry(vehicle: number, row: TableRow & { name: string; named: Cells }, format: TableFormat, form?: SectionForm): string {
    const { line, cells, name, named } = row;
    const values = valuesOf(named, format);
    const kind = form?.kindOf?.(cells) ?? kindOf(named, values, format.kind);
    const entry = checked(inputOf(named, values, kind, form?.volumeUnitOf?.(cells) ?? format.volumeUnit));
    const key = form?.keyOf?.(cells);
    const { performedOn, reading, total } = values;
    const uid = key ? uidOf(name, form?.kind, key) : uidOf(name, entry.kind, performedOn, reading, total);
    batches.add(vehicle, 'entries', { line, uid, content: shown(cells), ...entry });
    return performedOn;
  }

  return (row: TableRow, format: TableFormat, form?: SectionForm): string | undefined => {
    const { line, cells } = row;
    if (cells.every((cell) => cell === '')) return undefined;
    const named: Cells = {};
    for (const [n, field] of format.fields.entries()) if (field) named[field] = cells[n] ?? '';
    Object.assign(named, form?.cellsOf?.(cells));
    const vehicle = form?.vehicle ?? vehicles.of(named.vehicle ?? '');
    const name = folded(vehicles.list[vehicle]?.name ?? '');
    try {
      if (form && addReminder(vehicle, row, name, form)) return undefined;
      return addEntry(vehicle, { ...row, name, named }, format, form);
    } catch (error) {
      if (!(error instanceof RefusedCell)) throw error;
      batches.add(vehicle, 'refused', { line, content: shown(cells), reason: error.reason });
      return undefined;
    }
  };
}

/** What a row says, shortened. */
export const shown = (cells: readonly string[]): string => contentOf(cells.filter(Boolean).join('; '));
