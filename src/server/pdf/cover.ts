import { numberKindOf } from '#contract/vehicle-types.ts';
import { type Canvas, CONTENT_WIDTH, PAGE } from './canvas.ts';
import { sumsOf } from './entry-texts.ts';
import type { ReportSection, ReportSettings } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

const PHOTO_HEIGHT = 250;
/** A longer name is written smaller. */
const TITLE_LINES = 2;
const COLUMN_GAP = 24;
const FACT_WIDTH = (CONTENT_WIDTH - COLUMN_GAP) / 2;

export interface Fact {
  label: string;
  value: string;
}

export const nameOf = ({ vehicle }: ReportSection): string => `${vehicle.brand} ${vehicle.model}`;

/** VIN, HIN, serial or chassis number, with its name. */
export function numberOf({ vehicle }: ReportSection, texts: ReportTexts): Fact {
  const kind = numberKindOf(vehicle);
  return {
    label: texts.vehicles(`numbers.${kind}`),
    value: vehicle[kind === 'chassis' ? 'serialNumber' : kind] ?? texts.vehicles('card.none'),
  };
}

/** The data of the vehicle and of the report. */
export function factsOf(section: ReportSection, texts: ReportTexts, settings: ReportSettings): Fact[] {
  const { vehicle, unit, entries } = section;
  const { vehicles, pdf } = texts;
  const newest = entries[0]?.performedOn;
  const oldest = entries.at(-1)?.performedOn;
  const none = vehicles('card.none');
  const bodyLabel = vehicles(vehicle.vehicleType === 'motorcycle' ? 'details.motorcycleType' : 'details.body');
  return [
    numberOf(section, texts),
    ...(vehicle.plate === null ? [] : [{ label: vehicles('numbers.plate'), value: vehicle.plate }]),
    { label: vehicles(`readingName.${unit}`), value: vehicle.reading === null ? none : texts.reading(vehicle.reading, unit) },
    { label: vehicles('details.year'), value: String(vehicle.year) },
    ...(vehicle.carType ? [{ label: bodyLabel, value: vehicles(`bodies.${vehicle.carType}`) }] : []),
    ...(vehicle.fuelType ? [{ label: vehicles('details.fuel'), value: vehicles(`fuels.${vehicle.fuelType}`) }] : []),
    ...(vehicle.secondFuelType === null
      ? []
      : [{ label: vehicles('details.secondFuelType'), value: vehicles(`secondFuels.${vehicle.secondFuelType}`) }]),
    ...(vehicle.engineVolume === null ? [] : [{ label: vehicles('details.engine'), value: texts.litres(vehicle.engineVolume) }]),
    { label: vehicles('details.color'), value: vehicle.color },
    {
      label: pdf('records'),
      value: entries.length === 0 ? vehicles('card.noWork') : texts.records('history.count', { count: entries.length }),
    },
    ...(newest && oldest ? [{ label: pdf('period'), value: [...new Set([oldest, newest])].map(texts.day).join(' – ') }] : []),
    ...(settings.hasPrices ? [{ label: pdf('total', { kinds: sumsOf(settings, texts) }), value: texts.sumOf(entries) }] : []),
    { label: pdf('made'), value: texts.day(settings.day) },
  ];
}

/** The photo, in its own proportions; returns the y below it. */
function drawPhoto({ doc }: Canvas, photo: Uint8Array, y: number): number {
  // Without coordinates the image moves them.
  doc.x = PAGE.left;
  doc.y = y;
  doc.image(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength), { fit: [CONTENT_WIDTH, PHOTO_HEIGHT] });
  return doc.y;
}

/** Draws the cover of a vehicle; `parent` is its element in the structure of the document. */
export function drawCover(
  canvas: Canvas,
  texts: ReportTexts,
  section: ReportSection,
  facts: readonly Fact[],
  parent: PDFKit.PDFStructureElement,
): void {
  const { vehicle, photo } = section;
  const name = nameOf(section);
  let y: number = PAGE.top;
  const write = (type: string, lines: ReturnType<Canvas['wrapped']>[], gap: number): void => {
    const draw = (): void => {
      y = canvas.write(lines, PAGE.left, y) + gap;
    };
    parent.add(canvas.element(type, draw));
  };
  write('P', [canvas.wrapped('mark', texts.pdf('book'))], 16);
  const title = canvas.wrapped('name', name);
  write('H1', [title.lines.length > TITLE_LINES ? canvas.wrapped('heading', name) : title], 4);
  write('P', [canvas.wrapped('heading', texts.vehicles(`types.${vehicle.vehicleType}`))], 18);
  if (photo) {
    const draw = (): void => {
      y = drawPhoto(canvas, photo, y);
    };
    parent.add(canvas.element('Figure', draw, texts.vehicles('photo.alt', { name })));
    y += 20;
  }
  canvas.artifact('Layout', () => canvas.rule(y));
  drawFacts(canvas, facts, y + 14, parent);
}

/** Two columns of labels and values. */
function drawFacts(canvas: Canvas, facts: readonly Fact[], top: number, parent: PDFKit.PDFStructureElement): void {
  let y = top;
  for (let first = 0; first < facts.length; first += 2) {
    const row = facts.slice(first, first + 2);
    const cells = row.map(({ label, value }) => [canvas.wrapped('label', label, FACT_WIDTH), canvas.wrapped('value', value, FACT_WIDTH)]);
    for (const [index, cell] of cells.entries()) {
      const x = PAGE.left + index * (FACT_WIDTH + COLUMN_GAP);
      const at = y;
      parent.add(canvas.element('P', () => canvas.write(cell, x, at)));
    }
    y += Math.max(...cells.map(canvas.heightOf)) + 10;
  }
}
