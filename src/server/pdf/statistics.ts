import { sumOfAmounts } from '#contract/money.ts';
import type { Sum, VehicleStatistics, YearChange } from '#contract/statistics.ts';
import { type Canvas, CONTENT_WIDTH, type Lines, PAGE } from './canvas.ts';
import { type ChartCell, type ChartTable, chartTableBlocks } from './chart-table.ts';
import type { LateElement } from './late-element.ts';
import type { Block } from './pages.ts';
import type { ReportSettings } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';
import { monthsUntil, type SpanCost, yearSpans } from './spans.ts';

interface StatisticsTarget {
  canvas: Canvas;
  texts: ReportTexts;
  settings: ReportSettings;
  figures: VehicleStatistics;
  /** The element of the vehicle in the structure of the document. */
  parent: () => PDFKit.PDFStructureElement;
  /** A new element for a table. */
  newTable: () => LateElement;
}

interface NamedSum extends Sum {
  name: string;
  /** Below the name. */
  details?: string;
}

/** Operations and parts that are listed; the others share one line. */
const LISTED_MAX = 10;
const TITLE_GAP = 10;
const FACT_COLUMNS = 4;
const FACT_GAP = 16;
const FACT_WIDTH = (CONTENT_WIDTH - (FACT_COLUMNS - 1) * FACT_GAP) / FACT_COLUMNS;
/** Widths of columns with their gap. */
const WIDTHS = { span: 100, name: 270, records: 54, distance: 84, cost: 112, change: 62 };

const cell = (text: string): ChartCell => [['cell', text]];
const nameCell = (text: string): ChartCell => [['strongCell', text]];

/** The statistics of a vehicle: main figures, years and the last 12 months; with prices also operations and parts. */
export function statisticsBlocks(target: StatisticsTarget): Block[] {
  const { canvas, texts, settings, figures, parent, newTable } = target;
  const { operations, others, extended } = figures;
  const { pdf, statistics } = texts;
  const months = monthsUntil(figures, settings.day);
  const hasMonths = months.some(({ records, distance }) => records > 0 || distance !== null);
  const tables: ChartTable[] = [
    yearTable(target),
    ...(hasMonths ? [spanTable(target, pdf('lastMonths'), statistics('spans.columns.month'), months, texts.month)] : []),
  ];
  if (settings.hasPrices) {
    tables.push(
      namedTable(target, statistics('operations.title'), pdf('work'), operations, [{ name: statistics('operations.others'), ...others }]),
    );
    if (extended && extended.parts.length > 0)
      tables.push(
        namedTable(
          target,
          statistics('parts.title'),
          pdf('part'),
          partSums(target),
          [
            { name: statistics('parts.others'), ...extended.otherParts },
            { name: statistics('parts.without'), ...extended.withoutPart },
          ],
          statistics('parts.hint'),
        ),
      );
  }
  return [
    titleBlock(target),
    figuresBlock(target),
    ...tables.flatMap((table) => chartTableBlocks({ canvas, parent, element: newTable().get }, table)),
  ];
}

function titleBlock({ canvas, texts, settings: { hasPrices, currency }, figures, parent }: StatisticsTarget): Block {
  const title = canvas.wrapped('heading', texts.pdf('statistics'));
  const isPart = hasPrices && figures.otherCurrencies.length > 0;
  const remarks = [texts.pdf('statisticsBasis'), ...(isPart ? [texts.statistics('otherCurrencies', { currency })] : [])];
  const basis = canvas.wrapped('label', remarks.join(' '));
  return {
    height: canvas.heightOf([title, basis]) + TITLE_GAP,
    keepsNext: true,
    draw(y) {
      parent().add(canvas.element('H2', () => canvas.write([title], PAGE.left, y)));
      parent().add(canvas.element('P', () => canvas.write([basis], PAGE.left, y + canvas.heightOf([title]))));
    },
  };
}

/** Sums, distance and cost per unit in a row. */
function figuresBlock({ canvas, texts, settings: { hasPrices }, figures, parent }: StatisticsTarget): Block {
  const { unit, records, totalCost, otherCurrencies, distance, distanceReason, costPerUnit } = figures;
  const { statistics } = texts;
  const factOf = (label: string, value: string | undefined): Lines[] => [
    canvas.wrapped('label', label, FACT_WIDTH),
    canvas.wrapped('value', value ?? statistics('none'), FACT_WIDTH),
    ...(value === undefined && distanceReason ? [canvas.wrapped('label', texts.noDistance(distanceReason), FACT_WIDTH)] : []),
  ];
  const facts = [
    ...(hasPrices ? [factOf(statistics('total'), texts.sum(totalCost, otherCurrencies))] : []),
    factOf(statistics('records'), texts.count(records)),
  ];
  if (unit !== 'year') {
    facts.push(factOf(statistics(`distance.${unit}`), distance === null ? undefined : texts.reading(distance, unit)));
    if (hasPrices) facts.push(factOf(statistics(`perUnit.${unit}`), costPerUnit === null ? undefined : texts.costPerUnit(costPerUnit)));
  }
  return {
    height: Math.max(...facts.map(canvas.heightOf)),
    draw(y) {
      for (const [index, lines] of facts.entries())
        parent().add(canvas.element('P', () => canvas.write(lines, PAGE.left + index * (FACT_WIDTH + FACT_GAP), y)));
    },
  };
}

/** The years with records or a distance; for business with the change from the year before. */
function yearTable(target: StatisticsTarget): ChartTable {
  const { texts, settings, figures } = target;
  const spans = yearSpans(figures, settings.day);
  const table = spanTable(target, texts.statistics('spans.year'), texts.statistics('spans.columns.year'), spans, (year) => year);
  const changes = settings.hasPrices ? (figures.extended?.yearOverYear ?? []) : [];
  if (changes.length < 2) return table;
  const changeOf = (year: YearChange | undefined): string => (year?.change == null ? texts.statistics('none') : texts.change(year.change));
  const byYear = new Map(changes.map((change) => [String(change.year), change]));
  return {
    ...table,
    heads: [...table.heads, texts.statistics('years.change')],
    figureWidths: [...table.figureWidths, WIDTHS.change],
    rows: spans.map(({ when }, index) => {
      const { cells = [], bar = 0 } = table.rows[index] ?? {};
      return { cells: [...cells, cell(changeOf(byYear.get(when)))], bar };
    }),
    hint: texts.statistics('years.hint'),
  };
}

/** Months or years; the bars are costs, or numbers of records without prices. */
function spanTable(
  { texts, settings: { hasPrices }, figures: { unit } }: StatisticsTarget,
  title: string,
  head: string,
  spans: readonly SpanCost[],
  nameOf: (when: string) => string,
): ChartTable {
  const { statistics, day } = texts;
  const hasDistance = unit !== 'year';
  const sizeOf = ({ cost, records }: SpanCost): number => (hasPrices ? cost : records);
  const most = Math.max(...spans.map(sizeOf));
  const none = cell(statistics('none'));
  return {
    title,
    heads: [
      head,
      statistics('records'),
      ...(hasDistance ? [statistics(`distance.${unit}`)] : []),
      ...(hasPrices ? [statistics('spans.columns.cost')] : []),
    ],
    nameWidth: WIDTHS.span,
    figureWidths: [WIDTHS.records, ...(hasDistance ? [WIDTHS.distance] : []), ...(hasPrices ? [WIDTHS.cost] : [])],
    rows: spans.map((span) => ({
      cells: [
        [
          ...nameCell(nameOf(span.when)),
          ...(span.since ? ([['label', statistics('since', { day: day(span.since) })]] as const) : []),
          ...(span.until ? ([['label', statistics('until', { day: day(span.until) })]] as const) : []),
        ],
        span.records === 0 ? none : cell(texts.count(span.records)),
        ...(hasDistance ? [span.distance === null ? none : cell(texts.reading(span.distance, unit))] : []),
        ...(hasPrices ? [span.records === 0 ? none : cell(texts.amount(span.cost))] : []),
      ],
      bar: most > 0 ? sizeOf(span) / most : 0,
    })),
  };
}

const partSums = ({ texts, figures }: StatisticsTarget): NamedSum[] =>
  (figures.extended?.parts ?? []).map(({ name, code, hasOtherNames, records, cost, lastPrice, lastDay }) => ({
    ...{ name, records, cost },
    details: [
      code,
      hasOtherNames && texts.statistics('parts.otherNames'),
      texts.statistics('parts.last', { price: texts.amount(lastPrice), day: texts.day(lastDay) }),
    ]
      .filter(Boolean)
      .join(', '),
  }));

/** Costs by name, the costliest first, then the sums of the rest, of which the first takes what does not fit, and the total. */
function namedTable(
  { texts }: StatisticsTarget,
  title: string,
  head: string,
  sums: readonly NamedSum[],
  [unlisted, ...rest]: readonly [NamedSum, ...NamedSum[]],
  hint?: string,
): ChartTable {
  const listed = sums.slice(0, LISTED_MAX);
  const others = [{ name: unlisted.name, ...sumOf([...sums.slice(LISTED_MAX), unlisted]) }, ...rest].filter(({ records }) => records > 0);
  const most = Math.max(...listed.map(({ cost }) => cost));
  const figuresOf = ({ records, cost }: Sum): ChartCell[] => [cell(texts.count(records)), cell(texts.amount(cost))];
  const total = sumOf([...listed, ...others]);
  return {
    title,
    ...(hint !== undefined && { hint }),
    heads: [head, texts.statistics('records'), texts.statistics('spans.columns.cost')],
    nameWidth: WIDTHS.name,
    figureWidths: [WIDTHS.records, WIDTHS.cost],
    rows: [
      ...listed.map((sum) => ({
        cells: [[...nameCell(sum.name), ...(sum.details ? ([['label', sum.details]] as const) : [])], ...figuresOf(sum)],
        bar: most > 0 ? sum.cost / most : 0,
      })),
      ...others.map((sum) => ({ cells: [cell(sum.name), ...figuresOf(sum)], bar: 0 })),
      {
        cells: [nameCell(texts.statistics('total')), nameCell(texts.count(total.records)), nameCell(texts.amount(total.cost))],
        bar: 0,
      },
    ],
  };
}

const sumOf = (sums: readonly Sum[]): Sum => ({
  records: sums.reduce((count, { records }) => count + records, 0),
  cost: sumOfAmounts(sums.map(({ cost }) => cost)),
});
