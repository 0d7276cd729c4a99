import type { Scan, Section } from '../tables/scan.ts';
import { fieldsBy, hasTitles, type NamedFields, namedRow, nameOf } from './named-rows.ts';
import type { SectionForm } from './section-form.ts';
import { costOfWord, type RowKind } from './table-words.ts';

/** Simply Auto: one file (Fuel_Log.csv) of fills, work and costs of all vehicles. */

const FIELDS: NamedFields = {
  ...{ vehicleid: 'vehicle', odometer: 'reading', qty: 'volume', partialtank: 'isPartial', missedfillup: 'isMissedBefore' },
  ...{ totalcost: 'total', fillingstation: 'place', notes: 'note' },
};
const [WORK, COST] = ['1', '2'];

export const isSimplyAuto = ({ sections: [section, ...others] }: Scan): boolean =>
  section !== undefined &&
  others.length === 0 &&
  hasTitles(section, ['vehicleid', 'recordtype', 'qty', 'partialtank', 'day', 'month', 'year']);

export function simplyAutoSection(section: Section): SectionForm {
  const rowOf = namedRow(section);
  const described = section.columns.findIndex(({ title }) => nameOf(title) === 'recorddesc');
  /** The last one, not in quotes: its commas divide it into further cells. */
  const descriptionOf = (cells: readonly string[]): string =>
    [cells[described], ...cells.slice(section.columns.length)].filter(Boolean).join(', ');
  // Some versions count months from zero.
  const first = section.columns.some(({ title, hasZero }) => nameOf(title) === 'month' && hasZero) ? 1 : 0;
  return {
    ...{ kind: 'fill', dayOrder: 'ymd', fields: fieldsBy(section, FIELDS) },
    kindOf: (cells): RowKind => {
      const { recordtype } = rowOf(cells);
      if (recordtype === WORK) return { kind: 'work' };
      if (recordtype !== COST) return { kind: 'fill' };
      return costOfWord(descriptionOf(cells));
    },
    cellsOf: (cells) => {
      const { day = '', month = '', year = '', fuelbrand = '', fillingstation = '', recordtype } = rowOf(cells);
      const performedOn = `${year}-${/^\d+$/.test(month) ? Number(month) + first : month}-${day}`;
      const place = fillingstation || fuelbrand;
      return recordtype === WORK || recordtype === COST
        ? { performedOn, place, volume: '', title: descriptionOf(cells) }
        : { performedOn, place };
    },
  };
}
