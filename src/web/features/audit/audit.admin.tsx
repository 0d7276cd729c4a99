import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useListAddress, usePageInside } from '../../lists/list-address.ts';
import { ListSearch } from '../../lists/list-search.tsx';
import { Pager } from '../../lists/pager.tsx';
import table from '../../lists/table.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './audit.module.css';
import { type Change, changesOf } from './audit-changes.ts';
import { useAuditText } from './use-audit-text.ts';

/** The audit log, newest first: actor, action, time, and the state before and after. */
export function AuditTab() {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  const address = useListAddress();
  const { q, page } = address;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin', 'audit', { q, page }],
    queryFn: ({ signal }) => unwrap(call(listAudit, { query: { q, page }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  usePageInside(address, isPlaceholderData ? undefined : data?.total);
  return (
    <section aria-busy={isPending || undefined}>
      <div className={table.head}>
        <h1>
          {t('audit.title')} {data && <small>{number(data.total)}</small>}
        </h1>
        <ListSearch
          label={t('audit.search')}
          placeholder={t('audit.placeholder')}
          q={q}
          onQuery={(next) => address.choose({ q: next }, true)}
        />
      </div>
      {!data && (isFetching || !error) && <Skeleton height={76} count={6} />}
      {error && !isFetching && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && data.total === 0 && q === '' && <EmptyState title={t('audit.empty.title')} text={t('audit.empty.text')} />}
      {data && (data.total > 0 || q !== '') && (
        <Sheet isBare className={table.body} aria-busy={isPlaceholderData || undefined}>
          {data.data.length > 0 ? (
            <ol className={table.cards} aria-label={t('audit.title')}>
              {data.data.map((entry) => (
                <AuditItem key={entry.id} entry={entry} />
              ))}
            </ol>
          ) : (
            <p className={table.none}>
              {t('audit.notFound', { q })}{' '}
              <button type="button" onClick={() => address.choose({ q: undefined })}>
                {t('audit.showAll')}
              </button>
            </p>
          )}
          {data.total > 0 && <Pager address={address} total={data.total} />}
        </Sheet>
      )}
      <p className="visually-hidden" role="status">
        {data && q !== '' && t('audit.found', { count: data.total, value: number(data.total) })}
      </p>
    </section>
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
