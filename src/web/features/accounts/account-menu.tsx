import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DetailsMenu } from '../../ui/details-menu.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './account-menu.module.css';

export interface MenuItem {
  name: string;
  icon: IconName;
  label: string;
  /** Path of a view; an action has `onClick` instead. */
  to?: string;
  onClick?: () => void;
  /** The current view; its tab is attached to the card. */
  isCurrent?: boolean;
  /** Draws a line above the item. */
  startsGroup?: boolean;
  isDanger?: boolean;
  /** Shown but unavailable; the reason, if any, is shown below the label. */
  isDisabled?: boolean;
  reason?: string | undefined;
}

/** At the card's right edge; below 678 px behind a settings icon in its corner. */
export function AccountMenu({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation('user');
  const list = (onUse?: () => void) => (
    <ul>
      {items.map((item) => (
        <li key={item.name} data-rule={item.startsGroup || undefined}>
          <Item item={item} onUse={onUse} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav className={styles.menu} aria-label={t('menu.label')}>
        {list()}
      </nav>
      <DetailsMenu icon="settings" label={t('menu.label')} navLabel={t('menu.label')} className={styles.folded}>
        {list}
      </DetailsMenu>
    </>
  );
}

/** Focuses the item that opened a view, the button of a folded menu, or the main content if the item is disabled. */
export function focusMenuItem(name: string): void {
  const isShown = (node: HTMLElement): boolean => node.getClientRects().length > 0 && !node.matches(':disabled');
  const items = [...document.querySelectorAll<HTMLElement>(`[data-item="${name}"], .${styles.folded} summary`)];
  (items.find(isShown) ?? document.getElementById('main'))?.focus();
}

function Item({ item, onUse }: { item: MenuItem; onUse: (() => void) | undefined }) {
  const inside = (
    <>
      <Icon name={item.icon} />
      {item.label}
    </>
  );
  const danger = item.isDanger || undefined;
  if (item.isDisabled)
    return (
      <button type="button" disabled data-item={item.name}>
        <Icon name={item.icon} />
        <span>
          {item.label}
          {item.reason && <small>{item.reason}</small>}
        </span>
      </button>
    );
  if (item.to)
    return (
      <Link to={item.to} data-item={item.name} data-danger={danger} aria-current={item.isCurrent ? 'page' : undefined} onClick={onUse}>
        {inside}
      </Link>
    );
  return (
    <button type="button" data-danger={danger} onClick={item.onClick}>
      {inside}
    </button>
  );
}
