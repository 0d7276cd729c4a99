import { useId } from 'react';
import styles from './chart.module.css';
import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { scaleAround } from './chart-scale.ts';

export interface LinePoint {
  key: string;
  /** A day or a month. */
  when: string;
  /** The begin of a stretch without a value. */
  since: string | null;
  /** null in a gap. */
  value: number | null;
}

interface LineChartProps extends ChartTexts {
  /** Oldest first. */
  points: readonly LinePoint[];
  /** Dashed. */
  average: number | null;
  /** The key of the chosen point, and the accessible name of the choice. */
  chosen: string | undefined;
  chooses: string;
  onChoose: (key: string) => void;
}

/** Values measured on days, joined by a line that breaks at gaps. A point is chosen by tap, pointer or arrow keys. */
export function LineChart({ points, average, chosen, chooses, onChoose, textOf, scaleOf = textOf, ...texts }: LineChartProps) {
  const id = useId();
  const first = points[0]?.when ?? '';
  const last = points.at(-1)?.when ?? '';
  const start = Date.parse(first);
  const span = Date.parse(last) - start;
  const known = points.flatMap(({ value }) => value ?? []);
  const { low, top } = scaleAround(average === null ? known : [...known, average]);
  const xOf = (when: string): number => (span === 0 ? 50 : Math.max(0, (100 * (Date.parse(when) - start)) / span));
  const yOf = (value: number): number => 100 - (100 * (value - low)) / (top - low);
  const placed = points.map((point) => ({ ...point, x: xOf(point.when) }));
  const dots = placed.flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value, y: yOf(point.value) }]));
  const line = placed.map(({ x, value }, index) =>
    value === null ? '' : `${(placed[index - 1]?.value ?? null) === null ? 'M' : 'L'}${x} ${yOf(value)}`,
  );
  const at = dots.findIndex(({ key }) => key === chosen);
  const choose = (dot: LinePoint | undefined) => dot && onChoose(dot.key);
  const nearest = (x: number) => dots.reduce((best, dot) => (Math.abs(dot.x - x) < Math.abs(best.x - x) ? dot : best));
  return (
    <div className={styles.chosen}>
      <ChartFrame {...texts} scaleOf={scaleOf} top={top} low={low} ends={[first, last]} onPoint={(x) => choose(nearest(x))}>
        <defs>
          <pattern id={id} width="1" height="4" patternUnits="userSpaceOnUse">
            <path d="M0 0H1" data-hatch />
          </pattern>
        </defs>
        {placed.map(({ key, value, since, x }) =>
          value === null ? (
            <rect key={key} data-gap x={xOf(since ?? first)} width={x - xOf(since ?? first)} y={0} height={100} fill={`url(#${id})`} />
          ) : null,
        )}
        {average !== null && <line data-average x1="0" x2="100" y1={yOf(average)} y2={yOf(average)} />}
        <path d={line.join('')} />
        {dots.map(({ key, x, y }) => (
          // A stroke, unlike a circle, is not stretched with the chart.
          <path key={key} data-dot data-chosen={key === chosen || undefined} d={`M${x} ${y}h.01`} />
        ))}
      </ChartFrame>
      <input
        type="range"
        className={styles.choice}
        aria-label={chooses}
        min={0}
        max={dots.length - 1}
        value={at}
        aria-valuetext={dots[at] && `${texts.nameOf(dots[at].when)}: ${textOf(dots[at].value)}`}
        onChange={(event) => choose(dots[Number(event.currentTarget.value)])}
      />
    </div>
  );
}
