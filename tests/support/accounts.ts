import { createHash, randomUUID } from 'node:crypto';
import type { Session } from '#contract/accounts.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import type { Answer, RequestOptions, Rows, TestApp } from './app.ts';
import { aUser, type TestUser } from './builders.ts';

export const PASSWORD = 'Kite7!wombat';

/** Another valid password. */
export const NEW_PASSWORD = 'An0ther one!';

let hashed: Promise<string> | undefined;
/** Inserts a logged-in user with PASSWORD. */
export async function anAccount(app: Rows, options: Parameters<typeof aUser>[1] = {}): Promise<TestUser> {
  hashed ??= argonPasswords().hash(PASSWORD);
  return aUser(app, { ...options, passwordHash: await hashed });
}

export const anEmail = (): string => `${randomUUID()}@example.com`;

export const registrationBody = (
  email: string,
  confirmationCode: string,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({
  firstName: 'Олена',
  lastName: 'Коваль',
  email,
  password: PASSWORD,
  confirmationCode,
  agreement: true,
  ...overrides,
});

/** Each email has its own network, because most tests are not about limits per address. */
export function addressOf(email: unknown): string {
  const [a, b, c] = createHash('sha256').update(String(email).trim().toLowerCase()).digest();
  return `10.${a}.${b}.${c}`;
}

const post =
  (path: string) =>
  (app: TestApp, body: object, options: RequestOptions = {}): Promise<Answer> =>
    app.request('POST', `/api/users/${path}`, { address: addressOf('email' in body ? body.email : ''), ...options, body });

export const postSendCode = post('send-code');
export const postValidateCode = post('validate-code');
export const postRegistration = post('registration');
export const postLogin = post('login');
export const postForgot = post('forgot-password');
export const postReset = post('reset-password');

export const changePassword = (app: TestApp, token: string, overrides: Record<string, unknown> = {}): Promise<Answer> =>
  app.request('PATCH', '/api/users/change-password', {
    token,
    body: { passwordCurrent: PASSWORD, passwordNew: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD, ...overrides },
  });

export const deleteUser = (app: TestApp, token: string, password = PASSWORD): Promise<Answer> =>
  app.request('DELETE', '/api/users/delete', { token, body: { password } });

export const resetBody = (email: string, confirmationCode: string, overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  email,
  confirmationCode,
  passwordNew: NEW_PASSWORD,
  passwordConfirm: NEW_PASSWORD,
  ...overrides,
});

export const sessionsOf = async (app: TestApp, token: string): Promise<Session[]> =>
  (await app.request('GET', '/api/users/sessions', { token })).body.data;

/** Logs the user in on another device, which is its user agent; returns the token. */
export async function anotherLogin(app: TestApp, email: string, device = 'another', password = PASSWORD): Promise<string> {
  const { status, body } = await postLogin(app, { email, password }, { headers: { 'user-agent': device } });
  if (status !== 200) throw new Error(`The login failed: ${JSON.stringify(body)}`);
  return body.token;
}

/** Whether a token is valid. */
export const isLoggedIn = async (app: TestApp, token: string): Promise<boolean> =>
  (await app.request('GET', '/api/users/user', { token })).status === 200;

/** The code in the last mail to that address. */
export async function mailedCode({ deliverMails, mails }: TestApp, email: string): Promise<string> {
  await deliverMails();
  const mail = mails.findLast(({ to }) => to === email);
  const code = /^\s*(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** A code other than the given one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Requests a code for an email. */
export async function aSentCode(app: TestApp, email = anEmail()): Promise<{ email: string; code: string }> {
  const { status, body } = await postSendCode(app, { email });
  if (status !== 200) throw new Error(`No code was sent: ${JSON.stringify(body)}`);
  return { email, code: await mailedCode(app, email) };
}

/** Requests a code for an email and validates it. */
export async function aValidatedCode(app: TestApp, email = anEmail()): Promise<{ email: string; code: string }> {
  const sent = await aSentCode(app, email);
  const { status, body } = await postValidateCode(app, { email, confirmationCode: sent.code });
  if (status !== 200) throw new Error(`The code was not validated: ${JSON.stringify(body)}`);
  return sent;
}

/** Registers a user with PASSWORD through the API. */
export async function aRegisteredUser(app: TestApp, overrides: Record<string, unknown> = {}): Promise<{ email: string; code: string }> {
  const validated = await aValidatedCode(app);
  const { status, body } = await postRegistration(app, registrationBody(validated.email, validated.code, overrides));
  if (status !== 201) throw new Error(`The registration failed: ${JSON.stringify(body)}`);
  return validated;
}
