import { type UseFormReturnType, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { registrationInput } from '#contract/registration.ts';
import { schemaResolver } from '../../forms/schema-form.ts';
import { usePhoneCheck } from '../../forms/use-phone-check.ts';

export interface AboutValues {
  firstName: string;
  lastName: string;
  phone: string;
  password: string;
  agreement: boolean;
}

/** Fields of the third step; email and code have their own steps. */
const aboutInput = z.pick(registrationInput, { firstName: true, lastName: true, phone: true, password: true, agreement: true });
const validateInput = schemaResolver(aboutInput);

export interface AboutForm {
  form: UseFormReturnType<AboutValues>;
  /** Validates the number with the phone library and sets the field's error. */
  checkPhone: () => Promise<boolean>;
}

export function useAboutForm(): AboutForm {
  const { phoneErrors: phoneErrorsOf, checkPhone } = usePhoneCheck();
  const form = useForm<AboutValues>({
    initialValues: { firstName: '', lastName: '', phone: '', password: '', agreement: false },
    validate: (values) => ({ ...phoneErrorsOf(values.phone), ...validateInput(values) }),
  });
  return { form, checkPhone: () => checkPhone(form) };
}
