import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import styles from './door.module.css';
import { DOOR_TABS, type DoorTab, doorSearch } from './door-address.ts';

export const tabId = (tab: DoorTab): string => `tab-${tab}`;
export const panelId = (tab: DoorTab): string => `panel-${tab}`;

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface DoorTabsProps {
  tab: DoorTab;
  /** A pointer or the focus is at the tabs: one may be pressed soon. */
  onNear: () => void;
}

/** Two index tabs; the arrow keys go from one to the other. */
export function DoorTabs({ tab, onNear }: DoorTabsProps) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const open = (next: DoorTab) => void navigate({ search: doorSearch(search, next) }, { preventScrollReset: true });

  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const next = step ? DOOR_TABS[(DOOR_TABS.indexOf(tab) + step + DOOR_TABS.length) % DOOR_TABS.length] : undefined;
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
      {DOOR_TABS.map((one) => (
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
