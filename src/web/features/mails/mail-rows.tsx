import { useTranslation } from 'react-i18next';
import type { FailedMail, WaitingMail } from '#contract/mails.ts';
import { RowList } from '../../admin/row-list.tsx';
import table from '../../admin/table.module.css';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './failed-mails.module.css';
import { useSendAgain } from './mails.queries.ts';

/** A failed or waiting email; `time` is that of the failure or the next attempt. */
export type ListedMail = Pick<FailedMail, 'id' | 'recipient' | 'kind' | 'tries' | 'can_send'> & {
  reason: WaitingMail['reason'];
  time: string;
};

interface MailRowsProps {
  mails: readonly ListedMail[];
  status: 'failed' | 'waiting';
  isNarrow: boolean;
  /** Called when an email has left the list or changed its place, with its focused button. */
  onSent: () => void;
}

function SendAgainButton({ mail, onSent }: { mail: ListedMail; onSent: () => void }) {
  const { t } = useTranslation('adminReports');
  const errorText = useErrorText();
  const sendAgain = useSendAgain();
  const { isSending, submit } = useSubmit({ isAdmin: true });

  const send = () =>
    submit(async () => {
      const result = await sendAgain(mail.id);
      if (result.success) {
        showToast({ text: errorText('mailsApi.send.success') });
        onSent();
      } else if (result.status !== 401) showToast({ text: errorText(result.code, result.message), isFailure: true });
      return result;
    });
  if (!mail.can_send) return null;
  const name = t('mails.againOf', { kind: t(`mails.kinds.${mail.kind}`), recipient: mail.recipient });
  return (
    <Button look="quiet" size="small" aria-label={name} isBusy={isSending} busyText={t('mails.sending')} onClick={() => void send()}>
      {t('mails.again')}
    </Button>
  );
}

export function MailRows({ mails, status, isNarrow, onSent }: MailRowsProps) {
  const { t } = useTranslation('adminReports');
  const { moment, number } = useFormat();
  const kind = (mail: ListedMail) => t(`mails.kinds.${mail.kind}`);
  /** Why the last attempt failed. */
  const reason = (mail: ListedMail) => t(mail.reason === null ? 'mails.firstTry' : `mails.reasons.${mail.reason}`);
  const time = (mail: ListedMail) => <time dateTime={mail.time}>{moment(mail.time)}</time>;
  const again = (mail: ListedMail) => <SendAgainButton mail={mail} onSent={onSent} />;
  return (
    <RowList
      title={t(status === 'failed' ? 'mails.title' : 'mails.waitingTitle')}
      rows={mails}
      keyOf={(mail) => mail.id}
      isNarrow={isNarrow}
      className={styles.mail}
      columns={[
        { title: t('mails.columns.recipient'), className: table.address, cell: (mail) => mail.recipient },
        { title: t('mails.columns.kind'), cell: kind },
        { title: t('mails.columns.reason'), cell: reason },
        { title: t('mails.columns.tries'), className: table.number, cell: (mail) => number(mail.tries) },
        { title: t(status === 'failed' ? 'mails.columns.failed' : 'mails.columns.next'), className: table.number, cell: time },
        { title: t('mails.columns.options'), className: table.options, cell: again },
      ]}
      card={(mail) => (
        <>
          <p className={table.address}>{mail.recipient}</p>
          <p>{kind(mail)}</p>
          <p>{reason(mail)}</p>
          <p>
            {status === 'waiting' && `${t('mails.columns.next')}: `}
            {time(mail)}, {t('mails.tries', { count: mail.tries })}
          </p>
          <div>{again(mail)}</div>
        </>
      )}
    />
  );
}
