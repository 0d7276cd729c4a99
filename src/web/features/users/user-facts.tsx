import { useTranslation } from 'react-i18next';
import type { UserPage } from '#contract/accounts.admin.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './user-view.module.css';

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE ** 2;

/** The account: contact, status, tariff, and the use of the book in numbers. */
export function UserFacts({ user }: { user: UserPage }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day, moment, number } = useFormat();
  const { phone, vehicles, archived_vehicles: archived, last_seen_on: seen, tariff_start_date: start, tariff_end_date: end } = user;
  const kilobytes = Math.ceil(user.photo_bytes / KILOBYTE);
  const megabytes = number(user.photo_bytes / MEGABYTE, { maximumFractionDigits: 1 });
  return (
    <Sheet>
      <Facts>
        <Fact label={t('users.page.number')}>{user.user_id}</Fact>
        <Fact label={t('users.page.email')}>
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </Fact>
        <Fact label={t('users.page.phone')}>{phone === null ? '—' : <a href={`tel:${phone}`}>{phone}</a>}</Fact>
        <Fact label={t('users.page.language')}>{t(`messages.languages.${user.language}`)}</Fact>
        <Fact label={t('users.page.registered')}>
          <time dateTime={user.created_at}>{moment(user.created_at)}</time>
        </Fact>
        <Fact label={t('users.page.lastSeen')}>{seen === null ? t('users.page.never') : <time dateTime={seen}>{day(seen)}</time>}</Fact>
        {/* A lock keeps the sessions, but no call of them is answered. */}
        {!user.is_locked && <Fact label={t('users.page.sessions')}>{t('users.page.devices', { count: user.sessions })}</Fact>}
        <Status user={user} />
        {user.login_locked_until && (
          <Fact label={t('users.page.loginLock')}>{t('users.page.loginLockedUntil', { moment: moment(user.login_locked_until) })}</Fact>
        )}
        {user.code_locked_until && (
          <Fact label={t('users.page.codeLock')}>{t('users.page.codeLockedUntil', { moment: moment(user.code_locked_until) })}</Fact>
        )}
        <Fact label={t('users.page.tariffNow')}>{t(`tariffs:names.${user.tariff}`)}</Fact>
        {start && end && <Fact label={t('users.page.period')}>{t('users.period', { start: day(start), end: day(end) })}</Fact>}
        <Fact label={t('users.page.vehicles')}>
          {archived > 0 ? t('users.page.archived', { active: number(vehicles), archived: number(archived) }) : number(vehicles)}
        </Fact>
        <Fact label={t('users.page.photos')}>
          {kilobytes > 0 && kilobytes < 1_000
            ? t('users.page.kilobytes', { value: kilobytes })
            : t('users.page.megabytes', { value: megabytes })}
        </Fact>
      </Facts>
    </Sheet>
  );
}

/** Whether the account is locked, since when and why. */
function Status({ user: { locked_at, lock_reason } }: { user: UserPage }) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  return (
    <>
      <Fact label={t('users.page.state')}>
        <Badge state={locked_at ? 'wait' : 'go'}>
          {locked_at ? t('users.page.lockedSince', { moment: moment(locked_at) }) : t('users.page.open')}
        </Badge>
      </Fact>
      {lock_reason && (
        <Fact label={t('users.page.reason')}>
          <span className={styles.reason}>{lock_reason}</span>
        </Fact>
      )}
    </>
  );
}
