import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Overview } from '#contract/overview.ts';
import type { AdminRole } from '#contract/roles.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDisclosure } from '../../ui/use-disclosure.ts';
import { type AdminTab, adminPath, tabsOf } from './admin-address.ts';
import styles from './admin-menu.module.css';

/** Reached together from one icon. */
const ACCOUNT_TABS: readonly AdminTab[] = ['ownAccount', 'administrators'];

/** Counts end at 1,000. */
const COUNTS_TO = 999;

interface AdminMenuProps {
  tab: AdminTab;
  role: AdminRole;
  /** Undefined while not known. */
  waiting: Overview | undefined;
  onLogout: () => void;
}

/** The tabs that the role allows, in a row; below 992 px they collapse behind a button that names the current tab. */
export function AdminMenu({ tab, role, waiting, onLogout }: AdminMenuProps) {
  const { t } = useTranslation('admin');
  const listId = useId();
  const menu = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const counts: Partial<Record<AdminTab, number | null>> = waiting ? { ...waiting, failedMails: waiting.mails } : {};

  useDisclosure({ root: menu, isOpen: () => isOpen, close: () => setOpen(false), opener: () => opener.current });

  function collapse() {
    // Collapsing hides the focused link, so move the focus to the button.
    if (isOpen) opener.current?.focus();
    setOpen(false);
  }
  return (
    <nav ref={menu} className={styles.menu} aria-label={t('tabs.label')} data-open={isOpen || undefined}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
        <span className="visually-hidden">{t('tabs.label')}: </span>
        {t(`tabs.${tab}`)}
        <Icon name="chevron" size="small" className={styles.chevron} />
      </button>
      <ul id={listId} className={styles.list}>
        {tabsOf(role)
          .filter((one) => !ACCOUNT_TABS.includes(one))
          .map((one) => (
            <li key={one}>
              <Link to={adminPath(one)} aria-current={one === tab ? 'page' : undefined} onClick={collapse}>
                <span data-text={t(`tabs.${one}`)}>{t(`tabs.${one}`)}</span> <Count of={counts[one]} />
              </Link>
            </li>
          ))}
        <li className={styles.account}>
          <Link
            to={adminPath('ownAccount')}
            title={t('tabs.ownAccount')}
            aria-current={ACCOUNT_TABS.includes(tab) ? 'page' : undefined}
            onClick={collapse}
          >
            <Icon name="user" />
            <span className={styles.name}>{t('tabs.ownAccount')}</span>
          </Link>
        </li>
        <li>
          <button
            type="button"
            title={t('tabs.logout')}
            onClick={() => {
              collapse();
              onLogout();
            }}
          >
            <Icon name="logout" />
            <span className={styles.name}>{t('tabs.logout')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** How much waits behind a tab. */
function Count({ of: count }: { of: number | null | undefined }) {
  if (!count) return null;
  return <span className={styles.count}>{count > COUNTS_TO ? `${COUNTS_TO}+` : count}</span>;
}
