import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** Amber for attention (unless told), red for a failure, petrol for information. */
  tone?: 'failure' | 'info';
  /** Where another drawing than the tone's says more. */
  icon?: IconName;
  /** The one next step, a button or link. */
  action?: ReactNode;
  children: ReactNode;
}

/** Says what is so and what follows. A failure is read out at once. */
export function Notice({ tone, icon = tone === 'info' ? 'info' : 'attention', action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'failure' ? 'alert' : undefined}>
      <Icon name={icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
