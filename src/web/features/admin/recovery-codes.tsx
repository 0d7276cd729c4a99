import { useTranslation } from 'react-i18next';
import { copyText } from '../../copy-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { showToast } from '../../ui/toast.ts';
import styles from './own-account.module.css';
import { StepLead } from './step-lead.tsx';

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('adminSettings');

  async function copy(): Promise<void> {
    const isCopied = await copyText(codes.join('\n'));
    showToast({ text: t(isCopied ? 'twoFactor.copied' : 'twoFactor.notCopied'), isFailure: !isCopied });
  }

  return (
    <div className="form">
      <StepLead>{t('twoFactor.codes')}</StepLead>
      <ul className={styles.codes} aria-label={t('twoFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={dialog.buttons}>
        <Button look="quiet" icon="copy" onClick={() => void copy()}>
          {t('twoFactor.copy')}
        </Button>
        <Button onClick={onDone}>{t('twoFactor.done')}</Button>
      </div>
    </div>
  );
}
