import type { FormErrors } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { type FormNodes, focusFirstInvalid } from './schema-form.ts';

interface CheckedForm extends FormNodes {
  errors: FormErrors;
  validate: () => { errors: FormErrors };
  setErrors: (errors: FormErrors) => void;
}

const TEXT_TYPES: readonly string[] = ['text', 'email', 'tel', 'password', 'date'];
const isTextField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type);

const isFocusable = (element: Element): element is HTMLElement =>
  element.matches('input:not([type=hidden], [hidden], [tabindex="-1"]), select, textarea') && !element.matches(':disabled');

function focusNext(field: HTMLInputElement): void {
  const fields = [...(field.form?.elements ?? [])].filter(isFocusable);
  fields[fields.indexOf(field) + 1]?.focus();
}

/**
 * For `onKeyDown` of a form. Enter submits a form without errors, except in a field whose key is named "next". Otherwise it marks the errors
 * up to and including the current field and focuses the first one; if there are none, it focuses the next field.
 */
export function handleEnter(event: KeyboardEvent<HTMLFormElement>, form: CheckedForm): void {
  const { target: field } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || !isTextField(field)) return;
  const shown = Object.keys(form.errors);
  const { errors } = form.validate();
  if (Object.keys(errors).length === 0 && field.getAttribute('enterkeyhint') !== 'next') return;
  event.preventDefault();
  const isAfter = (path: string) => {
    const node = form.getInputNode(path);
    return node !== null && (field.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
  const only = (isWanted: (path: string) => boolean) => Object.fromEntries(Object.entries(errors).filter(([path]) => isWanted(path)));
  const reached = only((path) => !isAfter(path));
  form.setErrors(only((path) => !isAfter(path) || shown.includes(path)));
  if (Object.keys(reached).length > 0) focusFirstInvalid(form, reached);
  else focusNext(field);
}
