import { useTranslation } from 'react-i18next';
import type { Message } from '#contract/messages.ts';
import { UserLink } from '../../admin/user-link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';

export function MessageFacts({ message }: { message: Message }) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  const { email, user_id, user_email, status, answered_at, answered_by } = message;
  return (
    <Facts>
      <Fact label={t('messages.from')}>
        <a href={`mailto:${email}`}>{email}</a>
      </Fact>
      {user_id !== null && user_email !== null && (
        <Fact label={t('messages.account')}>
          <UserLink userId={user_id}>{user_email}</UserLink>
        </Fact>
      )}
      {message.same_email_user_id !== null && (
        <Fact label={t('messages.account')}>
          <UserLink userId={message.same_email_user_id}>{email}</UserLink> <small>{t('messages.sameEmail')}</small>
        </Fact>
      )}
      <Fact label={t('messages.received')}>
        <time dateTime={message.created_at}>{moment(message.created_at)}</time>
      </Fact>
      <Fact label={t('messages.language')}>{t(`messages.languages.${message.language}`)}</Fact>
      {message.is_priority && <Fact label={t('messages.tariff')}>{t('messages.priorityNote')}</Fact>}
      <Fact label={t('messages.columns.status')}>
        <Badge state={status === 'waiting' ? 'wait' : 'done'}>{t(`messages.status.${status}`)}</Badge>
      </Fact>
      {answered_at !== null && (
        <Fact label={t('messages.answered')}>{t('messages.answeredBy', { moment: moment(answered_at), name: answered_by ?? '' })}</Fact>
      )}
    </Facts>
  );
}
