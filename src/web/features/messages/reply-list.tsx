import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { sendMailAgain } from '#contract/mails.ts';
import type { Message, MessageReply } from '#contract/messages.ts';
import table from '../../admin/table.module.css';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './messages.module.css';
import { useMessageCache } from './messages.queries.ts';

const LOOKS = { waiting: 'go', sent: 'done', failed: 'wait' } as const;

/** The replies, oldest first, with the state of their emails. */
export function ReplyList({ message: { id, replies } }: { message: Message }) {
  const { t } = useTranslation('adminLists');
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t('messages.replies')}
      </h2>
      <Sheet isBare>
        <ol className={table.cards}>
          {replies.map((reply) => (
            <Reply key={reply.id} messageId={id} reply={reply} />
          ))}
        </ol>
      </Sheet>
    </section>
  );
}

function Reply({ messageId, reply: { text, actor, created_at, state, reason, mail_id } }: { messageId: number; reply: MessageReply }) {
  const { t } = useTranslation('adminLists');
  const { moment } = useFormat();
  return (
    <li className={styles.reply}>
      <p className={styles.who}>
        <span className={table.address}>{actor}</span>
        <time dateTime={created_at}>{moment(created_at)}</time>
      </p>
      <p>
        <Badge state={LOOKS[state]}>{t(`messages.states.${state}`)}</Badge>
      </p>
      <p className={styles.replyText}>{text}</p>
      {reason && <p className={styles.reason}>{t(`messages.reasons.${reason}`)}</p>}
      {state === 'failed' && mail_id !== null && <SendAgain messageId={messageId} mailId={mail_id} />}
    </li>
  );
}

function SendAgain({ messageId, mailId }: { messageId: number; mailId: number }) {
  const { t } = useTranslation('adminLists');
  const { reload } = useMessageCache();
  const { isSending, failure, submit } = useSubmit({ isAdmin: true });
  const send = () =>
    submit(async () => {
      const result = await call(sendMailAgain, { params: { mailId } });
      if (result.success) await reload(messageId);
      return result;
    });
  return (
    <div className={styles.again}>
      <Button look="quiet" size="small" isBusy={isSending} busyText={t('messages.sendingAgain')} onClick={() => void send()}>
        {t('messages.sendAgain')}
      </Button>
      <FailureNotice failure={failure} />
    </div>
  );
}
