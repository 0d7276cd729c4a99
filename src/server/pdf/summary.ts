import { type Canvas, type Lines, PAGE } from './canvas.ts';
import { nameOf, numberOf } from './cover.ts';
import { sumsOf } from './entry-texts.ts';
import { columnsOf, drawRow } from './history.ts';
import type { Block } from './pages.ts';
import type { ReportEntry, ReportSection, ReportSettings } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

/** Widths with their gap: vehicle, number of entries, sum, page. */
const WITH_PRICES = [265, 80, 120, 46];
const WITHOUT_PRICES = [345, 120, 46];
const PADDING = 5;

interface SummaryTarget {
  canvas: Canvas;
  texts: ReportTexts;
  settings: ReportSettings;
  element: () => PDFKit.PDFStructureElement;
  /** The page on which the part of a vehicle starts; known when the summary is drawn. */
  pageOf: (section: ReportSection) => number;
}

/** The list of the vehicles in a report on several, with totals. */
export function summaryBlocks({ canvas, texts, settings, element, pageOf }: SummaryTarget, sections: readonly ReportSection[]): Block[] {
  const { hasPrices } = settings;
  const columns = columnsOf(hasPrices ? WITH_PRICES : WITHOUT_PRICES, (index) => index > 0);
  const row = (type: 'TH' | 'TD', cells: readonly (readonly Lines[])[], last: () => string): Block => {
    const height = Math.max(...cells.map(canvas.heightOf)) + 2 * PADDING;
    return {
      height,
      draw(y) {
        const page: Lines[] = [canvas.wrapped(type === 'TH' ? 'label' : 'cell', last())];
        drawRow({ canvas, columns, element }, type, [...cells, page], y + PADDING);
        canvas.artifact('Layout', () => canvas.rule(y + height));
      },
    };
  };
  const cell = (style: 'label' | 'cell' | 'strongCell', text: string): Lines[] => [canvas.wrapped(style, text)];
  const total = (entries: readonly ReportEntry[]): Lines[][] => [
    cell('cell', entries.length.toLocaleString(texts.lang)),
    ...(hasPrices ? [[canvas.wrapped('cell', texts.sumOf(entries), columns[2]?.width)]] : []),
  ];
  const nameCell = (section: ReportSection): Lines[] => {
    const { label, value } = numberOf(section, texts);
    const width = columns[0]?.width;
    return [
      canvas.wrapped('strongCell', `${nameOf(section)}, ${section.vehicle.year}`, width),
      canvas.wrapped('label', `${label} ${value}`, width),
    ];
  };
  const heads = [
    cell('label', texts.pdf('vehicle')),
    cell('label', texts.pdf('records')),
    ...(hasPrices ? [[canvas.wrapped('label', texts.pdf('total', { kinds: sumsOf(settings, texts) }), columns[2]?.width)]] : []),
  ];
  return [
    row('TH', heads, () => texts.pdf('page')),
    ...sections.map((section) => row('TD', [nameCell(section), ...total(section.entries)], () => String(pageOf(section)))),
    row('TD', [cell('strongCell', texts.records('history.total')), ...total(sections.flatMap(({ entries }) => entries))], () => ''),
  ];
}

/** The title above the list; `parent` is its element in the structure of the document. */
export function summaryTitle({ canvas, texts, settings }: SummaryTarget, count: number, parent: () => PDFKit.PDFStructureElement): Block {
  const parts: [string, Lines, number][] = [
    ['P', canvas.wrapped('mark', texts.pdf('book')), 16],
    ['H1', canvas.wrapped('name', texts.pdf('vehicles', { count })), 4],
    ['P', canvas.wrapped('label', `${texts.pdf('made')}: ${texts.day(settings.day)}`), 18],
  ];
  return {
    height: parts.reduce((height, [, lines, gap]) => height + canvas.heightOf([lines]) + gap, 0),
    keepsNext: true,
    draw(top) {
      let y = top;
      for (const [type, lines, gap] of parts) {
        const at = y;
        parent().add(canvas.element(type, () => canvas.write([lines], PAGE.left, at)));
        y += canvas.heightOf([lines]) + gap;
      }
    },
  };
}
