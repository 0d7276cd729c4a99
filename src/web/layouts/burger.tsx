import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import { useDetailsMenu } from '../ui/use-disclosure.ts';
import styles from './header.module.css';
import { NavLinks } from './nav-links.tsx';

/** The menu below 678 px. A details element, so that it opens without scripts. */
export function Burger() {
  const { t } = useTranslation();
  const { root } = useDetailsMenu();
  return (
    <details className={styles.burger} ref={root}>
      <summary aria-label={t('nav.menu')}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={t('nav.label')}>
        <NavLinks />
      </nav>
    </details>
  );
}
