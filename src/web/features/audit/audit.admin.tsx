import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { AdminList } from '../../lists/admin-list.tsx';
import { useListAddress } from '../../lists/list-address.ts';
import { LIST_QUERY } from '../../lists/list-query.ts';
import table from '../../lists/table.module.css';
import styles from './audit.module.css';
import { type Change, changesOf } from './audit-changes.ts';
import { useAuditText } from './use-audit-text.ts';

/** The audit log, newest first: actor, action, time, and the state before and after. */
export function AuditTab() {
  const { t } = useTranslation('adminReports');
  const address = useListAddress();
  const { q, page } = address;
  const query = useQuery({
    queryKey: ['admin', 'audit', { q, page }],
    queryFn: ({ signal }) => unwrap(call(listAudit, { query: { q, page }, signal })),
    ...LIST_QUERY,
  });
  return (
    <AdminList
      title={t('audit.title')}
      address={address}
      query={query}
      rows={query.data?.data}
      rowHeight={76}
      empty={{ title: t('audit.empty.title'), text: t('audit.empty.text') }}
      search={{
        label: t('audit.search'),
        placeholder: t('audit.placeholder'),
        notFound: t('audit.notFound', { q }),
        showAll: t('audit.showAll'),
        found: (values) => t('audit.found', values),
      }}
    >
      {(entries) => (
        <ol className={table.cards} aria-label={t('audit.title')}>
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </AdminList>
  );
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('adminReports');
  const { moment } = useFormat();
  const words = useAuditText();
  const changes = changesOf(entry);
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.what}>{words.action(entry)}</p>
        <p className={styles.who}>
          <time dateTime={entry.at}>{moment(entry.at)}</time>, {words.actor(entry.actor)}
        </p>
      </div>
      {changes.length === 0 ? (
        <p className={styles.who}>{t('audit.unchanged')}</p>
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
