import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Label, dotted leader, value, as in a printed form. */
export function Facts({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <dl className={className ? `${styles.facts} ${className}` : styles.facts}>{children}</dl>;
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
