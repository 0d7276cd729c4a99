import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLogout } from '#contract/admins.ts';
import { call } from '../../api/call.ts';
import { endAdminSession, useAdminEndCode, useIsAdmin } from '../../api/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminTabContent } from './admin-content.page.tsx';
import { AdminLogin } from './admin-login.tsx';
import { AdminPanel } from './admin-panel.tsx';
import { AgainDialog } from './again-dialog.tsx';

/** What admin tabs load; all of it is forgotten with the administrator. */
const ADMIN_DATA = { queryKey: ['admin'] };

/** The login, or the desk. A session that ends by itself leaves the desk standing under a new login, with all that is typed there. */
export function AdminPage() {
  const isAdmin = useIsAdmin();
  const endCode = useAdminEndCode();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  if (isAdmin && !isOpen) setOpen(true);

  function leave() {
    endAdminSession();
    client.removeQueries(ADMIN_DATA);
    setDirty(false);
    setOpen(false);
  }
  function handleLogout() {
    // The token goes with the request at once; whether or not an answer comes, this browser forgets it.
    void call(adminLogout);
    leave();
  }

  if (isAdmin === undefined) return <Waiting />;
  if (!isAdmin && !isOpen) return <AdminLogin />;
  return (
    <>
      <AdminPanel isDirty={isDirty} onLogout={handleLogout}>
        {(tab) => <AdminTabContent key={tab} tab={tab} onDirty={setDirty} />}
      </AdminPanel>
      <AgainDialog
        isOpen={!isAdmin}
        isConfirmation={endCode === 'adminApi.reloginRequired'}
        isDirty={isDirty}
        onLeave={leave}
        onEntered={() => void client.invalidateQueries(ADMIN_DATA)}
      />
    </>
  );
}

/** The server knows no token: neither door nor desk would be right. */
function Waiting() {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1 className="visually-hidden">{t('login.title')}</h1>
      <Skeleton height={320} />
    </>
  );
}
