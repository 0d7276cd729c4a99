import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { registrationInput } from '#contract/auth.ts';
import { schemaResolver } from '../../ui/schema-form.ts';
import { phoneOf } from './phone-check.ts';

export interface AboutValues {
  firstName: string;
  lastName: string;
  phone: string;
  password: string;
  agreement: boolean;
}

/** What the third step asks for; the code and its address have had their steps. */
const aboutInput = z.pick(registrationInput, { firstName: true, lastName: true, phone: true, password: true, agreement: true });
const faultsOf = schemaResolver(aboutInput);

export interface AboutForm {
  form: UseFormReturnType<AboutValues>;
  /** Asks the phone library; what is no phone gets its error. */
  checkPhone: () => Promise<boolean>;
}

export function useAboutForm(): AboutForm {
  const noPhone = useRef<string>(undefined);
  const form = useForm<AboutValues>({
    initialValues: { firstName: '', lastName: '', phone: '', password: '', agreement: false },
    // The schema knows a phone's shape only.
    validate: (values) => (values.phone === noPhone.current ? { phone: 'validation.phone', ...faultsOf(values) } : faultsOf(values)),
  });

  async function checkPhone(): Promise<boolean> {
    const { phone } = form.getValues();
    // Without its library (no connection) the phone is the server's to judge.
    const isPhone = (await phoneOf(phone).catch(() => phone)) !== undefined;
    if (isPhone) return true;
    noPhone.current = phone;
    form.setFieldError('phone', 'validation.phone');
    return false;
  }

  return { form, checkPhone };
}
