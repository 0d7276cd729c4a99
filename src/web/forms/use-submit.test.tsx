import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import type { CallFailure } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { submitHandler } from './schema-form.ts';
import { errorsWithCodes } from './use-submit.ts';
import { useSubmitForm } from './use-submit-form.ts';

type Result = { success: true } | CallFailure | undefined;

interface FormProps {
  action: (values: { name: string; email: string }) => Promise<Result>;
  isAdmin?: boolean;
  keepsInput?: boolean;
  onFailure?: (failure: CallFailure) => void;
}

const errorsOf = errorsWithCodes({ 'api.sendCode.400': 'email' });

function Form({ action, isAdmin = false, keepsInput = false, onFailure = () => undefined }: FormProps) {
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'person',
    initialValues: { name: '', email: '' },
    validate: ({ name }) => (name === '' ? { name: 'validation.required' } : {}),
    isAdmin,
    keepsInput,
    onFailure,
  });
  return (
    <form aria-label="person" noValidate onSubmit={submitHandler(form, (values) => void submit(() => action(values), errorsOf))}>
      <FailureNotice failure={failure} />
      <TextField label="name" {...form.getInputProps('name')} />
      <TextField label="email" {...form.getInputProps('email')} />
      <Button type="submit" isBusy={isSending}>
        Send
      </Button>
    </form>
  );
}

const rejected = (failure: Partial<CallFailure>): CallFailure => ({
  success: false,
  code: 'api.503',
  status: 503,
  message: '',
  ...failure,
});
const fieldError = (field: string) => ({ field, code: 'validation.email', message: '' });

/** Renders the form with a name typed. */
async function open(props: FormProps) {
  const page = show(<Form {...props} />, { language: 'en' });
  await page.user.type(screen.getByLabelText('name'), 'Maria');
  const marked = () => ['name', 'email'].filter((name) => screen.getByLabelText(name).getAttribute('aria-invalid'));
  const button = screen.getByRole('button', { name: 'Send' });
  return { ...page, marked, button, send: () => page.user.click(button), alert: () => screen.queryByRole('alert')?.textContent };
}

test('sends valid values only; otherwise focuses the first invalid field', async () => {
  const action = vi.fn(async () => undefined);
  const { user, send, marked } = await open({ action });
  await user.clear(screen.getByLabelText('name'));
  await send();
  expect(action).not.toHaveBeenCalled();
  expect(marked()).toEqual(['name']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('name')));
  await user.type(screen.getByLabelText('name'), 'Maria');
  await send();
  expect(action).toHaveBeenCalledExactlyOnceWith({ name: 'Maria', email: '' });
});

test('ignores further submissions until the first one ends', async () => {
  const [first, second] = [Promise.withResolvers<Result>(), Promise.withResolvers<Result>()];
  const answers = [first.promise, second.promise];
  const action = vi.fn(async () => answers.shift());
  const { button } = await open({ action });
  const form = screen.getByRole('form');
  await act(async () => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(action).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => first.resolve({ success: true }));
  expect(button.getAttribute('aria-busy')).toBeNull();
  await act(async () => {
    fireEvent.submit(form);
  });
  expect(action).toHaveBeenCalledTimes(2);
  await act(async () => second.resolve(undefined));
});

test('shows field errors at their fields and focuses the first one on the screen', async () => {
  const onFailure = vi.fn();
  const errors = [fieldError('email'), fieldError('name')];
  const { send, marked, alert } = await open({ action: async () => rejected({ code: 'api.400', errors }), onFailure });
  await send();
  await waitFor(() => expect(marked()).toEqual(['name', 'email']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('name')));
  expect(alert()).toBeUndefined();
  expect(onFailure).not.toHaveBeenCalled();
});

test('shows a code that belongs to a field there', async () => {
  const { send, marked, alert, say } = await open({ action: async () => rejected({ code: 'api.sendCode.400' }) });
  await send();
  await screen.findByText(say('errors:api.sendCode.400'));
  expect(marked()).toEqual(['email']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('email')));
  expect(alert()).toBeUndefined();
});

test('shows a failure without field errors above the form and keeps the focus', async () => {
  const onFailure = vi.fn();
  const failure = rejected({});
  const { send, marked, alert, button, say } = await open({ action: async () => failure, onFailure });
  await send();
  await waitFor(() => expect(alert()).toBe(say('errors:api.503')));
  expect(marked()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure);
});

test('shows a failure above the form if the form has none of the fields with errors', async () => {
  const { send, alert, say } = await open({ action: async () => rejected({ code: 'api.400', errors: [fieldError('phone')] }) });
  await send();
  await waitFor(() => expect(alert()).toBe(say('errors:api.400')));
});

test('does not show a 401 in the admin panel, where the login dialog shows it', async () => {
  const unauthorized = rejected({ code: 'api.401', status: 401 });
  const answer = Promise.withResolvers<Result>();
  const panel = await open({ action: () => answer.promise, isAdmin: true });
  await panel.send();
  await act(async () => answer.resolve(unauthorized));
  expect(panel.button.getAttribute('aria-busy')).toBeNull();
  expect(panel.alert()).toBeUndefined();
  panel.unmount();
  const page = await open({ action: async () => unauthorized });
  await page.send();
  await waitFor(() => expect(page.alert()).toBe(page.say('errors:api.401')));
});

test('hides the failure when the next submission starts', async () => {
  const next = Promise.withResolvers<Result>();
  const results: Promise<Result>[] = [Promise.resolve(rejected({})), next.promise];
  const { send, alert } = await open({ action: async () => results.shift() });
  await send();
  await waitFor(() => expect(alert()).toBeDefined());
  await send();
  expect(alert()).toBeUndefined();
  expect(results).toEqual([]);
  await act(async () => next.resolve({ success: true }));
});

test.each([
  [false, 'Maria'],
  [true, 'Maria, who types on'],
])('input during a submission is kept only by a form that stays open with it (%s)', async (keepsInput, expected) => {
  const answer = Promise.withResolvers<Result>();
  const { user, send, button } = await open({ action: () => answer.promise, keepsInput });
  const field = screen.getByLabelText<HTMLInputElement>('name');
  await send();
  fireEvent.change(field, { target: { value: 'Maria, who types on' } });
  expect(field.value).toBe(expected);
  await act(async () => answer.resolve({ success: true }));
  expect(button.getAttribute('aria-busy')).toBeNull();
  await user.clear(field);
  await user.type(field, 'Anna');
  expect(field.value).toBe('Anna');
});
