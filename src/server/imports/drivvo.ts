import type { TableField } from '#contract/tables.ts';
import type { Scan, Section } from '../tables/scan.ts';
import type { SectionForm } from './section-form.ts';
import { costOfWord, flagOf, TITLES, wordOf } from './table-words.ts';

/** Drivvo writes titles and words in the language of the phone, so that its columns are known by their places. */

const REFUELLING_MIN = 19;
const EXPENSE_MIN = 11;
/** A title with text after its quotes, such as `"Full tank" 2`. */
const SECOND_TANK = /"\s*[23]$/;

type Places = Partial<Record<TableField, number>>;
const REFUELLING: Places = {
  reading: 0,
  performedOn: 1,
  fuel: 2,
  pricePerUnit: 3,
  total: 4,
  volume: 5,
  isFull: 6,
  place: 23,
  note: 27,
  vehicle: 29,
};
/** The note of files without stations. */
const OLD_REFUELLING: Places = { ...REFUELLING, place: -1, note: 18, vehicle: -1 };
const EXPENSE: Places = { reading: 0, performedOn: 1, total: 2, kind: 3, place: 4, note: 8, title: 9 };
const OLD_EXPENSE: Places = { reading: 0, performedOn: 1, total: 2, kind: 3, place: 4, note: 6 };
const SERVICE: Places = { reading: 0, performedOn: 1, total: 2, kind: 3, place: 4, note: 7, title: 8 };
const OLD_SERVICE: Places = { reading: 0, performedOn: 1, total: 2, kind: 3, place: 4, note: 5 };

const REFUELLINGS = 'refuelling|refueling|reabastecimiento|abastecimento|заправка|заправки|tanken|tankowanie|ravitaillement'.split('|');
const EXPENSES = 'expense|expenses|gasto|despesa|расход|расходы|витрата|витрати|ausgabe|wydatek|dépense'.split('|').map(wordOf);
const SERVICES = 'service|services|servicio|serviço|сервис|обслуживание|сервіс|обслуговування|wartung|serwis|entretien'
  .split('|')
  .map(wordOf);

/** The columns of each tank: fuel, price of a unit, total, volume and whether it was filled up. */
const TANKS = [2, 7, 12];
const TANK_COLUMNS = 5;

/** A row for each tank that was filled. */
function tanksOf(cells: readonly string[]): string[][] {
  const tanks = TANKS.map((at) => cells.slice(at, at + TANK_COLUMNS));
  const filled = tanks.filter(([, , total = '', volume = '']) => /[1-9]/.test(total + volume));
  const rows = filled.length > 0 ? filled : tanks.slice(0, 1);
  return rows.map((tank) => [...cells.slice(0, TANKS[0]), ...tank, ...cells.slice(TANKS[1])]);
}

const isRefuelling = ({ name, columns }: Section): boolean => {
  if (name !== '') return REFUELLINGS.includes(wordOf(name));
  return columns.length >= REFUELLING_MIN && columns.filter(({ title }) => SECOND_TANK.test(title)).length > 1;
};

/** Each section begins with a reading and a day. */
const isOne = (section: Section): boolean => {
  const [reading, day] = section.columns;
  const isDay = day !== undefined && (day.dayOrder !== null || TITLES.get(wordOf(day.title)) === 'performedOn' || day.openDays.length > 0);
  if (!reading || !isDay) return false;
  return isRefuelling(section) || EXPENSES.includes(wordOf(section.name)) || SERVICES.includes(wordOf(section.name));
};

export const isDrivvo = ({ sections }: Scan): boolean => sections.some((section) => isOne(section));

export function drivvoSection(section: Section): SectionForm | undefined {
  if (!isOne(section)) return undefined;
  const width = section.columns.length;
  if (isRefuelling(section)) {
    const places = width > REFUELLING_MIN ? REFUELLING : OLD_REFUELLING;
    return { kind: 'fill', fields: fieldsOf(places, width), cellsOf: fullTank, ...(width < REFUELLING_MIN ? {} : { rowsOf: tanksOf }) };
  }
  const isService = SERVICES.includes(wordOf(section.name));
  const places = isService ? (width > 8 ? SERVICE : OLD_SERVICE) : width >= EXPENSE_MIN ? EXPENSE : OLD_EXPENSE;
  return {
    ...{ kind: isService ? 'work' : 'cost', fields: fieldsOf(places, width) },
    kindOf: (cells) => (isService ? { kind: 'work' } : costOfWord(cells[3] ?? '')),
  };
}

function fieldsOf(places: Places, width: number): (TableField | null)[] {
  const fields: (TableField | null)[] = Array.from({ length: width }, () => null);
  for (const [field, place] of Object.entries(places)) if (place >= 0 && place < width) fields[place] = field as TableField;
  return fields;
}

/** Yes in a language that is not known: full, unless it is a no. */
const fullTank = (cells: readonly string[]): { isFull?: string } => {
  const said = cells[6] ?? '';
  return said !== '' && flagOf(said) === undefined ? { isFull: '1' } : {};
};
