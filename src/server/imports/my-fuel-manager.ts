import type { Fuel } from '#contract/fuels.ts';
import type { Scan, Section } from '../tables/scan.ts';
import { fieldsBy, type NamedFields, namedRow } from './named-rows.ts';
import type { SectionForm } from './section-form.ts';
import { costOfWord, kindOfWord, type RowKind } from './table-words.ts';

/** My Fuel Manager: a file for each kind, whose first line names it, such as “My Fuel Manager - Fuel”. */

export const MY_FUEL_MANAGER = 'My Fuel Manager - ';

const FILLS: NamedFields = {
  ...{ date: 'performedOn', fillupvolume: 'volume', odometer: 'reading', totalprice: 'total', note: 'note', vehiclename: 'vehicle' },
};
const COSTS: NamedFields = {
  ...{ date: 'performedOn', totalprice: 'total', financecategory: 'kind', odometer: 'reading', note: 'note', vehiclename: 'vehicle' },
};
/** The currency of the file is US dollars, whatever was paid, and is left out. */
const FUELS: Partial<Record<string, Fuel>> = { 1: 'petrol', 2: 'diesel' };
const PARTIAL = 'P';
const WORK = ['work', 'diagnostic', 'oil', 'replacement parts'];

const kindOf = ({ name }: Section): string => (name.startsWith(MY_FUEL_MANAGER) ? name.slice(MY_FUEL_MANAGER.length).toLowerCase() : '');

export const isMyFuelManager = ({ sections }: Scan): boolean => sections.some((section) => kindOf(section) !== '');

/** Trips, reminders and vehicles are not brought. */
export function myFuelManagerSection(section: Section): SectionForm | undefined {
  const rowOf = namedRow(section);
  const noteOf = (cells: readonly string[]) => withoutEntities(rowOf(cells).note ?? '');
  const kind = kindOf(section);
  if (kind === 'fuel')
    return {
      ...{ kind: 'fill', fields: fieldsBy(section, FILLS) },
      cellsOf: (cells) => {
        const { fuel = '', tankstatusafterfillup } = rowOf(cells);
        return { note: noteOf(cells), fuel: FUELS[fuel] ?? '', isFull: tankstatusafterfillup === PARTIAL ? '0' : '1' };
      },
    };
  if (kind !== 'costs' && kind !== 'incomes') return undefined;
  return {
    ...{ kind: 'cost', fields: fieldsBy(section, COSTS) },
    kindOf: (cells): RowKind => {
      const category = rowOf(cells).financecategory ?? '';
      if (kind === 'incomes') return { kind: 'cost', category: 'refund' };
      if (WORK.includes(category.toLowerCase())) return { kind: 'work' };
      return kindOfWord(category)?.kind === 'work' ? { kind: 'work' } : costOfWord(category);
    },
    cellsOf: (cells) => ({ note: noteOf(cells) }),
  };
}

const ENTITIES: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name ?? ''] ?? whole),
  );
