import type { CostCategory } from '#contract/costs.ts';
import type { Fuel } from '#contract/fuels.ts';
import type { Scan, Section } from '../tables/scan.ts';
import { fieldsBy, hasTitles, type NamedFields, type NamedRow, namedRow } from './named-rows.ts';
import type { Cells, SectionForm } from './section-form.ts';

/** Spritmonitor: a file of fills or one of costs, in German or English, with codes for fuels and costs. */

const SHARED: NamedFields = {
  ...{ datum: 'performedOn', date: 'performedOn', kmstand: 'reading', odometer: 'reading', kosten: 'total', totalprice: 'total' },
  ...{ costs: 'total', bemerkung: 'note', note: 'note' },
};
const FILLS: NamedFields = { ...SHARED, spritmenge: 'volume', quantity: 'volume' };

const FUELS = new Map<string, Fuel>([
  ...['1', '2', '3', '4'].map((code) => [code, 'diesel'] as const),
  ...['6', '7', '8', '9', '15', '16', '18', '20', '22'].map((code) => [code, 'petrol'] as const),
  ...['13', '14'].map((code) => [code, 'cng'] as const),
  ...([
    ['12', 'gas'],
    ['19', 'electric'],
  ] as const),
]);
const ADBLUE = '21';
/** How far a tank was filled; nothing is known of what was burnt before the first fill. */
const FILLED = { partial: '2', first: '3' };

/** The codes of costs; those without a category are work. */
const COSTS: Partial<Record<string, [title: string, category?: CostCategory]>> = {
  ...{ 1: ['Maintenance'], 2: ['Repair'], 3: ['Tyre change'], 4: ['Oil change'], 8: ['Tuning'], 20: ['Spare parts'] },
  ...{ 5: ['Insurance', 'insurance'], 6: ['Tax', 'tax'], 7: ['Inspection', 'inspection'], 9: ['Accessories', 'accessory'] },
  // Sums of costs leave loans out, and the price of the vehicle with them.
  ...{ 10: ['Purchase price', 'loan'], 15: ['Financing', 'loan'] },
  ...{ 12: ['Care', 'wash'], 14: ['Registration', 'tax'], 16: ['Refund', 'refund'], 17: ['Fine', 'fine'] },
  ...{ 18: ['Parking', 'parking'], 19: ['Toll', 'toll'] },
};
const OTHER: [string, CostCategory] = ['Other', 'other'];

const isFills = (section: Section): boolean =>
  hasTitles(section, ['datum', 'kmstand', 'spritmenge', 'tankart']) ||
  hasTitles(section, ['date', 'odometer', 'trip', 'quantity', 'totalprice', 'currency', 'type', 'fuel', 'tires']);
const isCosts = (section: Section): boolean =>
  ['kosten', 'totalprice', 'costs'].some(
    (total) =>
      hasTitles(section, ['datum', 'kmstand', 'kostenart', 'wahrung', total]) ||
      hasTitles(section, ['date', 'odometer', 'costtype', 'currency', total]),
  );

export const isSpritmonitor = ({ sections: [section, ...others] }: Scan): boolean =>
  section !== undefined && others.length === 0 && (isFills(section) || isCosts(section));

/** With the currency beside the amount. */
const totalOf = (row: NamedRow): Cells => {
  const total = row.kosten ?? row.totalprice ?? row.costs ?? '';
  return { total: total && `${total} ${row.wahrung ?? row.currency ?? ''}`.trim() };
};

export function spritmonitorSection(section: Section): SectionForm {
  const rowOf = namedRow(section);
  return isFills(section) ? fillsForm(section, rowOf) : costsForm(section, rowOf);
}

type RowOf = ReturnType<typeof namedRow>;

function fillsForm(section: Section, rowOf: RowOf): SectionForm {
  const fuelOf = (row: NamedRow): string => row.kraftstoff ?? row.fuel ?? '';
  return {
    ...{ kind: 'fill', dayOrder: 'dmy', fields: fieldsBy(section, FILLS) },
    kindOf: (cells) => (fuelOf(rowOf(cells)) === ADBLUE ? { kind: 'cost', category: 'fluids' } : undefined),
    cellsOf: (cells) => {
      const row = rowOf(cells);
      if (fuelOf(row) === ADBLUE) return { ...totalOf(row), title: 'AdBlue' };
      const filled = row.tankart ?? row.type;
      const first = filled === FILLED.first ? { isMissedBefore: '1' } : {};
      return { ...totalOf(row), ...first, fuel: FUELS.get(fuelOf(row)) ?? '', isFull: filled === FILLED.partial ? '0' : '1' };
    },
  };
}

function costsForm(section: Section, rowOf: RowOf): SectionForm {
  const typeOf = (row: NamedRow) => COSTS[row.kostenart ?? row.costtype ?? ''] ?? OTHER;
  return {
    ...{ kind: 'cost', dayOrder: 'dmy', fields: fieldsBy(section, SHARED) },
    kindOf: (cells) => {
      const [, category] = typeOf(rowOf(cells));
      return category ? { kind: 'cost', category } : { kind: 'work' };
    },
    cellsOf: (cells) => {
      const row = rowOf(cells);
      return { ...totalOf(row), title: row.bezeichnung || row.description || typeOf(row)[0] };
    },
  };
}
