import { type UseFormReturnType, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { registrationInput } from '#contract/auth.ts';
import { schemaResolver } from '../../forms/schema-form.ts';
import { usePhoneCheck } from '../../forms/use-phone-check.ts';

export interface AboutValues {
  firstName: string;
  lastName: string;
  phone: string;
  password: string;
  agreement: boolean;
}

/** What the third step asks for; the code and its address have had their steps. */
const aboutInput = z.pick(registrationInput, { firstName: true, lastName: true, phone: true, password: true, agreement: true });
const validateInput = schemaResolver(aboutInput);

export interface AboutForm {
  form: UseFormReturnType<AboutValues>;
  /** Asks the phone library; what is no phone gets its error. */
  checkPhone: () => Promise<boolean>;
}

export function useAboutForm(): AboutForm {
  const { phoneErrors: phoneFaults, checkPhone } = usePhoneCheck();
  const form = useForm<AboutValues>({
    initialValues: { firstName: '', lastName: '', phone: '', password: '', agreement: false },
    validate: (values) => ({ ...phoneFaults(values.phone), ...validateInput(values) }),
  });
  return { form, checkPhone: () => checkPhone(form) };
}
