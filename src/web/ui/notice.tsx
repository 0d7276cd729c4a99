import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** Red for `failure`, petrol for `info`; amber (attention) by default. */
  tone?: 'failure' | 'info';
  /** Replaces the default icon of the tone. */
  icon?: IconName;
  /** The next step, one button or link. */
  action?: ReactNode;
  children: ReactNode;
}

/** A message with an optional action. A failure has the role alert, which screen readers announce immediately. */
export function Notice({ tone, icon = tone === 'info' ? 'info' : 'attention', action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'failure' ? 'alert' : undefined}>
      <Icon name={icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
