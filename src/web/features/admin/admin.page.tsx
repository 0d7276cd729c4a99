import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { adminLogout } from '#contract/admins.ts';
import { ownAdminQuery } from '../../admin/own-admin.queries.ts';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { endAdminSession, NEEDS_CONFIRMATION, resumeAdminSession, useAdminEndCode, useIsAdmin } from '../../api/session.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { AdminTabContent } from './admin-content.page.tsx';
import { AdminLogin } from './admin-login.tsx';
import { AdminLoginDialog } from './admin-login-dialog.tsx';
import { AdminPanel } from './admin-panel.tsx';

/** Prefix of all admin queries; removed from the cache on logout. */
const ADMIN_DATA = { queryKey: keys.admin };
const INVITATION = '#invitation=';

const AcceptInvitation = lazyPart(async () => {
  const [part] = await Promise.all([import('./accept-invitation.tsx'), loadTexts(['forms', 'adminSettings'])]);
  return part.AcceptInvitation;
});

/** The login page or the admin panel. When the session expires, the panel and its unsaved input stay mounted under a login dialog. */
export function AdminPage() {
  const isAdmin = useIsAdmin();
  const endCode = useAdminEndCode();
  const client = useQueryClient();
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  if (isAdmin && !isOpen) setOpen(true);
  const own = useQuery({ ...ownAdminQuery(), enabled: isAdmin === true });
  useNewRole(client);
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
  if (hash.startsWith(INVITATION))
    return (
      <Suspense fallback={<Waiting />}>
        <AcceptInvitation token={hash.slice(INVITATION.length)} onAccepted={() => void client.resetQueries(ADMIN_DATA)} />
      </Suspense>
    );
  if (!isAdmin && !isOpen) return <AdminLogin />;
  return (
    <>
      {own.data && (
        <AdminPanel role={own.data.role} isDirty={isDirty} onLogout={handleLogout}>
          {(tab) => <AdminTabContent key={tab} tab={tab} onDirty={setDirty} />}
        </AdminPanel>
      )}
      {!own.data && own.error && isAdmin && !own.isFetching && <LoadFailure error={own.error} onRetry={() => void own.refetch()} />}
      {!own.data && (!own.error || own.isFetching) && <Waiting />}
      <AdminLoginDialog
        isOpen={!isAdmin}
        email={own.data?.email}
        isDirty={isDirty}
        onResume={endCode === NEEDS_CONFIRMATION ? resumeAdminSession : undefined}
        onLeave={leave}
        onEntered={() => void client.invalidateQueries(ADMIN_DATA)}
      />
    </>
  );
}

/** Reloads the administrator's account when the server rejects a list for the role: another administrator has changed it. */
function useNewRole(client: QueryClient): void {
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        const { error } = query.state;
        if (
          type === 'updated' &&
          error instanceof CallError &&
          error.failure.code === 'adminApi.role' &&
          query.state.fetchStatus === 'idle'
        )
          void client.invalidateQueries({ queryKey: ownAdminQuery().queryKey });
      }),
    [client],
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
