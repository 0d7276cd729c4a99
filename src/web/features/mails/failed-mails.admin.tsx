import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FailedMail, listFailedMails } from '#contract/mails.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useListAddress, usePageInside } from '../../lists/list-address.ts';
import { Pager } from '../../lists/pager.tsx';
import table from '../../lists/table.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './failed-mails.module.css';

/** Emails whose delivery was abandoned, latest failure first, with their total. */
export function FailedMailsTab() {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  const address = useListAddress();
  const { page } = address;
  const isNarrow = useMediaQuery('(max-width: 991px)', undefined, { getInitialValueInEffect: false });
  const {
    data: list,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: ['admin', 'failed-mails', { page }],
    queryFn: ({ signal }) => unwrap(call(listFailedMails, { query: { page }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  usePageInside(address, isPlaceholderData ? undefined : list?.total);
  const Rows = isNarrow ? MailCards : MailTable;
  return (
    <section aria-busy={isPending || undefined}>
      <div className={table.head}>
        <h1>
          {t('mails.title')} {list && list.total > 0 && <small>{number(list.total)}</small>}
        </h1>
        {list && list.total > 0 && <p className={table.lead}>{t('mails.lead')}</p>}
      </div>
      {!list && (isFetching || !error) && <Skeleton height={isNarrow ? 96 : 53} count={6} />}
      {error && !isFetching && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {list && list.total === 0 && <EmptyState title={t('mails.empty.title')} text={t('mails.empty.text')} />}
      {list && list.total > 0 && (
        <Sheet isBare className={table.body} aria-busy={isPlaceholderData || undefined}>
          <Rows mails={list.data} />
          <Pager address={address} total={list.total} />
        </Sheet>
      )}
    </section>
  );
}

interface MailRowsProps {
  mails: readonly FailedMail[];
}

function MailTable({ mails }: MailRowsProps) {
  const { t } = useTranslation('adminReports');
  const { moment, number } = useFormat();
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t('mails.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mails.columns.recipient')}</th>
          <th scope="col">{t('mails.columns.kind')}</th>
          <th scope="col">{t('mails.columns.reason')}</th>
          <th scope="col" className={table.number}>
            {t('mails.columns.tries')}
          </th>
          <th scope="col" className={table.number}>
            {t('mails.columns.failed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td className={table.address}>{mail.recipient}</td>
            <td>{t(`mails.kinds.${mail.kind}`)}</td>
            <td>{t(`mails.reasons.${mail.reason}`)}</td>
            <td className={table.number}>{number(mail.tries)}</td>
            <td className={table.number}>
              <time dateTime={mail.failed_at}>{moment(mail.failed_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Below 992 px. */
function MailCards({ mails }: MailRowsProps) {
  const { t } = useTranslation('adminReports');
  const { moment } = useFormat();
  return (
    <ul className={table.cards} aria-label={t('mails.title')}>
      {mails.map((mail) => (
        <li key={mail.id} className={styles.card}>
          <p className={table.address}>{mail.recipient}</p>
          <p>{t(`mails.kinds.${mail.kind}`)}</p>
          <p>{t(`mails.reasons.${mail.reason}`)}</p>
          <p>
            <time dateTime={mail.failed_at}>{moment(mail.failed_at)}</time>, {t('mails.tries', { count: mail.tries })}
          </p>
        </li>
      ))}
    </ul>
  );
}
