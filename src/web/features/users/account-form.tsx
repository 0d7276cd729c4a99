import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/user.queries.ts';
import type { AccountView } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { DeleteForm } from './delete-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileFailure, ProfileSkeleton } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import styles from './user.module.css';

interface AccountFormProps {
  view: AccountView;
  /** All is saved, with words that say so. */
  onDone: (text: string) => void;
  onDeleted: (text: string) => void;
}

/** The chosen form in the card's place, one at a time (specification 2). */
export function AccountForm({ view, onDone, onDeleted }: AccountFormProps) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery());
  if (!user)
    return (
      <Sheet className={styles.card}>
        {error && !isFetching ? <ProfileFailure error={error} onAgain={() => void refetch()} /> : <ProfileSkeleton />}
      </Sheet>
    );
  return (
    <div>
      <Sheet className={styles.card}>
        {view === 'profile' && <ProfileForm user={user} onDone={onDone} />}
        {view === 'password' && <PasswordForm user={user} onDone={onDone} />}
        {view === 'delete' && <DeleteForm user={user} onDeleted={onDeleted} />}
      </Sheet>
      {view === 'password' && <SessionList />}
    </div>
  );
}
