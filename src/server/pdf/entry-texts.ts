import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { ReportEntry, ReportSettings } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

/** The texts of an entry in its row; the second one of each cell is smaller. */
interface EntryTexts {
  what: string;
  aside?: string | undefined;
  detail?: string | undefined;
  more?: string | undefined;
}

type Of<Kind extends ReportEntry['kind']> = Extract<ReportEntry, { kind: Kind }>;
/** The unit of the vehicle's readings, and how they and distances are written. */
interface Readings {
  unit: ReadingUnit;
  write: (value: number) => string;
}

/** As the history on the page shows it, without unit prices. */
export function entryTexts(entry: ReportEntry, texts: ReportTexts, readings: Readings): EntryTexts {
  switch (entry.kind) {
    case 'work': {
      const { operationName, partName, partCode } = entry;
      return { what: operationName, detail: partName === '-' ? undefined : partName, more: partCode === '-' ? undefined : partCode };
    }
    case 'fill':
      return fillTexts(entry, texts, readings);
    case 'cost':
      return costTexts(entry, texts);
    case 'reading':
      return { what: readingText(entry, texts, readings) };
  }
}

function fillTexts(
  { fuel, grade, volume, volumeUnit, place, consumption }: Of<'fill'>,
  texts: ReportTexts,
  { write }: Readings,
): EntryTexts {
  const { entries, figure } = texts;
  const parts = [
    grade ?? entries(`fuel.${fuel}`),
    ...(volume === null ? [] : [entries(`volume.${volumeUnit}`, { volume: figure(volume) })]),
  ];
  const used = consumption && entries(`consumption.${consumption.unit}`, { value: figure(consumption.value) });
  return {
    what: entries('kind.fill'),
    aside: consumption
      ? `${consumption.isApproximate ? '≈ ' : ''}${used} ${entries('fill.stretch', { distance: write(consumption.distance) })}`
      : undefined,
    detail: parts.join(', '),
    more: place ?? undefined,
  };
}

function costTexts({ category, title, quantity, quantityUnit, place }: Of<'cost'>, { entries, figure }: ReportTexts): EntryTexts {
  const amount = quantity !== null && quantityUnit !== null ? [entries(`quantity.${quantityUnit}`, { quantity: figure(quantity) })] : [];
  return { what: title, detail: [entries(`category.${category}`), ...amount].join(', '), more: place ?? undefined };
}

function readingText({ reading, isReset, oldReading }: Of<'reading'>, { entries, figure }: ReportTexts, { unit, write }: Readings): string {
  const isHours = unit === 'h';
  if (!isReset) return entries(isHours ? 'kind.hours' : 'kind.reading');
  const counter = isHours ? 'hours' : 'distance';
  if (oldReading === null) return entries(`resetFromUnknown.${counter}`);
  return entries(`reset.${counter}`, { old: figure(oldReading), now: write(reading) });
}

/** What the sums of the history contain. */
export function sumsOf({ kinds }: Pick<ReportSettings, 'kinds'>, { pdf }: ReportTexts): string {
  const summed = (['work', 'fill', 'cost'] as const).filter((kind) => kinds.includes(kind));
  return summed.map((kind) => pdf(`summed.${kind}`)).join(', ');
}
