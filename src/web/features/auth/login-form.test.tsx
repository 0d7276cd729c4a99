import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { currentSession, endSession } from '../../api/session.ts';
import { LoginForm } from './login-form.tsx';

async function logIn(body: object) {
  const { sent } = fakeServer({ 'POST /api/users/login': () => ({ status: 400, body: { success: false, message: '', ...body } }) });
  const { user, say } = show(<LoginForm email="" isFocused={false} onLocked={() => undefined} onForgotten={() => undefined} />, {
    language: 'en',
  });
  const [email, password] = [screen.getByLabelText(say('auth:email')), screen.getByLabelText(say('auth:password'), { selector: 'input' })];
  await user.type(email, 'maria@example.com');
  await user.type(password, 'Password1!');
  await user.click(screen.getByRole('button', { name: say('auth:login.send') }));
  await waitFor(() => expect(sent).toHaveLength(1));
  return { email, password };
}

test.each([true, false])('remembers whether the device is the user’s own (%s)', async (isOwnDevice) => {
  fakeServer({
    'POST /api/users/login': () => ({ body: { success: true, token: 'secret', user_id: 3, tariff: 'basic' } }),
    'GET /api/users/user': () => ({ status: 404, body: { success: false, code: 'api.user.404', message: '' } }),
  });
  const { user, say } = show(<LoginForm email="" isFocused={false} onLocked={() => undefined} onForgotten={() => undefined} />);
  await user.type(screen.getByLabelText(say('auth:email')), 'maria@example.com');
  await user.type(screen.getByLabelText(say('auth:password'), { selector: 'input' }), 'Password1!');
  if (!isOwnDevice) await user.click(screen.getByRole('checkbox', { name: say('auth:login.otherDevice') }));
  await user.click(screen.getByRole('button', { name: say('auth:login.send') }));
  await waitFor(() => expect(currentSession()).toMatchObject({ token: 'secret', userId: 3, isOwnDevice }));
  endSession();
});

test('focuses the email when the server rejects it', async () => {
  const { email } = await logIn({ code: 'api.400', errors: [{ field: 'email', code: 'validation.email', message: '' }] });
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(email));
});

test('focuses the password when an error names no field', async () => {
  const { password } = await logIn({ code: 'api.loginUser.400' });
  await waitFor(() => expect(document.activeElement).toBe(password));
});
