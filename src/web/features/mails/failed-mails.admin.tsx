import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FailedMail, listFailedMails } from '#contract/mails.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { AdminList } from '../../lists/admin-list.tsx';
import { useListAddress } from '../../lists/list-address.ts';
import { LIST_QUERY } from '../../lists/list-query.ts';
import table from '../../lists/table.module.css';
import { useIsBelow } from '../../ui/use-is-below.ts';
import styles from './failed-mails.module.css';

/** Emails whose delivery was abandoned, latest failure first, with their total. */
export function FailedMailsTab() {
  const { t } = useTranslation('adminReports');
  const address = useListAddress();
  const { page } = address;
  const isNarrow = useIsBelow(992);
  const query = useQuery({
    queryKey: ['admin', 'failed-mails', { page }],
    queryFn: ({ signal }) => unwrap(call(listFailedMails, { query: { page }, signal })),
    ...LIST_QUERY,
  });
  const Rows = isNarrow ? MailCards : MailTable;
  return (
    <AdminList
      title={t('mails.title')}
      lead={query.data && query.data.total > 0 ? t('mails.lead') : undefined}
      address={address}
      query={query}
      rows={query.data?.data}
      rowHeight={isNarrow ? 96 : 53}
      empty={{ title: t('mails.empty.title'), text: t('mails.empty.text') }}
    >
      {(mails) => <Rows mails={mails} />}
    </AdminList>
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
