import type { ComponentProps, ReactNode } from 'react';
import { classOf } from './class-of.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './sheet.module.css';

interface SheetProps extends ComponentProps<'div'> {
  /** No padding, for tables and rows that reach the edge. */
  isBare?: boolean;
  /** Attached to an index tab above: the top left corner is not rounded. */
  hasTab?: boolean;
}

/** The standard container, with a thin border and small corners. Do not nest sheets. */
export function Sheet({ isBare, hasTab, className, ...rest }: SheetProps) {
  return <div {...rest} className={classOf(styles.sheet, className)} data-bare={isBare || undefined} data-tab={hasTab || undefined} />;
}

interface IndexTabProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon?: IconName;
  children: ReactNode;
  count?: ReactNode;
  isOpen: boolean;
}

/** A tab that opens and closes the sheet below it. Put it in a heading and pass `aria-controls`. */
export function IndexTab({ icon, children, count, isOpen, className, ...rest }: IndexTabProps) {
  return (
    <button type="button" {...rest} className={classOf(styles.tab, className)} aria-expanded={isOpen}>
      {icon && <Icon name={icon} />}
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
      <Icon name="chevron" size="small" className={styles.chevron} />
    </button>
  );
}
