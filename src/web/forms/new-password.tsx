import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_RULES } from '#contract/fields.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './new-password.module.css';
import { STRENGTHS, type Strength, strengthOf } from './password-strength.ts';

type RuleCode = (typeof PASSWORD_RULES)[number]['code'];
type RuleName = RuleCode extends `validation.password.${infer Name}` ? Name : never;

const nameOf = (code: RuleCode) => `rules.${code.slice(code.lastIndexOf('.') + 1) as RuleName}` as const;
const isSatisfied = (rule: (typeof PASSWORD_RULES)[number], password: string): boolean => password !== '' && rule.isSatisfied(password);

/** A field for a new password. Shows which rules are satisfied and the strength while the user types. Uses the namespace `forms`. */
export function NewPasswordField({ value, ...rest }: Omit<ComponentProps<typeof PasswordField>, 'value' | 'help'> & { value: string }) {
  const isCommon = useCommon(value);
  return (
    <div className={styles.whole}>
      <PasswordField name="new-password" autoComplete="new-password" {...rest} value={value} help={<OpenRules password={value} />} />
      <PasswordStrength strength={value === '' ? undefined : isCommon ? 'weak' : strengthOf(value)} />
      <CommonWarning isCommon={isCommon} />
      <PasswordRules password={value} />
    </div>
  );
}

/** The rules not yet satisfied, in one sentence, as the description of the field for screen readers. */
function OpenRules({ password }: { password: string }) {
  const { t } = useTranslation('forms');
  const openRules = PASSWORD_RULES.filter((rule) => !isSatisfied(rule, password)).map(({ code }) => t(nameOf(code)));
  return <span className="visually-hidden">{openRules.length > 0 ? `${t('rules.needed')} ${openRules.join(', ')}` : t('rules.all')}</span>;
}

/** The password rules, each marked as soon as the password satisfies it. */
function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('forms');
  return (
    <ul className={styles.rules} aria-label={t('rules.label')}>
      {PASSWORD_RULES.map((rule) => (
        <li key={rule.code} data-satisfied={isSatisfied(rule, password) || undefined}>
          <span>
            {t(nameOf(rule.code))}
            <span className="visually-hidden">, {t(isSatisfied(rule, password) ? 'rules.kept' : 'rules.open')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function PasswordStrength({ strength }: { strength: Strength | undefined }) {
  const { t } = useTranslation('forms');
  const reached = strength ? STRENGTHS.indexOf(strength) : -1;
  return (
    <p className={styles.strength}>
      {STRENGTHS.map((each, index) => (
        <i key={each} data-on={index <= reached ? strength : undefined} />
      ))}
      <span className={styles.words}>{strength && `${t('strength.label')}: ${t(`strength.${strength}`)}`}</span>
    </p>
  );
}

function CommonWarning({ isCommon }: { isCommon: boolean }) {
  const { t } = useTranslation('forms');
  return (
    <p className={styles.common} role="status">
      {isCommon && (
        <>
          <Icon name="attention" size="small" />
          {t('strength.common')}
        </>
      )}
    </p>
  );
}

/** Whether the password is a common one. The list is loaded at the first letter; if that fails, there is no warning. */
function useCommon(password: string): boolean {
  const [isCommon, setCommon] = useState(false);
  useEffect(() => {
    if (password === '') return setCommon(false);
    let isCurrent = true;
    import('#contract/common-passwords.ts').then(
      ({ isCommonPassword }) => isCurrent && setCommon(isCommonPassword(password)),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [password]);
  return isCommon;
}
