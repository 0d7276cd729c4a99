import type { FormErrors } from '@mantine/form';
import * as z from 'zod/mini';
import type { FieldError } from '#contract/errors.ts';

/** For `useForm({ validate })`: checks all values by a schema of the contract; each field gets the key of its first fieldError. */
export function schemaResolver(schema: z.core.$ZodType): (values: unknown) => FormErrors {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    return parsed.success ? {} : firstOfEach(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
  };
}

/** The server's field errors as a form holds them: `form.setErrors(fieldErrors(result.errors))`. */
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

/** Brings the first field with an error, in the order of the page, into view and focus: `form.onSubmit(send, (errors) => focusFirstInvalid(form, errors))`. */
export function focusFirstInvalid(form: FormNodes, errors: FormErrors): void {
  const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? []);
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = nodes;
  if (!first) return;
  first.focus();
  // The reason stands under the field and is drawn a moment later: at the window's lower edge it would stay out of sight.
  requestAnimationFrame(() => document.getElementById(`${first.id}-error`)?.scrollIntoView({ block: 'nearest' }));
}

/** Brings what is said above a long form into view. */
export function showTop(): void {
  requestAnimationFrame(() => window.scrollTo({ top: 0 }));
}

interface SavedForm<Values> {
  getValues: () => Values;
  setInitialValues: (values: Values) => void;
  setValues: (values: Values) => void;
}

/** After `sent` was saved as `saved`: what was typed meanwhile stays, as an unsaved change. */
export function takeSaved<Values extends object>(form: SavedForm<Values>, sent: Values, saved: Values): void {
  const typed = form.getValues();
  form.setInitialValues(saved);
  const fields = Object.keys(saved) as (keyof Values)[];
  const next = fields.map((field) => [field, typed[field] === sent[field] ? saved[field] : typed[field]]);
  form.setValues(Object.fromEntries(next) as Values);
}
