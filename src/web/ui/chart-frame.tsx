import { type PointerEvent, type ReactNode, useId } from 'react';
import styles from './chart.module.css';

export interface ChartTexts {
  title: string;
  /** Describes the chart to screen readers. Put the figures into a table as well. */
  description: string;
  /** Formats a day, month or year. */
  nameOf: (when: string) => string;
  /** Formats a value, in the hint of a shape. */
  textOf: (value: number) => string;
  /** Formats a value of the scale; as `textOf` by default. */
  scaleOf?: (value: number) => string;
}

interface ChartFrameProps extends Pick<ChartTexts, 'title' | 'description' | 'nameOf'> {
  scaleOf: (value: number) => string;
  /** The highest and the lowest value of the scale; the lowest one is 0 by default. */
  top: number;
  low?: number;
  /** The first and the last day, month or year. */
  ends: readonly (string | undefined)[];
  /** Texts below equal parts of the width, in place of the ends. */
  ticks?: readonly { when: string; text: string }[];
  /** Called with the place that the pointer shows, from 0 to 100. */
  onPoint?: (x: number) => void;
  /** Shapes in a square of 100 × 100. */
  children: ReactNode;
}

/** A scale of three lines. The coordinates are percentages, so that the SVG stretches to any size; text stays outside of it. */
export function ChartFrame({ title, description, nameOf, scaleOf, top, low = 0, ends, ticks, onPoint, children }: ChartFrameProps) {
  const id = useId();
  function point({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    onPoint?.((100 * (clientX - left)) / width);
  }
  const pointing = onPoint && { onPointerDown: point, onPointerMove: point };
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[top, (top + low) / 2, low].map((value) => (
          <span key={value}>{scaleOf(value)}</span>
        ))}
      </div>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        {...pointing}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {[0, 50, 100].map((y) => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} />
        ))}
        {children}
      </svg>
      {ticks ? (
        <div className={styles.ticks} aria-hidden="true">
          {ticks.map(({ when, text }) => (
            <span key={when}>{text}</span>
          ))}
        </div>
      ) : (
        <div className={styles.ends} aria-hidden="true">
          {[...new Set(ends)].flatMap((end) => (end === undefined ? [] : [<span key={end}>{nameOf(end)}</span>]))}
        </div>
      )}
    </div>
  );
}
