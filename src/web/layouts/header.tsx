import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHasSession, useIsAdmin } from '../api/session.ts';
import { paths } from '../paths.ts';
import { IconLink } from '../ui/button.tsx';
import { Mark } from '../ui/icon.tsx';
import { Burger } from './burger.tsx';
import styles from './header.module.css';
import { LanguageSelect } from './language-select.tsx';
import { NavLinks } from './nav-links.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

export function Brand() {
  return (
    <Link className={styles.brand} to={paths.home}>
      <Mark />
      Carnet
    </Link>
  );
}

/** With `isReserved` it is invisible and keeps its place. */
export function Header({ isReserved }: { isReserved: boolean }) {
  const { t } = useTranslation();
  const hasSession = useHasSession();
  const isAdmin = useIsAdmin();
  return (
    <header className={styles.header} data-admin={isAdmin || undefined} data-reserved={isReserved || undefined}>
      <div className={styles.inner}>
        <Brand />
        <nav className={styles.nav} aria-label={t('nav.label')}>
          <NavLinks />
        </nav>
        <div className={styles.tools}>
          <LanguageSelect />
          <ThemeToggle />
          {isAdmin && <IconLink icon="shield" label={t('nav.admin')} to={paths.admin} />}
          {hasSession ? (
            <IconLink icon="user" label={t('nav.user')} to={paths.user} />
          ) : (
            <IconLink icon="login" label={t('nav.login')} to={paths.login} />
          )}
          <Burger />
        </div>
      </div>
    </header>
  );
}
