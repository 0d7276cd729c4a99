import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLogout } from '#contract/admins.ts';
import { call } from '../../api/call.ts';
import { endAdminSession, useAdminEndCode, useIsAdmin } from '../../api/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { AdminTabContent } from './admin-content.page.tsx';
import { AdminLogin } from './admin-login.tsx';
import { AdminLoginDialog } from './admin-login-dialog.tsx';
import { AdminPanel } from './admin-panel.tsx';

/** Prefix of all admin queries; removed from the cache on logout. */
const ADMIN_DATA = { queryKey: ['admin'] };

/** The login page or the admin panel. When the session expires, the panel and its unsaved input stay mounted under a login dialog. */
export function AdminPage() {
  const isAdmin = useIsAdmin();
  const endCode = useAdminEndCode();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  if (isAdmin && !isOpen) setOpen(true);
  useRootMark('adminPanel');

  function leave() {
    endAdminSession();
    client.removeQueries(ADMIN_DATA);
    setDirty(false);
    setOpen(false);
  }
  function handleLogout() {
    // The request already carries the token; end the local session without waiting for the response.
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
      <AdminLoginDialog
        isOpen={!isAdmin}
        isConfirmation={endCode === 'adminApi.reloginRequired'}
        isDirty={isDirty}
        onLeave={leave}
        onEntered={() => void client.invalidateQueries(ADMIN_DATA)}
      />
    </>
  );
}

/** Rendered by the server, which does not know the token in the browser: a placeholder for the login page or the panel. */
function Waiting() {
  const { t } = useTranslation('admin');
  return (
    <UnknownHeight data-admin-panel="true">
      <h1 className="visually-hidden">{t('login.title')}</h1>
      <Skeleton height={320} />
    </UnknownHeight>
  );
}
