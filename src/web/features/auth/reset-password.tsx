import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { forgotPassword } from '#contract/accounts.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { authSearch } from './auth-address.ts';
import styles from './auth-page.module.css';
import { ResetCodeStep } from './reset-code-step.tsx';
import { ResetEmailStep } from './reset-email-step.tsx';
import { readSentCode, type SentCode, storeSentCode } from './sent-code.ts';

interface ResetPasswordProps {
  /** The address typed in the login form; '' if none. */
  email: string;
  onDone: (email: string) => void;
}

/** Password reset in place of the tabs: first the address, then the code and a new password. Never reveals whether an account exists. */
export function ResetPassword({ email, onDone }: ResetPasswordProps) {
  const { t } = useTranslation('auth');
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [sent, setSent] = useState<SentCode | undefined>(() => readSentCode('reset'));
  const [address, setAddress] = useState(sent?.email ?? email);
  const panel = useRef<HTMLDivElement>(null);
  const isSent = sent !== undefined;

  useEffect(() => {
    panel.current?.querySelector<HTMLInputElement>(isSent ? '[name=confirmationCode]' : '[name=email]')?.focus();
  }, [isSent]);

  async function send(to: string): Promise<CallFailure | undefined> {
    const result = await call(forgotPassword, { body: { email: to } });
    if (!result.success) return result;
    remember({ email: to, at: Date.now() });
    return undefined;
  }
  function remember(next: SentCode | undefined) {
    storeSentCode(next, 'reset');
    setSent(next);
    if (next) setAddress(next.email);
  }
  function goBack() {
    if ((state as { isInside?: boolean } | null)?.isInside) void navigate(-1);
    else void navigate({ search: authSearch(search, 'login') }, { replace: true });
  }

  return (
    <section className={styles.page}>
      <Button look="plain" icon="back" className={styles.back} onClick={goBack}>
        {t('reset.back')}
      </Button>
      <Sheet>
        <div ref={panel}>
          <h1>{t('reset.title')}</h1>
          {sent ? (
            <ResetCodeStep
              sent={sent}
              onResend={() => send(sent.email)}
              onOtherEmail={() => remember(undefined)}
              onDone={() => {
                storeSentCode(undefined, 'reset');
                onDone(sent.email);
              }}
            />
          ) : (
            <ResetEmailStep email={address} onSend={send} />
          )}
        </div>
      </Sheet>
    </section>
  );
}
