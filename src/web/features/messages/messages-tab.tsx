import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MESSAGE_FILTERS } from '#contract/messages.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { useListHeading, useOpenedRow } from '../../admin/use-opened-row.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { MailWarnings } from './mail-warnings.tsx';
import { MessageRows } from './message-rows.tsx';
import { MessageView } from './message-view.tsx';
import { messagesQuery } from './messages.queries.ts';

/** Messages of the contact form: the list, or the message that the query parameter `message` names. */
export function MessagesTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { id, wasOpened } = useOpenedRow('message');
  if (id === undefined) return <MessageList wasOpened={wasOpened} />;
  return <MessageView key={id} messageId={id} onDirty={onDirty} />;
}

/** Filter, search and page are in the URL. */
function MessageList({ wasOpened }: { wasOpened: boolean }) {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const status = address.choice('status', MESSAGE_FILTERS);
  const { q, page } = address;
  const isNarrow = useIsBelow(992);
  const heading = useListHeading(wasOpened);
  const query = useQuery(messagesQuery({ status, q, page }));

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
        inAll: query.data?.total_in_all,
        showAll: t('messages.showAll'),
        found: (values) => t('messages.found', values),
      }}
    >
      {(messages) => (
        <MessageRows messages={messages} isNarrow={isNarrow} pathOf={(message) => address.searchWith({ message: String(message.id) })} />
      )}
    </AdminList>
  );
}
