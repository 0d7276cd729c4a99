import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../ui/fields.tsx';

interface NamedForm {
  getInputProps: (path: 'firstName' | 'lastName') => object;
}
interface NameFieldsProps {
  form: NamedForm;
  /** Labels. */
  firstName: string;
  lastName: string;
  /** What was saved elsewhere meanwhile. */
  noteOf?: (field: 'firstName' | 'lastName') => ReactNode;
}

/** The fields `firstName` and `lastName` of a form. */
export function NameFields({ form, firstName, lastName, noteOf }: NameFieldsProps) {
  const field = (name: 'firstName' | 'lastName') => ({ help: noteOf?.(name), enterKeyHint: 'next' as const, ...form.getInputProps(name) });
  return (
    <>
      <TextField label={firstName} name="given-name" autoComplete="given-name" {...field('firstName')} />
      <TextField label={lastName} name="family-name" autoComplete="family-name" {...field('lastName')} />
    </>
  );
}

interface PhoneFieldProps extends Pick<ComponentProps<typeof TextField>, 'label' | 'placeholder' | 'help'> {
  form: { getInputProps: (path: 'phone') => { onBlur?: ComponentProps<'input'>['onBlur'] } };
  /** Validates the number when the field loses the focus; from `usePhoneCheck`. */
  onCheck: () => Promise<boolean>;
}

/** The optional field `phone` of a form. */
export function PhoneField({ form, onCheck, ...rest }: PhoneFieldProps) {
  const field = form.getInputProps('phone');
  return (
    <TextField
      {...rest}
      isOptional
      name="tel"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      enterKeyHint="next"
      {...field}
      onBlur={(event) => {
        field.onBlur?.(event);
        void onCheck();
      }}
    />
  );
}
