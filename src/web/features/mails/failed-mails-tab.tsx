import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminList, type AdminListProps } from '../../admin/admin-list.tsx';
import { type ListAddress, useListAddress } from '../../admin/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { type ListedMail, MailRows } from './mail-rows.tsx';
import { failedMailsQuery, MAIL_FILTERS, waitingMailsQuery } from './mails.queries.ts';

/** Emails whose delivery was abandoned, or that wait for it, with their total. The filter is in the URL. */
export function FailedMailsTab() {
  const address = useListAddress();
  return address.choice('status', MAIL_FILTERS) === 'failed' ? <FailedMails address={address} /> : <WaitingMails address={address} />;
}

/** Sorted by failure, latest first. */
function FailedMails({ address }: { address: ListAddress }) {
  const query = useQuery(failedMailsQuery(address.page));
  const rows = query.data?.data.map((mail) => ({ ...mail, time: mail.failed_at }));
  return <MailList address={address} query={query} rows={rows} status="failed" />;
}

/** Sorted by next attempt, earliest first. */
function WaitingMails({ address }: { address: ListAddress }) {
  const query = useQuery(waitingMailsQuery(address.page));
  const rows = query.data?.data.map((mail) => ({ ...mail, time: mail.next_try_at }));
  return <MailList address={address} query={query} rows={rows} status="waiting" />;
}

interface MailListProps extends Pick<AdminListProps<ListedMail>, 'address' | 'query' | 'rows'> {
  status: (typeof MAIL_FILTERS)[number];
}

function MailList({ status, ...list }: MailListProps) {
  const { t } = useTranslation('adminReports');
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsBelow(992);
  return (
    <AdminList
      {...list}
      title={t(status === 'failed' ? 'mails.title' : 'mails.waitingTitle')}
      headingRef={heading}
      lead={list.query.data?.total ? t(status === 'failed' ? 'mails.lead' : 'mails.waitingLead') : undefined}
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
      {(mails) => <MailRows mails={mails} status={status} isNarrow={isNarrow} onSent={() => heading.current?.focus()} />}
    </AdminList>
  );
}
