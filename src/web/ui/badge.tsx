import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A status label: amber for `wait`, petrol for `go`, grey for `done`. The text states the status too. */
export function Badge({ state, children }: { state: 'wait' | 'go' | 'done'; children: ReactNode }) {
  return (
    <span className={styles.badge} data-state={state}>
      {children}
    </span>
  );
}
