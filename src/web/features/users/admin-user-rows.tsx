import { useTranslation } from 'react-i18next';
import type { ListedUser } from '#contract/users.admin.ts';
import { RowList } from '../../admin/row-list.tsx';
import table from '../../admin/table.module.css';
import { UserLink } from '../../admin/user-link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './admin-users.module.css';

interface UserRowsProps {
  users: readonly ListedUser[];
  isNarrow: boolean;
  /** Without it, the tariff cannot be changed. */
  onChange: ((user: ListedUser) => void) | undefined;
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

function Tariff({ user: { tariff } }: { user: ListedUser }) {
  const { t } = useTranslation('tariffs');
  return (
    <span className={styles.tariff} data-tariff={tariff}>
      {t(`names.${tariff}`)}
    </span>
  );
}

export function UserRows({ users, isNarrow, onChange }: UserRowsProps) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  /** Basic has no period. */
  const dayOf = (date: string | null) => (date ? day(date) : '—');
  const changeButton = (user: ListedUser) =>
    onChange && (
      <Button look="quiet" size="small" aria-label={t('users.changeOf', { email: user.email })} onClick={() => onChange(user)}>
        {t(isNarrow ? 'users.changeShort' : 'users.change')}
      </Button>
    );
  return (
    <RowList
      title={t('users.title')}
      rows={users}
      keyOf={(user) => user.user_id}
      isNarrow={isNarrow}
      className={styles.user}
      columns={[
        { title: t('users.columns.id'), className: `${table.number} ${table.position}`, cell: (user) => user.user_id },
        { title: t('users.columns.email'), className: table.address, cell: (user) => <Person user={user} /> },
        { title: t('users.columns.tariff'), cell: (user) => <Tariff user={user} /> },
        { title: t('users.columns.start'), className: table.number, cell: (user) => dayOf(user.tariff_start_date) },
        { title: t('users.columns.end'), className: table.number, cell: (user) => dayOf(user.tariff_end_date) },
        ...(onChange ? [{ title: t('users.columns.options'), className: table.options, cell: changeButton }] : []),
      ]}
      card={(user) => (
        <>
          <p className={table.address}>
            <Person user={user} />
            <small>{t('users.numbered', { value: user.user_id })}</small>
          </p>
          <p>
            <Tariff user={user} />
            {user.tariff_end_date && (
              <small>{t('users.period', { start: dayOf(user.tariff_start_date), end: dayOf(user.tariff_end_date) })}</small>
            )}
          </p>
          {changeButton(user)}
        </>
      )}
    />
  );
}
