import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../i18n/error-text.ts';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface FieldParts {
  /** If null, pass an aria-label. */
  label: ReactNode;
  /** A hint below the field, replaced by the error if there is one. */
  help?: ReactNode;
  /** Key of the error catalogue, as forms store it, or an element. */
  error?: ReactNode;
  isOptional?: boolean | undefined;
}
/** Props of the native control and of the parts around it; `className` applies to the whole field. */
type FieldProps<T extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<T>, keyof FieldParts> & FieldParts;

/** Links a control to its error or help text with ARIA attributes. */
function useControl({ id, help, error }: { id: string | undefined; help?: ReactNode; error?: ReactNode }) {
  const own = useId();
  const control = id ?? own;
  const describedBy = error ? `${control}-error` : help ? `${control}-description` : undefined;
  return { id: control, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': describedBy };
}
type Control = ReturnType<typeof useControl>;

function FieldError({ id, error }: { id: string; error: ReactNode }) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <p className={styles.error} id={`${id}-error`}>
      <Icon name="attention" size="small" />
      {typeof error === 'string' ? errorText(error, error) : error}
    </p>
  );
}

interface FieldFrameProps extends FieldParts {
  control: Control;
  className: string | undefined;
  /** The control and the sections inside it. */
  children: ReactNode;
}

function FieldFrame({ control: { id }, className, label, help, error, isOptional, children }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      {label && (
        <label className={styles.label} htmlFor={id}>
          {label}
          {isOptional && (
            <>
              {' '}
              <span className={styles.optional}>({t('optional')})</span>
            </>
          )}
        </label>
      )}
      <div className={styles.wrapper}>{children}</div>
      {help && !error && (
        <p className={styles.help} id={`${id}-description`}>
          {help}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface TextFieldProps extends FieldProps<'input'> {
  /** Shown inside the field, before the text. */
  leftSection?: ReactNode;
  /** Shown inside the field, at its end. */
  rightSection?: ReactNode;
  /** Positioned by its own styles, relative to the input. */
  popup?: ReactNode;
}

export function TextField({ id, className, label, help, error, isOptional, leftSection, rightSection, popup, ...rest }: TextFieldProps) {
  const control = useControl({ id, help, error });
  return (
    <FieldFrame {...{ control, className, label, help, error, isOptional }}>
      {leftSection && <div className={styles.left}>{leftSection}</div>}
      <input type="text" {...rest} {...control} className={styles.input} />
      {rightSection && <div className={styles.right}>{rightSection}</div>}
      {popup}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps<'select'> {
  choices: readonly { value: string; label: string }[];
}

export function SelectField({ id, className, label, help, error, isOptional, choices, ...rest }: SelectFieldProps) {
  const control = useControl({ id, help, error });
  return (
    <FieldFrame {...{ control, className, label, help, error, isOptional }}>
      <select {...rest} {...control} className={`${styles.input} ${styles.select}`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function TextareaField({ id, className, label, help, error, isOptional, ...rest }: FieldProps<'textarea'>) {
  const control = useControl({ id, help, error });
  return (
    <FieldFrame {...{ control, className, label, help, error, isOptional }}>
      <textarea {...rest} {...control} className={`${styles.input} ${styles.area}`} />
    </FieldFrame>
  );
}

/** An email as typed on a phone: with its keyboard, and without corrections. */
export const EmailField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField inputMode="email" autoCapitalize="none" spellCheck={false} {...props} type="email" />
);

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'leftSection' | 'rightSection'>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? 'hidden' : 'eye'}
      label={t(isShown ? 'password.hide' : 'password.show')}
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextField autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} rightSection={toggle} />;
}

/** A checkbox with its label. */
export function CheckField({ id, label, help, error, ...rest }: Omit<FieldProps<'input'>, 'type' | 'className' | 'isOptional'>) {
  const control = useControl({ id, help, error });
  return (
    <div className={styles.check}>
      <input {...rest} {...control} type="checkbox" className={styles.checkInput} />
      <div>
        <label className={styles.checkLabel} htmlFor={control.id}>
          {label}
        </label>
        {help && !error && (
          <p className={styles.help} id={`${control.id}-description`}>
            {help}
          </p>
        )}
        <FieldError id={control.id} error={error} />
      </div>
    </div>
  );
}
