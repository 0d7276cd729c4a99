import { type Canvas, COLORS, CONTENT_WIDTH, type Lines, PAGE, STYLES, type StyleName } from './canvas.ts';
import type { Block } from './pages.ts';
import type { ReportRecord, ReportSection } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

interface Column {
  x: number;
  width: number;
  /** Its lines end at the right edge. */
  isRight: boolean;
}

/** The table of a history, and what is needed to draw it. */
interface Table {
  canvas: Canvas;
  texts: ReportTexts;
  hasPrices: boolean;
  section: ReportSection;
  columns: readonly Column[];
  /** Its element in the structure of the document, while it is drawn. */
  element: () => PDFKit.PDFStructureElement;
}

type Cell = readonly Lines[];

const GAP = 8;
const PADDING = 4;
const BAND_HEIGHT = 26;
/** The background of a year is wider than its text. */
const OVERHANG = 6;
const TOTAL_HEIGHT = 30;
/** Widths with their gap: day, reading, operation, part and code, price. */
const WITH_PRICES = [66, 80, 158, 119, 88];
const WITHOUT_PRICES = [66, 80, 198, 167];
const PRICE = 4;

/** Columns from the left edge; the widths include a gap, except the last one. */
export function columnsOf(widths: readonly number[], isRight: (index: number) => boolean): Column[] {
  let x = PAGE.left;
  return widths.map((width, index) => {
    const column = { x, width: width - (index === widths.length - 1 ? 0 : GAP), isRight: isRight(index) };
    x += width;
    return column;
  });
}

export const tableOf = (target: Omit<Table, 'columns'>): Table => ({
  ...target,
  columns: columnsOf(target.hasPrices ? WITH_PRICES : WITHOUT_PRICES, (index) => index === PRICE),
});

const writeCell = (canvas: Canvas, { x, width, isRight }: Column, cell: Cell, y: number): number =>
  canvas.write(cell, x, y, isRight ? x + width : undefined);

/** A row in the structure of the document, with a cell per column. */
export function drawRow(
  { canvas, columns, element }: Pick<Table, 'canvas' | 'columns' | 'element'>,
  type: 'TH' | 'TD',
  cells: readonly Cell[],
  y: number,
): void {
  const row = canvas.doc.struct('TR');
  element().add(row);
  const elements = columns.map((column, index) => canvas.element(type, () => writeCell(canvas, column, cells[index] ?? [], y)));
  for (const element of elements) row.add(element);
  row.end();
  for (const element of elements) canvas.forgetElement(element);
}

interface Totals {
  count: number;
  cents: number;
}

const totalsOf = (records: readonly ReportRecord[]): Totals => ({
  count: records.length,
  cents: records.reduce((sum, { cents }) => sum + cents, 0),
});

/** A row across the table: a title, the number of records and their sum. */
function drawSummary({ canvas, texts, hasPrices, element }: Table, title: string, totals: Totals, y: number): void {
  const line = (style: StyleName, text: string): Cell => [{ style, lines: [text] }];
  const row = canvas.doc.struct('TR');
  element().add(row);
  row.add(canvas.element('TH', () => canvas.write(line('band', title), PAGE.left, y)));
  const count = texts.records('history.count', { count: totals.count });
  const countAt = PAGE.left + canvas.measure('band', title) + 12;
  row.add(canvas.element('TD', () => canvas.write(line('label', count), countAt, y + 2)));
  if (hasPrices) {
    const sum = texts.money(totals.cents);
    row.add(canvas.element('TD', () => canvas.write(line('band', sum), PAGE.left, y, PAGE.width - PAGE.right)));
  }
  row.end();
}

function cellsOf({ canvas, texts, hasPrices, section, columns }: Table, record: ReportRecord): Cell[] {
  const lines = (style: StyleName, text: string, column: number): Lines => canvas.wrapped(style, text, columns[column]?.width);
  return [
    [lines('cell', texts.day(record.performedOn), 0)],
    [lines('strongCell', record.reading === 0 ? '–' : texts.reading(record.reading, section.unit), 1)],
    [lines('cell', record.operationName, 2)],
    [
      ...(record.partName === '-' ? [] : [lines('cell', record.partName, 3)]),
      ...(record.partCode === '-' ? [] : [lines('code', record.partCode, 3)]),
    ],
    hasPrices ? [lines('cell', texts.money(record.cents), PRICE)] : [],
  ];
}

/** Divides its texts into lines again when it is drawn: those of a long history would take more memory than its records. */
function recordBlock(table: Table, record: ReportRecord): Block {
  const { canvas } = table;
  const height = Math.max(...cellsOf(table, record).map(canvas.heightOf)) + 2 * PADDING;
  return {
    height,
    draw(y) {
      drawRow(table, 'TD', cellsOf(table, record), y + PADDING);
      canvas.artifact('Layout', () => canvas.rule(y + height));
    },
  };
}

const yearBlock = (table: Table, year: string, totals: Totals): Block => ({
  height: BAND_HEIGHT,
  keepsNext: true,
  draw(y) {
    const { canvas } = table;
    canvas.artifact('Layout', () =>
      canvas.doc.rect(PAGE.left - OVERHANG, y + 3, CONTENT_WIDTH + 2 * OVERHANG, BAND_HEIGHT - 6).fill(COLORS.band),
    );
    drawSummary(table, year, totals, y + (BAND_HEIGHT - STYLES.band.leading) / 2);
  },
});

const totalBlock = (table: Table, totals: Totals): Block => ({
  height: TOTAL_HEIGHT,
  draw(y) {
    const { canvas, texts } = table;
    canvas.artifact('Layout', () => {
      canvas.rule(y, 1);
      canvas.rule(y + 2.5, 1);
    });
    drawSummary(table, texts.records('history.total'), totals, y + 10);
  },
});

/** The records by year, each year with its number of records and their sum, and the total; one block at a time. */
export function* historyBlocks(table: Table): Generator<Block> {
  const { records } = table.section;
  for (const [year, items] of Map.groupBy(records, ({ performedOn }) => performedOn.slice(0, 4))) {
    yield yearBlock(table, year, totalsOf(items));
    for (const record of items) yield recordBlock(table, record);
  }
  yield totalBlock(table, totalsOf(records));
}

/** The titles of the columns; they are a row of the table on its first page only. */
export function historyHead(table: Table) {
  const { canvas, texts, columns, section } = table;
  const { unit } = section;
  const titles = [
    texts.records('history.date'),
    unit === 'year' ? texts.records('form.reading.year') : texts.vehicles(`readingName.${unit}`),
    texts.records('history.operation'),
    texts.pdf('partAndCode'),
    texts.records('history.price'),
  ];
  const cells = columns.map(({ width }, index): Cell => [canvas.wrapped('label', titles[index] ?? '', width)]);
  return {
    height: Math.max(...cells.map(canvas.heightOf)) + 2 * PADDING,
    draw(y: number, isFirst: boolean): void {
      if (isFirst) drawRow(table, 'TH', cells, y + PADDING);
      else
        canvas.artifact('Pagination', () => {
          for (const [index, column] of columns.entries()) writeCell(canvas, column, cells[index] ?? [], y + PADDING);
        });
    },
  };
}
