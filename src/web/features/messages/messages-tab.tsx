import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MESSAGE_FILTERS } from '#contract/messages.ts';
import { AdminList } from '../../lists/admin-list.tsx';
import { useListAddress } from '../../lists/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { MailWarnings } from './mail-warnings.tsx';
import { MessageCards, MessageTable } from './message-rows.tsx';
import { MessageView } from './message-view.tsx';
import { messagesQuery } from './messages.queries.ts';

/** Messages of the contact form: the list, or the message that the query parameter `message` names. */
export function MessagesTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const [params] = useSearchParams();
  const opened = /^[1-9]\d{0,14}$/.exec(params.get('message') ?? '')?.[0];
  const wasOpened = useRef(false);
  useEffect(() => {
    wasOpened.current = opened !== undefined;
  });
  if (opened === undefined) return <MessageList isReturning={wasOpened.current} />;
  return <MessageView key={opened} messageId={Number(opened)} onDirty={onDirty} />;
}

/** Filter, search and page are in the URL. `isReturning` focuses the heading, because the link that was followed is gone. */
function MessageList({ isReturning }: { isReturning: boolean }) {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const status = address.choice('status', MESSAGE_FILTERS);
  const { q, page } = address;
  const isNarrow = useIsBelow(992);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(messagesQuery({ status, q, page }));
  const Rows = isNarrow ? MessageCards : MessageTable;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is shown again
  useEffect(() => {
    if (isReturning) heading.current?.focus();
  }, []);

  return (
    <AdminList
      title={t('messages.title')}
      headingRef={heading}
      lead={query.data?.is_partial ? t('messages.partial') : undefined}
      toolbar={query.data && <MailWarnings hasContactEmail={query.data.has_contact_email} hasSmtp={query.data.has_smtp} />}
      address={address}
      query={query}
      rows={query.data?.data}
      rowHeight={isNarrow ? 104 : 60}
      empty={{ title: t('messages.empty.title'), text: t('messages.empty.text') }}
      search={{
        label: t('messages.search'),
        placeholder: t('messages.placeholder'),
        filter: {
          name: 'status',
          label: t('messages.filter'),
          options: MESSAGE_FILTERS.map((value) => ({ value, label: t(`messages.filters.${value}`) })),
          value: status,
        },
        notFound: t(q ? 'messages.notFound' : 'messages.noneOf', { q }),
        showAll: t('messages.showAll'),
        found: (values) => t('messages.found', values),
      }}
    >
      {(messages) => <Rows messages={messages} pathOf={({ id }) => address.searchWith({ message: String(id) })} />}
    </AdminList>
  );
}
