import type { User } from '#contract/users.ts';
import { Thumbnail } from '../../photos/thumbnail.tsx';
import styles from './account.module.css';

/** The user's picture, or the initials. */
export function Avatar({ user }: { user: Pick<User, 'first_name' | 'last_name' | 'person_image'> }) {
  if (user.person_image) return <Thumbnail className={styles.avatar} image={user.person_image} width={88} height={88} alt="" />;
  return (
    <div className={styles.avatar} aria-hidden="true">
      {user.first_name.slice(0, 1).toUpperCase()}
      {user.last_name.slice(0, 1).toUpperCase()}
    </div>
  );
}
