import { useTranslation } from 'react-i18next';
import { DetailsMenu } from '../ui/details-menu.tsx';
import styles from './header.module.css';
import { NavLinks } from './nav-links.tsx';

/** The menu below 678 px. */
export function Burger() {
  const { t } = useTranslation();
  return (
    <DetailsMenu icon="menu" label={t('nav.menu')} navLabel={t('nav.label')} className={styles.burger}>
      {() => <NavLinks />}
    </DetailsMenu>
  );
}
