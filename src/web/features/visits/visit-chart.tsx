import { useId } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { type Count, scaleTop } from './visit-series.ts';
import styles from './visits.module.css';

interface VisitChartProps {
  title: string;
  /** Describes the chart to screen readers; the figures are also in a table. */
  description: string;
  counts: readonly Count[];
  /** Formats a day or month. */
  nameOf: (when: string) => string;
}

/** Bars over a scale of three lines. The coordinates are percentages, so that the SVG stretches to any size; text stays outside of it. */
export function VisitChart({ title, description, counts, nameOf }: VisitChartProps) {
  const { number } = useFormat();
  const id = useId();
  const top = scaleTop(counts);
  const step = 100 / counts.length;
  const ends = [counts[0], counts.at(-1)].flatMap((end) => (end ? [nameOf(end.when)] : []));
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{number(value)}</span>
        ))}
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {[0, 50, 100].map((y) => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} />
        ))}
        {counts.map(({ when, count }, index) => (
          <rect key={when} x={index * step + step * 0.15} width={step * 0.7} y={100 - (100 * count) / top} height={(100 * count) / top}>
            <title>{`${nameOf(when)}: ${number(count)}`}</title>
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
