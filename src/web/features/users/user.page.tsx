import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { logout } from '#contract/auth.ts';
import { call } from '../../api/call.ts';
import { endSession, useSession } from '../../api/session.ts';
import { loginPath, paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { AccountMenu, type MenuItem } from './account-menu.tsx';
import { ProfileCard, ProfileSkeleton } from './profile-card.tsx';
import styles from './user.module.css';

export function UserPage() {
  const { t } = useTranslation('user');
  const session = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (session === null) return <Navigate to={isLeaving ? paths.home : loginPath(paths.user)} replace />;

  function handleLogout() {
    setLeaving(true);
    // The token goes with the request at once; whether or not an answer comes, this browser forgets it.
    void call(logout);
    endSession();
  }

  const items: MenuItem[] = [
    { name: 'card', icon: 'user', label: t('menu.card'), to: paths.user, isCurrent: true },
    { name: 'logout', icon: 'logout', label: t('menu.logout'), onClick: handleLogout, startsGroup: true },
  ];
  return (
    <div className={styles.desk}>
      <Sheet className={styles.card}>{session ? <ProfileCard /> : <ProfileSkeleton />}</Sheet>
      <AccountMenu items={items} />
    </div>
  );
}
