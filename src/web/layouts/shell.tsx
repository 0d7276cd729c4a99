import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useIsAdmin } from '../api/session.ts';
import { paths } from '../paths.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Brand, Header } from './header.tsx';
import { useLateScroll } from './late-scroll.ts';
import { PageChange, PageHead } from './page-change.tsx';
import styles from './shell.module.css';

/** Compares paths as the router does: ignores case and trailing slashes. */
const isPath = (pathname: string, path: string): boolean => pathname.replace(/\/+$/, '').toLowerCase() === path;

/** Layout of all pages: header, footer, progress bar, notices and navigation effects. `children` are rendered after the footer. */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  // Before the token is read, and at the login.
  const isBare = isPath(useLocation().pathname, paths.admin) && !isAdmin;
  useLateScroll();
  const isPending = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead />
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {isPending && <div className={styles.progress} />}
      <Header isReserved={isBare} />
      <main className={styles.main} id="main" tabIndex={-1} aria-busy={isPending || undefined}>
        <Outlet />
      </main>
      <footer className={styles.footer} data-reserved={isBare || undefined}>
        <div className={styles.footerIn}>
          <Brand />
          <small>© 2025 Carnet</small>
        </div>
      </footer>
      {children}
      <PageChange />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
