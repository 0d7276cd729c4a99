import { numberKindOf } from '#contract/vehicle-types.ts';
import { type Canvas, COLORS, CONTENT_WIDTH, type Lines, PAGE } from './canvas.ts';
import { sumsOf } from './entry-texts.ts';
import type { ReportSection, ReportSettings } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

/** Of the frame of the photo; it is lower for a wide photo, or if the facts need the space. */
const PHOTO_HEIGHT = { most: 340, least: 160 };
const PHOTO_GAP = 20;
const FACTS_GAP = 14;
const ROW_GAP = 10;
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
    ...(settings.hasPrices && entries.length > 0
      ? [{ label: pdf('total', { kinds: sumsOf(settings, texts) }), value: texts.sumOf(entries) }]
      : []),
    { label: pdf('made'), value: texts.day(settings.day) },
  ];
}

/** What the types of pdfkit leave out. */
interface ImageOpener {
  openImage(source: Buffer): { width: number; height: number };
}

/** Draws the photo, in its own proportions, in the middle of a frame as wide as the page; returns the height of the frame. */
function drawPhoto({ doc }: Canvas, photo: Uint8Array, y: number, most: number): number {
  const source = Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength);
  const image = (doc as unknown as ImageOpener).openImage(source);
  const height = Math.min(most, (CONTENT_WIDTH * image.height) / image.width);
  doc.rect(PAGE.left, y, CONTENT_WIDTH, height).fill(COLORS.band);
  doc.image(source, PAGE.left, y, { fit: [CONTENT_WIDTH, height], align: 'center', valign: 'center' });
  return height;
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
  const write = (type: string, lines: Lines[], gap: number): void => {
    const draw = (): void => {
      y = canvas.write(lines, PAGE.left, y) + gap;
    };
    parent.add(canvas.element(type, draw));
  };
  write('P', [canvas.wrapped('mark', texts.pdf('book'))], 16);
  const title = canvas.wrapped('name', name);
  write('H1', [title.lines.length > TITLE_LINES ? canvas.wrapped('heading', name) : title], 4);
  write('P', [canvas.wrapped('heading', texts.vehicles(`types.${vehicle.vehicleType}`))], 18);
  const rows = factRows(canvas, facts);
  if (photo) {
    const left = PAGE.height - PAGE.bottom - y - PHOTO_GAP - FACTS_GAP - rows.reduce((sum, row) => sum + row.height, 0);
    const most = Math.max(PHOTO_HEIGHT.least, Math.min(PHOTO_HEIGHT.most, left));
    const draw = (): void => {
      y += drawPhoto(canvas, photo, y, most);
    };
    parent.add(canvas.element('Figure', draw, texts.vehicles('photo.alt', { name })));
    y += PHOTO_GAP;
  }
  canvas.artifact('Layout', () => canvas.rule(y));
  drawFacts(canvas, rows, y + FACTS_GAP, parent);
}

interface FactRow {
  cells: Lines[][];
  /** With the gap below it. */
  height: number;
}

/** Two columns of labels and values. */
function factRows(canvas: Canvas, facts: readonly Fact[]): FactRow[] {
  return Array.from({ length: Math.ceil(facts.length / 2) }, (_, index) => {
    const cells = facts
      .slice(2 * index, 2 * index + 2)
      .map(({ label, value }) => [canvas.wrapped('label', label, FACT_WIDTH), canvas.wrapped('value', value, FACT_WIDTH)]);
    return { cells, height: Math.max(...cells.map(canvas.heightOf)) + ROW_GAP };
  });
}

function drawFacts(canvas: Canvas, rows: readonly FactRow[], top: number, parent: PDFKit.PDFStructureElement): void {
  let y = top;
  for (const { cells, height } of rows) {
    for (const [index, cell] of cells.entries()) {
      const x = PAGE.left + index * (FACT_WIDTH + COLUMN_GAP);
      const at = y;
      parent.add(canvas.element('P', () => canvas.write(cell, x, at)));
    }
    y += height;
  }
}
