import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnAdmin, removeTwoFactor, renewRecoveryCodes } from '#contract/admin-account.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { BothFactorsForm } from './both-factors-form.tsx';
import styles from './own-account.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** With fewer unused recovery codes, the account asks for new ones. */
const FEW_CODES = 3;

type Step = 'setup' | 'remove' | 'renew';

/** Two-factor login of the administrator's account: switched on in a dialog, off with password and code. */
export function TwoFactor({ own: { email, has_two_factor: isOn, recovery_codes_left: left } }: { own: OwnAdmin }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>();
  const [codes, setCodes] = useState<string[]>();

  async function close(): Promise<void> {
    setStep(undefined);
    setCodes(undefined);
    await client.invalidateQueries({ queryKey: keys.admin });
  }

  const title = codes || step === 'renew' ? 'codesTitle' : 'title';
  return (
    <Sheet>
      <div className={styles.head}>
        <h2>{t('twoFactor.title')}</h2>
        {isOn ? <Badge state="go">{t('twoFactor.on')}</Badge> : <span className={styles.off}>{t('twoFactor.off')}</span>}
      </div>
      <p className={styles.lead}>{t('twoFactor.lead')}</p>
      {isOn && left >= FEW_CODES && <p className={styles.note}>{t('twoFactor.left', { count: left })}</p>}
      {isOn && left < FEW_CODES && (
        <div className={styles.note}>
          <Notice>
            {t('twoFactor.left', { count: left })} {t('twoFactor.few')}
          </Notice>
        </div>
      )}
      <div className={styles.buttons}>
        {!isOn && <Button onClick={() => setStep('setup')}>{t('twoFactor.start')}</Button>}
        {isOn && (
          <>
            <Button look="quiet" onClick={() => setStep('renew')}>
              {t('twoFactor.renew')}
            </Button>
            <Button look="quiet" onClick={() => setStep('remove')}>
              {t('twoFactor.remove')}
            </Button>
          </>
        )}
      </div>
      <Dialog
        // The codes are also shown if the dialog was closed before they came: two-factor login is on by then.
        isOpen={step !== undefined || codes !== undefined}
        title={t(step === 'remove' ? 'twoFactor.removeTitle' : `twoFactor.${title}`)}
        isGuarded
        // The codes are shown only once: Esc does not close them.
        onClose={() => codes || void close()}
      >
        {codes && <RecoveryCodes codes={codes} onDone={() => void close()} />}
        {!codes && step === 'setup' && <TwoFactorSetup email={email} onCodes={setCodes} onCancel={() => void close()} />}
        {!codes && step === 'renew' && (
          <BothFactorsForm
            email={email}
            lead={t('twoFactor.renewLead')}
            sendText={t('twoFactor.renewSend')}
            send={(body) => call(renewRecoveryCodes, { body })}
            onDone={(result) => setCodes(result.recovery_codes)}
            onCancel={() => void close()}
          />
        )}
        {step === 'remove' && (
          <BothFactorsForm
            email={email}
            lead={t('twoFactor.removeLead')}
            sendText={t('twoFactor.removeSend')}
            isDanger
            send={(body) => call(removeTwoFactor, { body })}
            onDone={(result) => {
              showToast({ text: errorText('adminApi.twoFactor.removed', result.message) });
              void close();
            }}
            onCancel={() => void close()}
          />
        )}
      </Dialog>
    </Sheet>
  );
}
