import {
  Checkbox,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../i18n/error-text.ts';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** What every field adds to its Mantine part. */
interface FieldExtras {
  label: ReactNode;
  /** A sentence under the field; the error takes its place. */
  help?: ReactNode;
  /** Key of the error catalogue (as forms hold it), or a whole element. */
  error?: ReactNode;
  isOptional?: boolean;
}
type Without<P> = Omit<P, 'label' | 'description' | 'error' | 'unstyled' | 'classNames' | 'required' | 'withAsterisk'> & FieldExtras;

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const CLASSES = {
  root: styles.field,
  label: styles.label,
  wrapper: styles.wrapper,
  section: styles.section,
  description: styles.help,
  error: styles.error,
};
const inputClass = (own?: string): { input: string } => ({ input: own ? `${styles.input} ${own}` : `${styles.input}` });

function useField({ label, help, error, isOptional }: FieldExtras) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const words = typeof error === 'string' ? errorText(error, error) : error;
  return {
    unstyled: true as const,
    inputWrapperOrder: ORDER,
    label: isOptional ? (
      <>
        {label} <span className={styles.optional}>({t('optional')})</span>
      </>
    ) : (
      label
    ),
    description: error ? undefined : help,
    error: error ? (
      <>
        <Icon name="attention" size="small" />
        {words}
      </>
    ) : undefined,
  };
}

export function TextField({ label, help, error, isOptional, ...rest }: Without<TextInputProps>) {
  return (
    <TextInput
      {...rest}
      {...useField({ label, help, error, isOptional } as FieldExtras)}
      classNames={{ ...CLASSES, ...inputClass() } as Record<string, string>}
    />
  );
}

export function SelectField({ label, help, error, isOptional, ...rest }: Without<NativeSelectProps>) {
  return (
    <NativeSelect
      {...rest}
      rightSection={null}
      {...useField({ label, help, error, isOptional } as FieldExtras)}
      classNames={{ ...CLASSES, ...inputClass(styles.select) } as Record<string, string>}
    />
  );
}

export function TextareaField({ label, help, error, isOptional, ...rest }: Without<TextareaProps>) {
  return (
    <Textarea
      {...rest}
      {...useField({ label, help, error, isOptional } as FieldExtras)}
      classNames={{ ...CLASSES, ...inputClass(styles.area) } as Record<string, string>}
    />
  );
}

export function PasswordField({ label, help, error, isOptional, ...rest }: Without<Omit<TextInputProps, 'type' | 'rightSection'>>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? 'hidden' : 'eye'}
      label={t(isShown ? 'password.hide' : 'password.show')}
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    />
  );
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      {...useField({ label, help, error, isOptional } as FieldExtras)}
      type={isShown ? 'text' : 'password'}
      rightSection={toggle}
      classNames={{ ...CLASSES, ...inputClass(styles.password) } as Record<string, string>}
    />
  );
}

/** A tick with its sentence; help is not offered. */
export function CheckField({ error, help: _help, isOptional: _isOptional, ...rest }: Without<CheckboxProps>) {
  const { error: shown } = useField({ label: '', error });
  return (
    <Checkbox
      {...rest}
      unstyled
      aria-invalid={error ? true : undefined}
      error={shown}
      icon={() => null}
      classNames={
        {
          root: styles.check,
          body: styles.checkBody,
          inner: styles.checkInner,
          input: styles.checkInput,
          label: styles.checkLabel,
          error: styles.error,
        } as Record<string, string>
      }
    />
  );
}
