import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminList } from '../../lists/admin-list.tsx';
import { type ListAddress, useListAddress } from '../../lists/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { type ListedMail, MailCards, MailTable } from './mail-rows.tsx';
import { failedMailsQuery, MAIL_FILTERS, waitingMailsQuery } from './mails.queries.ts';

/** Emails whose delivery was abandoned, or that wait for it, with their total. The filter is in the URL. */
export function FailedMailsTab() {
  const address = useListAddress();
  return address.choice('status', MAIL_FILTERS) === 'failed' ? <FailedMails address={address} /> : <WaitingMails address={address} />;
}

/** Sorted by failure, latest first. */
function FailedMails({ address }: { address: ListAddress }) {
  const { t } = useTranslation('adminReports');
  const query = useQuery(failedMailsQuery(address.page));
  const rows = query.data?.data.map((mail) => ({ ...mail, time: mail.failed_at }));
  return <MailList {...{ address, query, rows }} status="failed" lead={query.data && query.data.total > 0 ? t('mails.lead') : undefined} />;
}

/** Sorted by next attempt, earliest first. */
function WaitingMails({ address }: { address: ListAddress }) {
  const { t } = useTranslation('adminReports');
  const query = useQuery(waitingMailsQuery(address.page));
  const rows = query.data?.data.map((mail) => ({ ...mail, time: mail.next_try_at }));
  return (
    <MailList
      {...{ address, query, rows }}
      status="waiting"
      lead={query.data && query.data.total > 0 ? t('mails.waitingLead') : undefined}
    />
  );
}

type ListProps = Parameters<typeof AdminList<ListedMail>>[0];

function MailList({ status, ...list }: Pick<ListProps, 'address' | 'query' | 'rows' | 'lead'> & { status: (typeof MAIL_FILTERS)[number] }) {
  const { t } = useTranslation('adminReports');
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsBelow(992);
  const Rows = isNarrow ? MailCards : MailTable;
  return (
    <AdminList
      {...list}
      title={t(status === 'failed' ? 'mails.title' : 'mails.waitingTitle')}
      headingRef={heading}
      rowHeight={isNarrow ? 96 : 53}
      empty={{ title: t('mails.empty.title'), text: t('mails.empty.text') }}
      search={{
        filter: {
          name: 'status',
          label: t('mails.filter'),
          options: MAIL_FILTERS.map((value) => ({ value, label: t(`mails.filters.${value}`) })),
          value: status,
        },
        notFound: t('mails.noneOf'),
        showAll: t('mails.showAll'),
        found: () => '',
      }}
    >
      {(mails) => <Rows mails={mails} status={status} onSent={() => heading.current?.focus()} />}
    </AdminList>
  );
}
