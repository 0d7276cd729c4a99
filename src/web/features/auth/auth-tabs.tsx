import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { AUTH_TABS, type AuthTab, authSearch } from './auth-address.ts';
import styles from './auth-page.module.css';

export const tabId = (tab: AuthTab): string => `tab-${tab}`;
export const panelId = (tab: AuthTab): string => `panel-${tab}`;

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface AuthTabsProps {
  tab: AuthTab;
  /** Called when the pointer or focus reaches the tabs, to preload before a click. */
  onNear: () => void;
}

/** Two tabs; the arrow keys switch between them. */
export function AuthTabs({ tab, onNear }: AuthTabsProps) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  // Without `flushSync`, keys pressed before the next rendering on a slow device are typed into the panel that is about to be hidden.
  const open = (next: AuthTab) => void navigate({ search: authSearch(search, next) }, { preventScrollReset: true, flushSync: true });

  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const next = step ? AUTH_TABS[(AUTH_TABS.indexOf(tab) + step + AUTH_TABS.length) % AUTH_TABS.length] : undefined;
    if (!next) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
    open(next);
  }

  return (
    <div
      ref={list}
      className={styles.tabs}
      role="tablist"
      aria-label={t('tabs.label')}
      onKeyDown={handleKey}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {AUTH_TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={tabId(one)}
          aria-controls={panelId(one)}
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => {
            if (one !== tab) open(one);
          }}
        >
          {t(`tabs.${one}`)}
        </button>
      ))}
    </div>
  );
}
