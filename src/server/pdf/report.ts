import { type Canvas, newCanvas, PAGE } from './canvas.ts';
import { drawCover, factsOf, nameOf, numberOf } from './cover.ts';
import { openFaces } from './faces.ts';
import { historyBlocks, historyHead, tableOf } from './history.ts';
import { type LateElement, lateElement } from './late-element.ts';
import { type Block, type PlacedBlock, paginate } from './pages.ts';
import { planBlocks } from './plan.ts';
import type { ReportSection, ReportSettings } from './report-content.ts';
import { type ReportTexts, reportTexts } from './report-texts.ts';
import { statisticsBlocks } from './statistics.ts';
import { summaryBlocks, summaryTitle } from './summary.ts';

/** Entries to lay out at a time; a page is drawn in about the same time. */
const BLOCKS_AT_ONCE = 200;
/** Pages after which the words of a report are forgotten. */
const PAGES_REMEMBERED = 50;
const BOTTOM = PAGE.height - PAGE.bottom;
const FOOTER = PAGE.height - 36;
const HEADER_HEIGHT = 22;
const STATISTICS_GAP = 6;
const SPACE: Block = { height: 20, draw: () => undefined };

type Element = PDFKit.PDFStructureElement;
type DrawPage = () => void;

interface Report {
  canvas: Canvas;
  texts: ReportTexts;
  settings: ReportSettings;
  /** The element of the whole document in its structure. */
  root: Element;
  /** All pages in order. They are planned before the first one is drawn, because each shows their number. */
  pages: DrawPage[];
  /** Index of the first page of each vehicle. */
  starts: Map<ReportSection, number>;
}

/** The title of the document: the vehicle, or the number of vehicles. */
export function titleOf(sections: readonly ReportSection[], settings: ReportSettings): string {
  const { pdf } = reportTexts(settings);
  const [first] = sections;
  return sections.length === 1 && first ? pdf('title', { name: nameOf(first) }) : pdf('vehicles', { count: sections.length });
}

/** Draws a report of one vehicle, or of several with a list before them. Pauses after each page and after every few entries. */
export function* drawReport(doc: PDFKit.PDFDocument, settings: ReportSettings, sections: readonly ReportSection[]): Generator<void> {
  const canvas = newCanvas(doc, openFaces());
  const root = doc.struct('Document');
  doc.addStructure(root);
  const report: Report = { canvas, texts: reportTexts(settings), settings, root, pages: [], starts: new Map() };
  if (sections.length > 1) planSummary(report, sections);
  for (const section of sections) {
    report.starts.set(section, report.pages.length);
    yield* planSection(report, section, sections.length > 1);
  }
  const count = report.pages.length;
  for (let number = 1; number <= count; number += 1) {
    doc.addPage();
    // Drawn pages are freed, with their entries.
    report.pages.shift()?.();
    drawFooter(canvas, number, count);
    if (number % PAGES_REMEMBERED === 1) canvas.forgetWords();
    yield;
  }
  root.end();
}

const drawBlocks = (blocks: readonly PlacedBlock[]): void => {
  for (const { block, y } of blocks) block.draw(y);
};

function planSummary({ canvas, texts, settings, root, pages, starts }: Report, sections: readonly ReportSection[]): void {
  const part = lateElement(canvas, 'Sect', () => root);
  const table = lateElement(canvas, 'Table', part.get);
  const pageOf = (section: ReportSection): number => (starts.get(section) ?? 0) + 1;
  const target = { canvas, texts, settings, element: table.get, pageOf };
  const blocks = [summaryTitle(target, sections.length, part.get), ...summaryBlocks(target, sections)];
  const placed = paginate(blocks, PAGE.top, BOTTOM - PAGE.top);
  for (const [index, page] of placed.entries()) {
    pages.push(() => {
      drawBlocks(page);
      if (index < placed.length - 1) return;
      table.end();
      part.end();
    });
  }
}

/** Plans the cover, the plan, the statistics and the history of a vehicle. */
function* planSection(report: Report, section: ReportSection, hasOutline: boolean): Generator<void> {
  const { canvas, texts, settings, root, pages } = report;
  const part = lateElement(canvas, 'Sect', () => root);
  const facts = factsOf(section, texts, settings);
  const isEmpty = section.entries.length === 0;
  pages.push(() => {
    if (hasOutline) canvas.doc.outline.addItem(nameOf(section));
    drawCover(canvas, texts, section, facts, part.get());
    if (isEmpty && figures.length === 0) part.end();
  });
  const figures = planFigures(report, section, part.get);
  for (const [index, draw] of figures.entries()) {
    pages.push(() => {
      draw();
      if (isEmpty && index === figures.length - 1) part.end();
    });
  }
  if (isEmpty) return;

  const element = lateElement(canvas, 'Table', part.get);
  const table = tableOf({ canvas, texts, settings, section, element: element.get });
  const blocks: Block[] = [];
  for (const block of historyBlocks(table)) {
    blocks.push(block);
    if (blocks.length % BLOCKS_AT_ONCE === 0) yield;
  }
  const head = historyHead(table);
  const top = PAGE.top + HEADER_HEIGHT;
  const placed = paginate(blocks, top + head.height, BOTTOM - top - head.height);
  const last = placed.length - 1;
  for (const [index, page] of placed.entries()) {
    pages.push(() => {
      drawHeader(canvas, texts, section);
      head.draw(top, index === 0);
      drawBlocks(page);
      if (index < last) return;
      element.end();
      part.end();
    });
  }
  // Each entry is only needed by its page now.
  section.entries = [];
}

/** The pages with the plan and the statistics of a vehicle. */
function planFigures({ canvas, texts, settings }: Report, section: ReportSection, parent: () => Element): DrawPage[] {
  // The entries were read later: the first work may have been added in between.
  const hasStatistics = section.entries.length > 0 && section.statistics.records > 0 && settings.kinds.includes('work');
  const tables: LateElement[] = [];
  const newTable = (): LateElement => {
    const table = lateElement(canvas, 'Table', parent);
    tables.push(table);
    return table;
  };
  const target = { canvas, texts, settings, parent, newTable };
  const blocks = [
    ...(section.plan.length > 0 ? [...planBlocks(target, section), SPACE] : []),
    ...(hasStatistics ? statisticsBlocks({ ...target, figures: section.statistics }) : []),
  ];
  const top = PAGE.top + HEADER_HEIGHT + STATISTICS_GAP;
  const placed = paginate(blocks, top, BOTTOM - top);
  return placed.map((page, index) => () => {
    drawHeader(canvas, texts, section);
    drawBlocks(page);
    if (index === placed.length - 1) for (const table of tables) table.end();
  });
}

/** The name and the number of the vehicle on each page of its statistics and its history. */
function drawHeader(canvas: Canvas, texts: ReportTexts, section: ReportSection): void {
  const { label, value } = numberOf(section, texts);
  const number = canvas.wrapped('margin', `${label} ${value}`);
  const width = PAGE.width - PAGE.right - PAGE.left - canvas.measure('margin', number.lines[0] ?? '') - 12;
  const name = canvas.wrapped('mark', nameOf(section), width);
  canvas.artifact('Pagination', () => {
    canvas.write([{ ...name, lines: name.lines.slice(0, 1) }], PAGE.left, PAGE.top);
    canvas.write([{ ...number, lines: number.lines.slice(0, 1) }], PAGE.left, PAGE.top + 1, PAGE.width - PAGE.right);
    canvas.rule(PAGE.top + HEADER_HEIGHT - 4, 1);
  });
}

function drawFooter(canvas: Canvas, page: number, pages: number): void {
  canvas.artifact('Pagination', () => {
    canvas.write([canvas.wrapped('margin', 'Carnet')], PAGE.left, FOOTER);
    canvas.write([canvas.wrapped('margin', `${page} / ${pages}`)], PAGE.left, FOOTER, PAGE.width - PAGE.right);
  });
}
