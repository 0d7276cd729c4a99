import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import styles from './header.module.css';
import { NavLinks } from './nav-links.tsx';

/** The menu below 678 px. A details element, so that it opens without scripts. */
export function Burger() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', close);
    // Closes the menu when Tab moves the focus out of it.
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);

  return (
    <details className={styles.burger} ref={menu}>
      <summary aria-label={t('nav.menu')}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={t('nav.label')}>
        <NavLinks />
      </nav>
    </details>
  );
}
