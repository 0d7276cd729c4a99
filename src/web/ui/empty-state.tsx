import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  title: ReactNode;
  /** 1 if it is the whole page. */
  level?: 1 | 2;
  text: ReactNode;
  /** One or two buttons. */
  action?: ReactNode;
  /** Decorative icons on the right. */
  icons?: readonly IconName[];
}

/** Shown instead of an empty list, and to visitors in place of private pages. */
export function EmptyState({ title, level = 2, text, action, icons }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <section className={styles.empty} data-drawn={icons ? true : undefined}>
      {icons && (
        <div className={styles.icons}>
          {icons.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      )}
      <Title>{title}</Title>
      <p>{text}</p>
      {action && <div className={styles.action}>{action}</div>}
    </section>
  );
}
