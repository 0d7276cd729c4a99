import type { ReactNode } from 'react';
import styles from './revenue.module.css';

/** A chart with its title, the sum of what it shows, and the definition. */
export function RevenueFigure({ title, total, hint, children }: { title: string; total: string; hint: string; children: ReactNode }) {
  return (
    <figure>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <span>{total}</span>
      </figcaption>
      {children}
      <p className={styles.hint}>{hint}</p>
    </figure>
  );
}
