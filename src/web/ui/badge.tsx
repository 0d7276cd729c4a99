import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** Like a small stamp: amber waits, petrol runs, grey is done; always with the word. */
export function Badge({ state, children }: { state: 'wait' | 'go' | 'done'; children: ReactNode }) {
  return (
    <span className={styles.badge} data-state={state}>
      {children}
    </span>
  );
}
