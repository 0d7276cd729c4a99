import { type Canvas, COLORS, CONTENT_WIDTH, type Lines, PAGE, type StyleName } from './canvas.ts';
import { columnsOf, drawRow } from './history.ts';
import type { Block } from './pages.ts';

/** Texts below each other, each in its style. */
export type ChartCell = readonly (readonly [StyleName, string])[];

export interface ChartRow {
  /** The name of the row, then its figures. */
  cells: readonly ChartCell[];
  /** Length of the bar, from 0 to 1. */
  bar: number;
}

/** A table with a bar in each row, between its name and its figures. */
export interface ChartTable {
  title: string;
  heads: readonly string[];
  rows: readonly ChartRow[];
  /** Width of the names and of each figure, with their gap; the bar has the rest. */
  nameWidth: number;
  figureWidths: readonly number[];
  hint?: string | undefined;
}

export interface ChartTarget {
  canvas: Canvas;
  /** The element around the table in the structure of the document, and that of the table. */
  parent: () => PDFKit.PDFStructureElement;
  element: () => PDFKit.PDFStructureElement;
}

const GAP = 8;
const PADDING = 2.5;
const TITLE_GAP = 16;
const HINT_GAP = 4;
const BAR_HEIGHT = 6;
/** From the upper edge of a row to its bar, which is next to the first line. */
const BAR_TOP = PADDING + 3;
const BAR_MIN = 0.75;
/** Rows of a table that is not divided between pages. */
const TOGETHER_MAX = 13;

/** The title with the heads of the columns, then the rows. */
export function chartTableBlocks({ canvas, parent, element }: ChartTarget, table: ChartTable): Block[] {
  const { title, heads, rows, nameWidth, figureWidths, hint } = table;
  const barWidth = CONTENT_WIDTH - nameWidth - figureWidths.reduce((sum, width) => sum + width, 0);
  const columns = columnsOf([nameWidth, barWidth, ...figureWidths], (index) => index > 1).filter((_, index) => index !== 1);
  const barLeft = PAGE.left + nameWidth;
  const linesOf = (cells: readonly ChartCell[]): Lines[][] =>
    cells.map((cell, index) => cell.map(([style, text]) => canvas.wrapped(style, text, columns[index]?.width)));
  const heightOf = (cells: readonly Lines[][]): number => Math.max(...cells.map(canvas.heightOf)) + 2 * PADDING;
  const drawCells = (type: 'TH' | 'TD', cells: readonly Lines[][], y: number): void =>
    drawRow({ canvas, columns, element }, type, cells, y + PADDING);

  const rowBlock = ({ cells, bar }: ChartRow, index: number): Block => {
    const lines = linesOf(cells);
    const height = heightOf(lines);
    return {
      height,
      keepsNext: rows.length <= TOGETHER_MAX && index < rows.length - 1,
      draw(y) {
        drawCells('TD', lines, y);
        canvas.artifact('Layout', () => {
          if (bar > 0) drawBar(canvas, barLeft, y + BAR_TOP, Math.max(bar * (barWidth - GAP), BAR_MIN));
          canvas.rule(y + height);
        });
      },
    };
  };
  const titleLines = canvas.wrapped('heading', title);
  const headLines = linesOf(heads.map((head): ChartCell => [['label', head]]));
  const titleHeight = TITLE_GAP + canvas.heightOf([titleLines]);
  const headBlock: Block = {
    height: titleHeight + heightOf(headLines),
    keepsNext: true,
    draw(y) {
      parent().add(canvas.element('H2', () => canvas.write([titleLines], PAGE.left, y + TITLE_GAP)));
      drawCells('TH', headLines, y + titleHeight);
      canvas.artifact('Layout', () => canvas.rule(y + titleHeight + heightOf(headLines), 1));
    },
  };
  return [headBlock, ...rows.map(rowBlock), ...(hint ? [textBlock({ canvas, parent }, canvas.wrapped('label', hint))] : [])];
}

const drawBar = ({ doc }: Canvas, x: number, y: number, width: number): void => {
  doc.rect(x, y, width, BAR_HEIGHT).fill(COLORS.petrol);
};

/** A paragraph below a table. */
const textBlock = ({ canvas, parent }: Pick<ChartTarget, 'canvas' | 'parent'>, lines: Lines): Block => ({
  height: canvas.heightOf([lines]) + HINT_GAP,
  draw: (y) => parent().add(canvas.element('P', () => canvas.write([lines], PAGE.left, y + HINT_GAP))),
});
