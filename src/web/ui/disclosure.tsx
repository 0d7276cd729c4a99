import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

/** Content that a line of text opens, such as the table of a chart. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
