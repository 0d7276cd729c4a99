import { useEffect, useRef } from 'react';
import styles from './import.module.css';

/** The heading of a step, which takes the focus when the step appears after another one. */
export function StepTitle({ children }: { children: string }) {
  const node = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('[data-step]')) node.current?.focus();
  }, []);
  return (
    <h2 ref={node} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  );
}
