import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { logout } from '#contract/auth.ts';
import { call } from '../../api/call.ts';
import { endSession, useSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { accountPath, accountViewOf, loginPath, paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { AccountMenu, focusMenuItem, type MenuItem } from './account-menu.tsx';
import { ProfileCard, ProfileSkeleton } from './profile-card.tsx';
import styles from './user.module.css';

const AccountForm = lazy(async () => {
  const [{ AccountForm: component }] = await Promise.all([import('./account-form.tsx'), loadTexts(['account', 'forms'])]);
  return { default: component };
});

/** The view of the address. When it closes the data is loaded anew, and the focus returns to what opened it. */
function useAccountView() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const view = accountViewOf(query);
  const shown = useRef<typeof view>(undefined);
  useEffect(() => {
    if (!view && shown.current) {
      void client.invalidateQueries({ queryKey: userQuery().queryKey });
      focusMenuItem(shown.current);
    }
    shown.current = view;
  }, [view, client]);
  return view;
}

export function UserPage() {
  const { t } = useTranslation('user');
  const session = useSession();
  const navigate = useNavigate();
  const known = useAccountView();
  const [isLeaving, setLeaving] = useState(false);
  if (session === null) return <Navigate to={isLeaving ? paths.home : loginPath(paths.user)} replace />;
  // The server writes the page without its query: the address is heeded as soon as the page is alive.
  const view = session && known;

  function leave() {
    setLeaving(true);
    endSession();
  }
  function handleLogout() {
    // The token goes with the request at once; whether or not an answer comes, this browser forgets it.
    void call(logout);
    leave();
  }
  function handleDone(text: string) {
    showToast({ text });
    void navigate(paths.user, { replace: true });
  }
  function handleDeleted(text: string) {
    showToast({ text });
    leave();
  }

  const form = (name: NonNullable<typeof view>) => ({ name, to: accountPath(name), isCurrent: view === name });
  const items: MenuItem[] = [
    { ...form('profile'), icon: 'edit', label: t('menu.profile') },
    { ...form('password'), icon: 'key', label: t('menu.password') },
    { ...form('delete'), icon: 'trash', label: t('menu.remove'), startsGroup: true, isDanger: true },
    { name: 'logout', icon: 'logout', label: t('menu.logout'), onClick: handleLogout },
  ];
  return (
    <div className={styles.desk}>
      {view ? (
        <Suspense fallback={<Waiting />}>
          <AccountForm key={view} view={view} onDone={handleDone} onDeleted={handleDeleted} />
        </Suspense>
      ) : (
        <Sheet className={styles.card}>{session ? <ProfileCard /> : <ProfileSkeleton />}</Sheet>
      )}
      <AccountMenu items={items} />
    </div>
  );
}

const Waiting = () => (
  <Sheet className={styles.card}>
    <ProfileSkeleton />
  </Sheet>
);
