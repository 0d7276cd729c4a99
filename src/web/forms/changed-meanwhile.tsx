import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import styles from './changed-meanwhile.module.css';

/** At a field: the value that someone else has saved meanwhile, and a button that takes it, unless the field has it already. */
export function ChangedMeanwhile({ saved, onUse }: { saved: ReactNode; onUse: (() => void) | undefined }) {
  const { t } = useTranslation('forms');
  if (!onUse) return <span className={styles.note}>{t('meanwhile.taken')}</span>;
  return (
    <span className={styles.note}>
      <span className={styles.saved}>
        {t('meanwhile.saved')} {saved}
      </span>
      <Button look="quiet" size="small" onClick={onUse}>
        {t('meanwhile.use')}
      </Button>
    </span>
  );
}
