import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '#contract/limits.ts';
import { TextField } from '../../ui/fields.tsx';
import styles from './auth-page.module.css';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  /** Identifies the input to a form that focuses its first invalid field. */
  path?: string;
  onCode: (code: string) => void;
}

/** The six-digit code of an email. Spaces and hyphens in pasted text are dropped. */
export function CodeField({ ref, value, error, path, onCode }: CodeFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <TextField
      ref={ref}
      label={t('code.label')}
      name="confirmationCode"
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles.code}
      data-path={path}
      value={value}
      error={error}
      onChange={(event) => onCode(event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
    />
  );
}
