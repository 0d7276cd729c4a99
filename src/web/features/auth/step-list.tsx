import { useTranslation } from 'react-i18next';
import styles from './auth-page.module.css';
import { STEPS, type Step } from './use-registration.ts';

/** The three steps as words on one line. */
export function StepList({ current }: { current: Step }) {
  const { t } = useTranslation('auth');
  const reached = STEPS.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {STEPS.map((step, index) => (
        <li key={step} data-done={index < reached || undefined} aria-current={step === current ? 'step' : undefined}>
          {t(`steps.${step}`)}
          {index < reached && <span className="visually-hidden">{t('steps.done')}</span>}
        </li>
      ))}
    </ol>
  );
}
