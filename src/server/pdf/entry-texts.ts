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
/** How readings and distances of the vehicle are written. */
type Distance = (value: number) => string;

/** As the history on the page shows it, without unit prices. */
export function entryTexts(entry: ReportEntry, texts: ReportTexts, distance: Distance): EntryTexts {
  switch (entry.kind) {
    case 'work': {
      const { operationName, partName, partCode } = entry;
      return { what: operationName, detail: partName === '-' ? undefined : partName, more: partCode === '-' ? undefined : partCode };
    }
    case 'fill':
      return fillTexts(entry, texts, distance);
    case 'cost':
      return costTexts(entry, texts);
    case 'reading':
      return { what: readingText(entry, texts, distance) };
  }
}

function fillTexts(
  { fuel, grade, volume, volumeUnit, place, consumption }: Of<'fill'>,
  texts: ReportTexts,
  distance: Distance,
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
      ? `${consumption.isApproximate ? '≈ ' : ''}${used} ${entries('fill.stretch', { distance: distance(consumption.distance) })}`
      : undefined,
    detail: parts.join(', '),
    more: place ?? undefined,
  };
}

function costTexts({ category, title, quantity, quantityUnit, place }: Of<'cost'>, { entries, figure }: ReportTexts): EntryTexts {
  const amount = quantity !== null && quantityUnit !== null ? [entries(`quantity.${quantityUnit}`, { quantity: figure(quantity) })] : [];
  return { what: title, detail: [entries(`category.${category}`), ...amount].join(', '), more: place ?? undefined };
}

function readingText({ reading, isReset, oldReading }: Of<'reading'>, { entries, figure }: ReportTexts, distance: Distance): string {
  if (!isReset) return entries('kind.reading');
  return oldReading === null ? entries('resetFromUnknown') : entries('reset', { old: figure(oldReading), now: distance(reading) });
}

/** What the sums of the history contain. */
export function sumsOf({ kinds }: Pick<ReportSettings, 'kinds'>, { pdf }: ReportTexts): string {
  const summed = (['work', 'fill', 'cost'] as const).filter((kind) => kinds.includes(kind));
  return summed.map((kind) => pdf(`summed.${kind}`)).join(', ');
}
