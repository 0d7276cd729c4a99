import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { currentAdminToken, endAdminSession } from '#web/api/session.ts';
import { AdminLoginForm } from './admin-login-form.tsx';

afterEach(() => endAdminSession());

const failure = (status: number, code: string, errors?: object[]) => ({
  status,
  body: { success: false, code, message: '', requestId: 'x', errors },
});

/** A server with two-factor login that accepts the code 123456. */
const answer = ({ body }: SentRequest) => {
  const { code } = body as { code?: string };
  if (code === undefined) return failure(401, 'adminApi.codeRequired');
  if (code !== '123456') return failure(403, 'adminApi.code', [{ field: 'code', code: 'adminApi.code', message: '' }]);
  return { body: { success: true, tokenAdmin: 'token' } };
};

async function untilCode() {
  const server = fakeServer({ 'POST /api/admin/login': answer });
  const shown = show(<AdminLoginForm />);
  const { user, say } = shown;
  const send = async () => user.click(await screen.findByRole('button', { name: say('admin:login.send') }));
  await user.type(screen.getByLabelText(say('admin:login.email')), 'admin@example.com');
  await user.type(screen.getByLabelText(say('admin:login.password')), 'Adm1n-of-all!');
  await send();
  const code = await screen.findByLabelText(say('admin:code.label'));
  return { ...server, ...shown, send, code };
}

test('asks for the code in a second step, with the focus in its field, and sends password and code together', async () => {
  const { sent, say, user, send, code } = await untilCode();
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByLabelText(say('admin:login.password'))).toBeNull();
  await user.type(code, '123456');
  await send();
  await waitFor(() => expect(currentAdminToken()).toBe('token'));
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'admin@example.com', password: 'Adm1n-of-all!' },
    { email: 'admin@example.com', password: 'Adm1n-of-all!', code: '123456' },
  ]);
});

test('shows a wrong code at its field and lets the administrator go back', async () => {
  const { say, user, send, code } = await untilCode();
  await user.type(code, '654321');
  await send();
  await screen.findByText(say('errors:adminApi.code', { nsSeparator: ':', keySeparator: false }));
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.click(screen.getByRole('button', { name: say('admin:login.back') }));
  expect((screen.getByLabelText(say('admin:login.email')) as HTMLInputElement).value).toBe('admin@example.com');
  expect((screen.getByLabelText(say('admin:login.password')) as HTMLInputElement).value).toBe('');
});

test('offers the field for a recovery code, with letters', async () => {
  const { say, user, code } = await untilCode();
  expect(code.getAttribute('inputmode')).toBe('numeric');
  await user.click(screen.getByRole('button', { name: say('admin:code.useRecovery') }));
  expect(screen.getByLabelText(say('admin:code.recovery')).getAttribute('inputmode')).toBe('text');
});
