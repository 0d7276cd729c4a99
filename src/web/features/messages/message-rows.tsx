import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedMessage } from '#contract/messages.ts';
import { useFormat } from '../../i18n/use-format.ts';
import table from '../../lists/table.module.css';
import { Badge } from '../../ui/badge.tsx';
import styles from './messages.module.css';

interface MessageRowsProps {
  messages: readonly ListedMessage[];
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

export function MessageTable({ messages, pathOf }: MessageRowsProps) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t('messages.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('messages.columns.sender')}</th>
          <th scope="col">{t('messages.columns.text')}</th>
          <th scope="col">{t('messages.columns.status')}</th>
          <th scope="col" className={table.number}>
            {t('messages.columns.received')}
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id} className={styles.row} data-status={message.status}>
            <td className={styles.sender}>
              <SenderLink message={message} path={pathOf(message)} />
              <small className={table.address}>{message.email}</small>
            </td>
            <td className={styles.excerptCell}>
              <p className={styles.excerpt}>{message.excerpt}</p>
            </td>
            <td>
              <StatusBadge message={message} />
            </td>
            <td className={table.number}>
              <time dateTime={message.created_at}>{moment(message.created_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Used below 992 px. */
export function MessageCards({ messages, pathOf }: MessageRowsProps) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  return (
    <ul className={table.cards} aria-label={t('messages.title')}>
      {messages.map((message) => (
        <li key={message.id} className={styles.card} data-status={message.status}>
          <p>
            <SenderLink message={message} path={pathOf(message)} />
          </p>
          <StatusBadge message={message} />
          <p className={styles.excerpt}>{message.excerpt}</p>
          <p className={styles.when}>
            <time dateTime={message.created_at}>{moment(message.created_at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}
