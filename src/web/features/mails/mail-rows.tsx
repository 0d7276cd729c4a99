import { useTranslation } from 'react-i18next';
import type { FailedMail, WaitingMail } from '#contract/mails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import table from '../../lists/table.module.css';
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

/** Why the last attempt failed. */
function useReasonText(): (mail: ListedMail) => string {
  const { t } = useTranslation('adminReports');
  return ({ reason }) => t(reason === null ? 'mails.firstTry' : `mails.reasons.${reason}`);
}

export function MailTable({ mails, status, onSent }: MailRowsProps) {
  const { t } = useTranslation('adminReports');
  const { moment, number } = useFormat();
  const reasonText = useReasonText();
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t(status === 'failed' ? 'mails.title' : 'mails.waitingTitle')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mails.columns.recipient')}</th>
          <th scope="col">{t('mails.columns.kind')}</th>
          <th scope="col">{t('mails.columns.reason')}</th>
          <th scope="col" className={table.number}>
            {t('mails.columns.tries')}
          </th>
          <th scope="col" className={table.number}>
            {t(status === 'failed' ? 'mails.columns.failed' : 'mails.columns.next')}
          </th>
          <th scope="col" className={table.options}>
            {t('mails.columns.options')}
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td className={table.address}>{mail.recipient}</td>
            <td>{t(`mails.kinds.${mail.kind}`)}</td>
            <td>{reasonText(mail)}</td>
            <td className={table.number}>{number(mail.tries)}</td>
            <td className={table.number}>
              <time dateTime={mail.time}>{moment(mail.time)}</time>
            </td>
            <td className={table.options}>
              <SendAgainButton mail={mail} onSent={onSent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Used below 992 px. */
export function MailCards({ mails, status, onSent }: MailRowsProps) {
  const { t } = useTranslation('adminReports');
  const { moment } = useFormat();
  const reasonText = useReasonText();
  return (
    <ul className={table.cards} aria-label={t(status === 'failed' ? 'mails.title' : 'mails.waitingTitle')}>
      {mails.map((mail) => (
        <li key={mail.id} className={styles.card}>
          <p className={table.address}>{mail.recipient}</p>
          <p>{t(`mails.kinds.${mail.kind}`)}</p>
          <p>{reasonText(mail)}</p>
          <p>
            {status === 'waiting' && `${t('mails.columns.next')}: `}
            <time dateTime={mail.time}>{moment(mail.time)}</time>, {t('mails.tries', { count: mail.tries })}
          </p>
          <div>
            <SendAgainButton mail={mail} onSent={onSent} />
          </div>
        </li>
      ))}
    </ul>
  );
}
