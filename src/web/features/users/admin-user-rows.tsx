import { useTranslation } from 'react-i18next';
import type { ListedUser } from '#contract/users.admin.ts';
import { useFormat } from '../../i18n/use-format.ts';
import table from '../../lists/table.module.css';
import { UserLink } from '../../lists/user-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './admin-users.module.css';

interface UserRowsProps {
  users: readonly ListedUser[];
  onChange: (user: ListedUser) => void;
}

/** Formats a date, or a dash for null: basic has no period. */
function usePeriod() {
  const { day } = useFormat();
  return (date: string | null) => (date ? day(date) : '—');
}

/** Leads to the page of the user. */
function Person({ user }: { user: ListedUser }) {
  const { t } = useTranslation('adminLists');
  return (
    <>
      <UserLink userId={user.user_id}>{user.email}</UserLink>
      <small className={styles.name}>
        {user.first_name} {user.last_name} {user.is_locked && <Badge state="wait">{t('users.locked')}</Badge>}
      </small>
    </>
  );
}

function ChangeButton({ user, isShort, onChange }: { user: ListedUser; isShort?: boolean; onChange: (user: ListedUser) => void }) {
  const { t } = useTranslation('adminLists');
  return (
    <Button look="quiet" size="small" aria-label={t('users.changeOf', { email: user.email })} onClick={() => onChange(user)}>
      {t(isShort ? 'users.changeShort' : 'users.change')}
    </Button>
  );
}

export function UserTable({ users, onChange }: UserRowsProps) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const period = usePeriod();
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t('users.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={table.number}>
            {t('users.columns.id')}
          </th>
          <th scope="col">{t('users.columns.email')}</th>
          <th scope="col">{t('users.columns.tariff')}</th>
          <th scope="col" className={table.number}>
            {t('users.columns.start')}
          </th>
          <th scope="col" className={table.number}>
            {t('users.columns.end')}
          </th>
          <th scope="col" className={table.options}>
            {t('users.columns.options')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.user_id}>
            <td className={`${table.number} ${table.position}`}>{user.user_id}</td>
            <td className={table.address}>
              <Person user={user} />
            </td>
            <td className={styles.tariff} data-tariff={user.tariff}>
              {t(`tariffs:names.${user.tariff}`)}
            </td>
            <td className={table.number}>{period(user.tariff_start_date)}</td>
            <td className={table.number}>{period(user.tariff_end_date)}</td>
            <td className={table.options}>
              <ChangeButton user={user} onChange={onChange} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Used below 992 px. */
export function UserCards({ users, onChange }: UserRowsProps) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const period = usePeriod();
  return (
    <ul className={table.cards} aria-label={t('users.title')}>
      {users.map((user) => (
        <li key={user.user_id} className={styles.card}>
          <p className={table.address}>
            <Person user={user} />
            <small>{t('users.numbered', { value: user.user_id })}</small>
          </p>
          <p>
            <span className={styles.tariff} data-tariff={user.tariff}>
              {t(`tariffs:names.${user.tariff}`)}
            </span>
            {user.tariff_end_date && (
              <small>{t('users.period', { start: period(user.tariff_start_date), end: period(user.tariff_end_date) })}</small>
            )}
          </p>
          <ChangeButton user={user} isShort onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}
