import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { scaleAround, scaleTop } from './chart-scale.ts';

export interface Point {
  key: number;
  /** A day, YYYY-MM-DD. */
  when: string;
  value: number;
}

interface StepChartProps extends ChartTexts {
  /** Oldest first. */
  points: readonly Point[];
  /** Whether the scale begins near the lowest value, for small changes of a value that is never near 0. */
  isNear?: boolean;
}

/** A value that stays until it changes, with a dot on each day of a measurement. */
export function StepChart({ points, isNear, textOf, scaleOf = textOf, ...texts }: StepChartProps) {
  const values = points.map(({ value }) => value);
  const { low, top } = isNear ? scaleAround(values) : { low: 0, top: scaleTop(values) };
  const first = points[0]?.when ?? '';
  const last = points.at(-1)?.when ?? '';
  const start = Date.parse(first);
  const span = Date.parse(last) - start;
  const placed = points.map((point) => ({
    ...point,
    x: span === 0 ? 50 : (100 * (Date.parse(point.when) - start)) / span,
    y: 100 - (100 * (point.value - low)) / (top - low),
  }));
  const line = placed.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  return (
    <ChartFrame {...texts} scaleOf={scaleOf} top={top} low={low} ends={[first, last]}>
      <path d={line} />
      {placed.map(({ key, when, value, x, y }) => (
        // A stroke, unlike a circle, is not stretched with the chart.
        <path key={key} data-dot d={`M${x} ${y}h.01`}>
          <title>{`${texts.nameOf(when)}: ${textOf(value)}`}</title>
        </path>
      ))}
    </ChartFrame>
  );
}
