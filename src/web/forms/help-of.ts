import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

/** What the input props of a field say below it, such as a value that was saved elsewhere meanwhile. */
export const helpOf = <Values extends object>(
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>,
  field: keyof Values & string,
): ReactNode => (form.getInputProps(field as never) as { help?: ReactNode }).help;
