import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAdminSessions, type OwnAdmin, removeAdminSession, removeOtherAdminSessions } from '#contract/admin-account.ts';
import { SessionList } from '../../account/session-list.tsx';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { ownAdminQuery } from '../../admin/own-admin.queries.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { AccountNav } from './account-nav.tsx';
import { AdminPasswordForm } from './admin-password-form.tsx';
import styles from './own-account.module.css';
import { OwnFacts } from './own-facts.tsx';
import { TwoFactor } from './two-factor.tsx';

interface OwnAccountProps {
  onDirty: (isDirty: boolean) => void;
}

const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.adminSessions,
    queryFn: ({ signal }) => unwrap(call(listAdminSessions, { signal })),
    select: ({ data }) => data,
    staleTime: 0,
  });

/** The account of the logged-in administrator: email, language of the emails, two-factor login, password and sessions. */
export function OwnAccountTab({ onDirty }: OwnAccountProps) {
  const { t } = useTranslation('adminSettings');
  const query = useQuery({ ...ownAdminQuery(), staleTime: 0 });
  return (
    <AdminTab title={t('own.title')} toolbar={<AccountNav tab="ownAccount" />} query={query} skeleton={{ height: 320 }}>
      {(own) => <OwnAccount own={own} onDirty={onDirty} />}
    </AdminTab>
  );
}

function OwnAccount({ own, onDirty }: OwnAccountProps & { own: OwnAdmin }) {
  const sessions = useQuery(sessionsQuery());
  return (
    <div className={styles.sheets}>
      <OwnFacts own={own} />
      <TwoFactor own={own} />
      <AdminPasswordForm email={own.email} onDirty={onDirty} />
      <SessionList
        query={sessions}
        onEnd={(sessionId) => call(removeAdminSession, { params: { sessionId } })}
        onEndOthers={() => call(removeOtherAdminSessions)}
      />
    </div>
  );
}
