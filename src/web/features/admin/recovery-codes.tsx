import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import settings from '../../ui/settings.module.css';
import { showToast } from '../../ui/toast.ts';
import styles from './own-account.module.css';

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('adminSettings');

  // The clipboard needs a secure context, and the browser may deny access.
  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    );
    showToast({ text: t(isCopied ? 'twoFactor.copied' : 'twoFactor.notCopied'), isFailure: !isCopied });
  }

  return (
    <div className={styles.steps}>
      <p>{t('twoFactor.codes')}</p>
      <ul className={styles.codes} aria-label={t('twoFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={settings.buttons}>
        <Button onClick={onDone}>{t('twoFactor.done')}</Button>
        <Button look="quiet" icon="copy" onClick={() => void copy()}>
          {t('twoFactor.copy')}
        </Button>
      </div>
    </div>
  );
}
