import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A description list: label, dotted leader and value in each row. */
export function Facts({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <dl className={className ? `${styles.facts} ${className}` : styles.facts}>{children}</dl>;
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
      </dd>
    </div>
  );
}
