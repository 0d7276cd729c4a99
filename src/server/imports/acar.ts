import type { VolumeUnit } from '#contract/fuels.ts';
import { patternOrder } from '../tables/days.ts';
import type { Scan, Section } from '../tables/scan.ts';
import { fieldsBy, hasTitles, type NamedFields, namedRow, nameOf } from './named-rows.ts';
import type { SectionForm } from './section-form.ts';
import { guessedUnit } from './table-columns.ts';
import { costOfWord, fuelOfWord } from './table-words.ts';

/** aCar, which is the app of Fuelly now: sections of fills and of other records of all vehicles, called by rows with one cell. */

const [FILLS, EVENTS, SERVICES, EXPENSES] = ['Fill-Up Records', 'Event Records', 'Service Records', 'Expense Records'];
const METADATA = 'Metadata';
export const ACAR_SECTIONS: readonly string[] = [FILLS, EVENTS, SERVICES, EXPENSES, METADATA, 'Vehicles', 'Trip Records'];

const SHARED: NamedFields = {
  ...{ vehicle: 'vehicle', date: 'performedOn', odometerreading: 'reading', totalcost: 'total', notes: 'note' },
};
const FILL: NamedFields = {
  ...{ ...SHARED, volume: 'volume', priceperunit: 'pricePerUnit', partialfillup: 'isPartial', previouslymissedfillups: 'isMissedBefore' },
};
const SERVICE = 'service';

export const isAcar = ({ sections }: Scan): boolean =>
  sections.some(
    (section) => [FILLS, EVENTS, SERVICES, EXPENSES].includes(section.name) && hasTitles(section, ['vehicle', 'odometerreading']),
  );

const unitOf = (text: string): VolumeUnit => (/^kg/i.test(text) ? 'kg' : guessedUnit([text]));
const columnOf = ({ columns }: Section, name: string) => columns.find(({ title }) => nameOf(title) === name);

/** What the vehicles are, and their trips, is not brought. */
export function acarSection(section: Section, { sections }: Scan): SectionForm | undefined {
  const metadata = sections.find(({ name }) => name === METADATA);
  const pattern = (metadata && columnOf(metadata, 'dateformat')?.examples[0]) ?? '';
  const dayOrder = patternOrder(pattern);
  if (section.name === FILLS) return { ...fillsForm(section), dayOrder };
  return [EVENTS, SERVICES, EXPENSES].includes(section.name) ? { ...eventsForm(section), dayOrder } : undefined;
}

function fillsForm(section: Section): SectionForm {
  const rowOf = namedRow(section);
  return {
    ...{ kind: 'fill', fields: fieldsBy(section, FILL), volumeUnit: unitOf(columnOf(section, 'volumeunit')?.examples[0] ?? '') },
    volumeUnitOf: (cells) => unitOf(rowOf(cells).volumeunit ?? ''),
    cellsOf: (cells) => {
      const { fuelcategory = '', fueltype = '', fuelbrand, fuelingstationaddress = '' } = rowOf(cells);
      // "Gasoline - Regular (87)" in versions without a category.
      const fuel = [fuelcategory, fueltype.split(' - ')[0] ?? ''].find(fuelOfWord) ?? fueltype;
      return { fuel, place: fuelbrand || fuelingstationaddress };
    },
  };
}

function eventsForm(section: Section): SectionForm {
  const rowOf = namedRow(section);
  const titleOf = (cells: readonly string[]): string => {
    const { subtypes, services, expenses, type = '' } = rowOf(cells);
    return subtypes || services || expenses || type;
  };
  return {
    ...{ kind: section.name === EXPENSES ? 'cost' : 'work', fields: fieldsBy(section, SHARED) },
    kindOf: (cells) => {
      const isWork = section.name === SERVICES || (section.name === EVENTS && rowOf(cells).type?.toLowerCase() === SERVICE);
      return isWork ? { kind: 'work' } : costOfWord(titleOf(cells));
    },
    cellsOf: (cells) => {
      const { placename, placeaddress = '' } = rowOf(cells);
      return { title: titleOf(cells), place: placename || placeaddress };
    },
  };
}
