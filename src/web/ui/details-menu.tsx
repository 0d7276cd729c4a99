import type { ReactNode } from 'react';
import { classOf } from './class-of.ts';
import styles from './details-menu.module.css';
import { Icon, type IconName } from './icon.tsx';
import { useDetailsMenu } from './use-disclosure.ts';

interface DetailsMenuProps {
  icon: IconName;
  /** Accessible name of the button. */
  label: string;
  /** Accessible name of the navigation. */
  navLabel: string;
  /** Position of the menu, and the size of its panel. */
  className: string | undefined;
  children: (close: () => void) => ReactNode;
}

/** An icon button with a panel of links below it. A details element, so that it opens without scripts. */
export function DetailsMenu({ icon, label, navLabel, className, children }: DetailsMenuProps) {
  const { root, close } = useDetailsMenu();
  return (
    <details className={classOf(styles.menu, className)} ref={root}>
      <summary aria-label={label}>
        <Icon name={icon} />
      </summary>
      <nav aria-label={navLabel}>{children(close)}</nav>
    </details>
  );
}
