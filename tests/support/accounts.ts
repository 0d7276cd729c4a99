import { randomUUID } from 'node:crypto';
import type { Answer, RequestOptions, TestApp } from './app.ts';

export const PASSWORD = 'Passw0rd!';

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

const post =
  (path: string) =>
  (app: TestApp, body: object, options: RequestOptions = {}): Promise<Answer> =>
    app.request('POST', `/api/users/${path}`, { ...options, body });

export const postSendCode = post('send-code');
export const postValidateCode = post('validate-code');
export const postRegistration = post('registration');
export const postLogin = post('login');

/** The code in the last mail to that address. */
export async function mailedCode({ app, mails }: TestApp, email: string): Promise<string> {
  await app.deliverMails();
  const mail = mails.findLast(({ to }) => to === email);
  const code = /^\s*(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** A code that is not the one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** An e-mail with a code that was asked for. */
export async function aSentCode(app: TestApp, email = anEmail()): Promise<{ email: string; code: string }> {
  const { status, body } = await postSendCode(app, { email });
  if (status !== 200) throw new Error(`No code was sent: ${JSON.stringify(body)}`);
  return { email, code: await mailedCode(app, email) };
}

/** An e-mail with a code that was validated. */
export async function aValidatedCode(app: TestApp, email = anEmail()): Promise<{ email: string; code: string }> {
  const sent = await aSentCode(app, email);
  const { status, body } = await postValidateCode(app, { email, confirmationCode: sent.code });
  if (status !== 200) throw new Error(`The code was not validated: ${JSON.stringify(body)}`);
  return sent;
}

/** Somebody who went the whole way through the API, with PASSWORD. */
export async function aRegisteredUser(app: TestApp, overrides: Record<string, unknown> = {}): Promise<{ email: string; code: string }> {
  const validated = await aValidatedCode(app);
  const { status, body } = await postRegistration(app, registrationBody(validated.email, validated.code, overrides));
  if (status !== 201) throw new Error(`Nobody was registered: ${JSON.stringify(body)}`);
  return validated;
}
