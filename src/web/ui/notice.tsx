import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** Amber for attention (unless told), red for a failure, petrol for information. */
  tone?: 'failure' | 'info';
  /** The one next step, a button or link. */
  action?: ReactNode;
  children: ReactNode;
}

/** Says what is so and what follows. A failure is read out at once. */
export function Notice({ tone, action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'failure' ? 'alert' : undefined}>
      <Icon name={tone === 'info' ? 'info' : 'attention'} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
