import { DAY } from '#contract/time.ts';
import { type Canvas, CONTENT_WIDTH } from './canvas.ts';
import { chartTableBlocks } from './chart-table.ts';
import type { LateElement } from './late-element.ts';
import type { Block } from './pages.ts';
import type { ReportLine, ReportSettings, ReportVehicle } from './report-content.ts';
import type { ReportTexts } from './report-texts.ts';

interface PlanTarget {
  canvas: Canvas;
  texts: ReportTexts;
  settings: ReportSettings;
  parent: () => PDFKit.PDFStructureElement;
  newTable: () => LateElement;
}

/** Widths of columns with their gap. */
const WIDTHS = { due: 230, state: 80 };
/** An estimate further away than this is given by the month, as on the pages. */
const NEAR_DAYS = 183;

/** What is due next on the plan of a vehicle. */
export function planBlocks(
  { canvas, texts, settings, parent, newTable }: PlanTarget,
  { plan, unit }: Pick<ReportVehicle, 'plan' | 'unit'>,
): Block[] {
  const about = (what: string, on: string): string => {
    const isNear = Date.parse(on) - Date.parse(settings.day) < NEAR_DAYS * DAY;
    return isNear
      ? texts.plan('when.about', { what, day: texts.day(on) })
      : texts.plan('when.aboutMonth', { what, month: texts.month(on.slice(0, 7)) });
  };
  /** By the rule that comes first, then by the other one. */
  const dueOf = ({ reason, byDate, dueReading, forecastOn }: ReportLine): string[] => {
    const reading = dueReading === null ? [] : [texts.reading(Math.max(0, dueReading), unit)];
    const byReading = reading.map((value) => (forecastOn === null ? value : about(value, forecastOn)));
    const day = byDate === null ? [] : [texts.day(byDate)];
    const [first, second] = reason === 'distance' ? [...byReading, ...day] : [...day, ...byReading];
    return [...(first ? [first] : []), ...(second ? [texts.plan('paper.or', { due: second })] : [])];
  };
  return chartTableBlocks(
    { canvas, parent, element: newTable().get },
    {
      title: texts.plan('paper.title'),
      heads: [texts.plan('paper.line'), texts.plan('paper.due'), texts.plan('paper.state')],
      nameWidth: CONTENT_WIDTH - WIDTHS.due - WIDTHS.state,
      figureWidths: [WIDTHS.due, WIDTHS.state],
      rows: plan.map((line) => ({
        cells: [
          [['strongCell', line.title]],
          dueOf(line).map((text, index) => [index === 0 ? 'cell' : 'label', text] as const),
          [['cell', texts.plan(`state.${line.state}`)]],
        ],
        bar: 0,
      })),
    },
  );
}
