import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../forms/use-submit.ts';
import { showToast } from '../../ui/toast.ts';
import styles from './auth-page.module.css';
import { clockText, useSecondsLeft } from './countdown.ts';

/** Milliseconds until another code can be requested: email delivery takes time. */
const RESEND_AFTER = 60_000;

interface ResendProps {
  /** Time of the last code (milliseconds). */
  sentAt: number;
  sentText: string;
  onResend: () => Promise<boolean>;
}

/** Advice for a missing email, and a button to request another code. */
export function Resend({ sentAt, sentText, onResend }: ResendProps) {
  const { t } = useTranslation('auth');
  const { isSending, submit } = useSubmit();
  const left = useSecondsLeft(sentAt + RESEND_AFTER);

  const resend = () =>
    submit(async () => {
      if (await onResend()) showToast({ text: sentText });
    });

  return (
    <p className={styles.resend}>
      {t('code.spam')}{' '}
      {left > 0 ? (
        <>
          {t('code.wait')} <span className={styles.clock}>{clockText(left)}</span>.
        </>
      ) : (
        <button type="button" className={`link-button ${styles.link}`} aria-disabled={isSending || undefined} onClick={() => void resend()}>
          {t(isSending ? 'code.sendingAgain' : 'code.again')}
        </button>
      )}
    </p>
  );
}
