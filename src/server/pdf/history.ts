import { type Canvas, COLORS, CONTENT_WIDTH, type Lines, PAGE, STYLES, type StyleName } from './canvas.ts';
import { entryTexts, sumsOf } from './entry-texts.ts';
import type { Block } from './pages.ts';
import type { ReportEntry, ReportSection, ReportSettings } from './report-content.ts';
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
  settings: ReportSettings;
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
/** Widths with their gap: day, reading, what, details, price. */
const WITH_PRICES = [66, 80, 158, 119, 88];
const WITHOUT_PRICES = [66, 80, 198, 167];
const PRICE = 4;
/** A reading has no amount; that of a fill can be unknown. */
const NO_AMOUNT: Partial<Record<ReportEntry['kind'], string>> = { fill: '–' };

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
  columns: columnsOf(target.settings.hasPrices ? WITH_PRICES : WITHOUT_PRICES, (index) => index === PRICE),
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
  sum: string;
}

const totalsOf = ({ texts }: Table, entries: readonly ReportEntry[]): Totals => ({ count: entries.length, sum: texts.sumOf(entries) });

/** A row across the table: a title, the number of entries and their sum. */
function drawSummary({ canvas, texts, settings, element }: Table, title: string, totals: Totals, y: number): void {
  const line = (style: StyleName, text: string): Cell => [{ style, lines: [text] }];
  const row = canvas.doc.struct('TR');
  element().add(row);
  row.add(canvas.element('TH', () => canvas.write(line('band', title), PAGE.left, y)));
  const count = texts.records('history.count', { count: totals.count });
  const countAt = PAGE.left + canvas.measure('band', title) + 12;
  row.add(canvas.element('TD', () => canvas.write(line('label', count), countAt, y + 2)));
  if (settings.hasPrices) {
    row.add(canvas.element('TD', () => canvas.write(line('band', totals.sum), PAGE.left, y, PAGE.width - PAGE.right)));
  }
  row.end();
}

function cellsOf({ canvas, texts, settings, section, columns }: Table, entry: ReportEntry): Cell[] {
  const lines = (style: StyleName, text: string | undefined, column: number): Lines[] =>
    text === undefined ? [] : [canvas.wrapped(style, text, columns[column]?.width)];
  const { what, aside, detail, more } = entryTexts(entry, texts, {
    unit: section.unit,
    write: (value) => texts.reading(value, section.unit),
  });
  const amount = entry.cents === null ? NO_AMOUNT[entry.kind] : texts.money(entry);
  return [
    lines('cell', texts.day(entry.performedOn), 0),
    lines('strongCell', entry.reading === 0 ? '–' : texts.reading(entry.reading, section.unit), 1),
    [...lines('cell', what, 2), ...lines('code', aside, 2)],
    [...lines('cell', detail, 3), ...lines('code', more, 3)],
    settings.hasPrices ? lines('cell', amount, PRICE) : [],
  ];
}

/** Divides its texts into lines again when it is drawn: those of a long history would take more memory than its entries. */
function entryBlock(table: Table, entry: ReportEntry): Block {
  const { canvas } = table;
  const height = Math.max(...cellsOf(table, entry).map(canvas.heightOf)) + 2 * PADDING;
  return {
    height,
    draw(y) {
      drawRow(table, 'TD', cellsOf(table, entry), y + PADDING);
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

const totalBlock = (table: Table, totals: Totals): Block => {
  const { canvas, texts, settings } = table;
  const contents = settings.hasPrices ? [canvas.wrapped('label', contentsOf(settings, texts))] : [];
  return {
    height: TOTAL_HEIGHT + canvas.heightOf(contents),
    draw(y) {
      canvas.artifact('Layout', () => {
        canvas.rule(y, 1);
        canvas.rule(y + 2.5, 1);
      });
      drawSummary(table, texts.records('history.total'), totals, y + 10);
      if (contents.length === 0) return;
      const row = canvas.doc.struct('TR');
      table.element().add(row);
      row.add(canvas.element('TD', () => canvas.write(contents, PAGE.left, y + TOTAL_HEIGHT)));
      row.end();
    },
  };
};

const contentsOf = (settings: ReportSettings, texts: ReportTexts): string =>
  texts.pdf(settings.kinds.includes('cost') ? 'contentsWithCosts' : 'contents', { kinds: sumsOf(settings, texts) });

/** The entries by year, each year with its number of entries and their sum, and the total; one block at a time. */
export function* historyBlocks(table: Table): Generator<Block> {
  const { entries } = table.section;
  for (const [year, items] of Map.groupBy(entries, ({ performedOn }) => performedOn.slice(0, 4))) {
    yield yearBlock(table, year, totalsOf(table, items));
    for (const entry of items) yield entryBlock(table, entry);
  }
  yield totalBlock(table, totalsOf(table, entries));
}

/** The titles of the columns; they are a row of the table on its first page only. */
export function historyHead(table: Table) {
  const { canvas, texts, columns, section } = table;
  const { unit } = section;
  const isMixed = section.entries.some(({ kind }) => kind !== 'work');
  const titles = [
    texts.records('history.date'),
    unit === 'year' ? texts.records('form.reading.year') : texts.vehicles(`readingName.${unit}`),
    isMixed ? texts.entries('column.what') : texts.records('history.operation'),
    isMixed ? texts.entries('column.detail') : texts.pdf('partAndCode'),
    isMixed ? texts.entries('column.amount') : texts.records('history.price'),
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
