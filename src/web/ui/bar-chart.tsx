import { useId } from 'react';
import styles from './bar-chart.module.css';
import { scaleTop } from './chart-scale.ts';

export interface Bar {
  /** A day, month or year; also the key. */
  when: string;
  value: number;
}

interface BarChartProps {
  title: string;
  /** Describes the chart to screen readers. Put the figures into a table as well. */
  description: string;
  bars: readonly Bar[];
  /** Formats `when`. */
  nameOf: (when: string) => string;
  /** Formats a value, in the hint of a bar. */
  textOf: (value: number) => string;
  /** Formats a value of the scale; as `textOf` by default. */
  scaleOf?: (value: number) => string;
}

/** Bars over a scale of three lines. The coordinates are percentages, so that the SVG stretches to any size; text stays outside of it. */
export function BarChart({ title, description, bars, nameOf, textOf, scaleOf = textOf }: BarChartProps) {
  const id = useId();
  const top = scaleTop(bars.map(({ value }) => value));
  const step = 100 / bars.length;
  const ends = [...new Set([bars[0], bars.at(-1)])].flatMap((end) => (end ? [nameOf(end.when)] : []));
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{scaleOf(value)}</span>
        ))}
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {[0, 50, 100].map((y) => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} />
        ))}
        {bars.map(({ when, value }, index) => (
          <rect key={when} x={index * step + step * 0.15} width={step * 0.7} y={100 - (100 * value) / top} height={(100 * value) / top}>
            <title>{`${nameOf(when)}: ${textOf(value)}`}</title>
          </rect>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
    </div>
  );
}
