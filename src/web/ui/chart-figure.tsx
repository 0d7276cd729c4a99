import type { ReactNode } from 'react';
import styles from './chart.module.css';

interface ChartFigureProps {
  title: string;
  /** The sum of what the chart shows. */
  total: string;
  /** How the figures are defined. */
  hint?: string;
  children: ReactNode;
}

/** A chart with its title. */
export function ChartFigure({ title, total, hint, children }: ChartFigureProps) {
  return (
    <figure>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <span>{total}</span>
      </figcaption>
      {children}
      {hint && <p className={styles.hint}>{hint}</p>}
    </figure>
  );
}
