import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AUDIT_KINDS, type AuditEntry, listAudit } from '#contract/audit.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { ordersPath } from '../../admin/admin-paths.ts';
import { DayFilter } from '../../admin/day-filter.tsx';
import { dayRange } from '../../admin/day-range.ts';
import { type ListAddress, useListAddress } from '../../admin/list-address.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import table from '../../admin/table.module.css';
import { UserLink } from '../../admin/user-link.tsx';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SelectField } from '../../ui/fields.tsx';
import styles from './audit.module.css';
import { type Change, changesOf } from './audit-changes.ts';
import { useAuditText } from './use-audit-text.ts';

const KINDS = ['all', ...AUDIT_KINDS] as const;

/** The audit log, newest first: actor, action, time, and the state before and after. Search, filters and page are in the URL. */
export function AuditTab() {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  const address = useListAddress();
  const { q, page } = address;
  const kind = address.choice('kind', KINDS);
  const [from, to] = [address.day('from'), address.day('to')];
  const query = useQuery({
    queryKey: [...keys.audit, { q, page, kind, from, to }],
    queryFn: ({ signal }) => unwrap(call(listAudit, { query: { q, page, kind, ...dayRange(from, to) }, signal })),
    ...LIST_QUERY,
  });
  return (
    <AdminList
      title={t('audit.title')}
      toolbar={<Filters address={address} />}
      address={address}
      query={query}
      rows={query.data?.data}
      rowHeight={76}
      empty={{ title: t('audit.empty.title'), text: t('audit.empty.text') }}
      search={{
        label: t('audit.search'),
        placeholder: t('audit.placeholder'),
        others: { names: ['kind', 'from', 'to'], isSet: kind !== 'all' || from !== '' || to !== '' },
        notFound: t(q ? 'audit.notFound' : 'audit.noneOf', { q }),
        showAll: t('audit.showAll'),
        found: (values) => t('audit.found', values),
      }}
    >
      {(entries) => (
        <>
          {query.data?.is_more && <p className={styles.more}>{t('audit.more', { value: number(query.data.total) })}</p>}
          <ol className={table.cards} aria-label={t('audit.title')}>
            {entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </AdminList>
  );
}

function Filters({ address }: { address: ListAddress }) {
  const { t } = useTranslation('adminReports');
  const [from, to] = [address.day('from'), address.day('to')];
  return (
    <fieldset className={styles.filters} aria-label={t('audit.filters')}>
      <SelectField
        label={t('audit.kind')}
        choices={KINDS.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))}
        value={address.choice('kind', KINDS)}
        onChange={({ currentTarget: { value } }) => address.choose({ kind: value === 'all' ? undefined : value })}
      />
      <DayFilter name="from" label={t('audit.from')} address={address} />
      <DayFilter name="to" label={t('audit.to')} address={address} error={from && to && from > to ? 'validation.date.order' : undefined} />
    </fieldset>
  );
}

/** The user whose order or tariff it is, with a link to the page of the user. */
function AuditSubject({ entry: { user_id, email } }: { entry: AuditEntry }) {
  const { t } = useTranslation('adminReports');
  if (user_id === null) return null;
  return (
    <p className={styles.who}>
      {email && <UserLink userId={user_id}>{email}</UserLink>}
      {email && ', '}
      {t(email ? 'audit.user' : 'audit.deletedUser', { value: user_id })}
    </p>
  );
}

/** What was done; an entry about an order that may still exist leads to it. */
function AuditAction({ entry }: { entry: AuditEntry }) {
  const words = useAuditText();
  const code = /^order (\w+)$/.exec(entry.subject)?.[1];
  const text = words.action(entry);
  return <p className={styles.what}>{code && entry.action !== 'order.delete' ? <Link to={ordersPath(code)}>{text}</Link> : text}</p>;
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('adminReports');
  const { moment } = useFormat();
  const words = useAuditText();
  const changes = changesOf(entry);
  const hasState = entry.before !== null || entry.after !== null;
  return (
    <li className={styles.entry}>
      <div>
        <AuditAction entry={entry} />
        <AuditSubject entry={entry} />
        <p className={styles.who}>
          <time dateTime={entry.at}>{moment(entry.at)}</time>, {words.actor(entry.actor)}
        </p>
        {entry.reason && <p className={styles.reason}>{t('audit.reason', { reason: entry.reason })}</p>}
      </div>
      {changes.length === 0 ? (
        hasState && <p className={styles.who}>{t('audit.unchanged')}</p>
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${change.item} ${change.field} ${change.before ?? change.after}`}>
              <ChangeWords change={change} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function ChangeWords({ change }: { change: Change }) {
  const { t } = useTranslation('adminReports');
  const words = useAuditText();
  const before = words.value(change.field, change.before);
  const after = words.value(change.field, change.after);
  return (
    <>
      <span className={styles.field}>{words.field(change)}: </span>
      {before !== undefined && (
        <>
          <span className="visually-hidden">{t('audit.before')} </span>
          <del>{before}</del>
        </>
      )}
      {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
      {after !== undefined && (
        <>
          <span className="visually-hidden"> {t('audit.after')} </span>
          <ins>{after}</ins>
        </>
      )}
    </>
  );
}
