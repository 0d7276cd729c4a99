import { useTranslation } from 'react-i18next';
import { PASSWORD_RULES } from '#contract/fields.ts';
import styles from './door.module.css';

const nameOf = (code: string): string => `rules.${code.slice(code.lastIndexOf('.') + 1)}`;
const isKept = (rule: (typeof PASSWORD_RULES)[number], password: string): boolean => password !== '' && rule.holds(password);

/** The rules still open, in one sentence: described to those who do not see the list. */
export function OpenRules({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const open = PASSWORD_RULES.filter((rule) => !isKept(rule, password)).map(({ code }) => t(nameOf(code)));
  return <span className="visually-hidden">{open.length > 0 ? `${t('rules.needed')} ${open.join(', ')}` : t('rules.all')}</span>;
}

/** The rules of a password, each ticked as soon as what is typed keeps it. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  return (
    <ul className={styles.rules} aria-label={t('rules.label')}>
      {PASSWORD_RULES.map((rule) => (
        <li key={rule.code} data-kept={isKept(rule, password) || undefined}>
          <span>
            {t(nameOf(rule.code))}
            <span className="visually-hidden">, {t(isKept(rule, password) ? 'rules.kept' : 'rules.open')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
