import { useQuery } from '@tanstack/react-query';
import { removeOtherSessions, removeSession } from '#contract/accounts.ts';
import type { User } from '#contract/users.ts';
import { SessionList } from '../../account/session-list.tsx';
import { call } from '../../api/call.ts';
import type { AccountView } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './account.module.css';
import { DeleteForm } from './delete-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { sessionsQuery } from './sessions.queries.ts';

interface AccountFormProps {
  view: Exclude<AccountView, 'tariff' | 'order' | 'notices'>;
  user: User;
  /** Called after saving, with the confirmation to show. */
  onDone: (text: string) => void;
  onDeleted: (text: string) => void;
}

/** The selected form, in place of the account card. */
export function AccountForm({ view, user, onDone, onDeleted }: AccountFormProps) {
  return (
    <div>
      <Sheet className={styles.card}>
        {view === 'profile' && <ProfileForm user={user} onDone={onDone} />}
        {view === 'password' && <PasswordForm user={user} onDone={onDone} />}
        {view === 'delete' && <DeleteForm user={user} onDeleted={onDeleted} />}
      </Sheet>
      {view === 'password' && <OwnSessions />}
    </div>
  );
}

function OwnSessions() {
  const query = useQuery(sessionsQuery());
  return (
    <SessionList
      query={query}
      onEnd={(sessionId) => call(removeSession, { params: { sessionId } })}
      onEndOthers={() => call(removeOtherSessions)}
    />
  );
}
