import { useTranslation } from 'react-i18next';
import { PASSWORD_RULES } from '#contract/fields.ts';
import styles from './door.module.css';

/** The rules of a password, each ticked as soon as what is typed keeps it. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('auth');
  return (
    <ul className={styles.rules} id={id} aria-label={t('rules.label')}>
      {PASSWORD_RULES.map(({ code, holds }) => {
        const isKept = password !== '' && holds(password);
        return (
          <li key={code} data-kept={isKept || undefined}>
            <span>
              {t(`rules.${code.slice(code.lastIndexOf('.') + 1)}`)}
              <span className="visually-hidden">, {t(isKept ? 'rules.kept' : 'rules.open')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
