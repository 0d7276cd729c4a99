import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedMessage } from '#contract/messages.ts';
import { RowList } from '../../admin/row-list.tsx';
import table from '../../admin/table.module.css';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './messages.module.css';

interface MessageRowsProps {
  messages: readonly ListedMessage[];
  isNarrow: boolean;
  pathOf: (message: ListedMessage) => string;
}

function StatusBadge({ message: { status, is_priority } }: { message: ListedMessage }) {
  const { t } = useTranslation('adminLists');
  if (status === 'answered') return <Badge state="done">{t('messages.status.answered')}</Badge>;
  return <Badge state="wait">{t(is_priority ? 'messages.status.priority' : 'messages.status.waiting')}</Badge>;
}

function SenderLink({ message, path }: { message: ListedMessage; path: string }) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  const name = `${message.first_name} ${message.last_name}`;
  return (
    <Link className={styles.open} to={path} aria-label={t('messages.openOf', { name, day: day(message.created_at) })}>
      {name}
    </Link>
  );
}

export function MessageRows({ messages, isNarrow, pathOf }: MessageRowsProps) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  const sender = (message: ListedMessage) => <SenderLink message={message} path={pathOf(message)} />;
  const status = (message: ListedMessage) => <StatusBadge message={message} />;
  const excerpt = (message: ListedMessage) => <p className={styles.excerpt}>{message.excerpt}</p>;
  const received = ({ created_at }: ListedMessage) => <time dateTime={created_at}>{moment(created_at)}</time>;
  return (
    <RowList
      title={t('messages.title')}
      rows={messages}
      keyOf={(message) => message.id}
      isNarrow={isNarrow}
      className={styles.row}
      lookOf={(message) => message.status}
      columns={[
        {
          title: t('messages.columns.sender'),
          className: styles.sender,
          cell: (message) => (
            <>
              {sender(message)}
              <small className={table.address}>{message.email}</small>
            </>
          ),
        },
        { title: t('messages.columns.text'), className: styles.excerptCell, cell: excerpt },
        { title: t('messages.columns.status'), cell: status },
        { title: t('messages.columns.received'), className: table.number, cell: received },
      ]}
      card={(message) => (
        <>
          <p>{sender(message)}</p>
          {status(message)}
          {excerpt(message)}
          <p className={styles.when}>{received(message)}</p>
        </>
      )}
    />
  );
}
