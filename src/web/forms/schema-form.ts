import type { FormErrors, UseFormReturnType } from '@mantine/form';
import * as z from 'zod/mini';
import type { FieldError } from '#contract/errors.ts';

/** For `useForm({ validate })`: validates all values with a contract schema; each field gets the key of its first error. */
export function schemaResolver(schema: z.core.$ZodType): (values: unknown) => FormErrors {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    return parsed.success ? {} : firstOfEach(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
  };
}

/** Converts field errors of a response to form errors. */
export function fieldErrors(errors: readonly FieldError[] = []): FormErrors {
  return firstOfEach(errors.map(({ field, code }) => [field, code]));
}

function firstOfEach(errors: readonly (readonly [string, string])[]): FormErrors {
  const found: FormErrors = {};
  for (const [field, code] of errors) found[field] ??= code;
  return found;
}

export interface FormNodes {
  getInputNode: (path: string) => HTMLInputElement | null;
}

/** Focuses the first field with an error, in document order, and scrolls it into view. Returns false if the form has none of the fields. */
export function focusFirstInvalid(form: FormNodes, errors: FormErrors): boolean {
  const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? []);
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = nodes;
  if (!first) return false;
  first.focus();
  // The error text below the field is rendered later and could be below the lower edge of the window.
  requestAnimationFrame(() => document.getElementById(`${first.id}-error`)?.scrollIntoView({ block: 'nearest' }));
  return true;
}

interface ValidatedForm<Values> extends FormNodes {
  onSubmit: UseFormReturnType<Values>['onSubmit'];
}

/** For `onSubmit` of a form: passes valid values to `onValid`; otherwise focuses the first field with an error. */
export function submitHandler<Values>(form: ValidatedForm<Values>, onValid: (values: Values) => void) {
  return form.onSubmit(
    (values) => onValid(values),
    (errors) => focusFirstInvalid(form, errors),
  );
}

/** Scrolls to the top of the page, where a long form shows its notice. */
export function scrollToTop(): void {
  requestAnimationFrame(() => window.scrollTo({ top: 0 }));
}

interface SavedForm<Values> {
  getValues: () => Values;
  setInitialValues: (values: Values) => void;
  setValues: (values: Values) => void;
}

/** Updates a form after `sent` was saved as `saved`. Fields edited during the request stay as unsaved changes. */
export function applySaved<Values extends object>(form: SavedForm<Values>, sent: Values, saved: Values): void {
  const current = form.getValues();
  form.setInitialValues(saved);
  const fields = Object.keys(saved) as (keyof Values)[];
  const next = fields.map((field) => [field, current[field] === sent[field] ? saved[field] : current[field]]);
  form.setValues(Object.fromEntries(next) as Values);
}
