/** Calls for the accounts of administrators: two-factor login, invitations, roles. */
import { Secret, TOTP } from 'otpauth';
import { TOTP_PERIOD } from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import { hashOf } from '#server/ports/tokens.ts';
import type { Answer, Rows, TestApp } from './app.ts';
import { ADMIN_PASSWORD, anAdmin, type TestAdmin } from './orders.ts';

export const STEP = TOTP_PERIOD * SECOND;

type Asked = Pick<TestApp, 'request'>;
type Admin = Pick<TestAdmin, 'token'>;

/** The code that an authenticator app shows at that time (milliseconds). */
export const codeAt = (secret: string, at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** A code that is wrong at any time near `at`. */
export function wrongCodeAt(secret: string, at: number): string {
  const right = [-2, -1, 0, 1, 2].map((step) => codeAt(secret, at + step * STEP));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) as string;
}

export const postAdminLogin = (app: Asked, email: string, code?: string, password = ADMIN_PASSWORD): Promise<Answer> =>
  app.request('POST', '/api/admin/login', { body: { email, password, ...(code !== undefined && { code }) } });

const account = '/api/admin/account';
export const getOwn = (app: Asked, { token }: Admin): Promise<Answer> => app.request('GET', account, { token });
export const startTwoFactor = (app: Asked, { token }: Admin, password = ADMIN_PASSWORD): Promise<Answer> =>
  app.request('POST', `${account}/two-factor`, { token, body: { password } });
export const confirmTwoFactor = (app: Asked, { token }: Admin, code: string): Promise<Answer> =>
  app.request('POST', `${account}/two-factor/confirm`, { token, body: { code } });
export const removeTwoFactor = (app: Asked, { token }: Admin, code: string, password = ADMIN_PASSWORD): Promise<Answer> =>
  app.request('DELETE', `${account}/two-factor`, { token, body: { password, code } });
export const renewCodes = (app: Asked, { token }: Admin, code: string, password = ADMIN_PASSWORD): Promise<Answer> =>
  app.request('POST', `${account}/two-factor/recovery-codes`, { token, body: { password, code } });
export const changeAdminPassword = (app: Asked, { token }: Admin, body: Record<string, string> = {}): Promise<Answer> =>
  app.request('PATCH', `${account}/password`, {
    token,
    body: { passwordCurrent: ADMIN_PASSWORD, passwordNew: 'Kite7!wombat', passwordConfirm: 'Kite7!wombat', ...body },
  });

export const changeMailLanguage = (app: Asked, { token }: Admin, language: string): Promise<Answer> =>
  app.request('PATCH', `${account}/language`, { token, body: { language } });
export const startEmail = (app: Asked, { token }: Admin, email: string, password = ADMIN_PASSWORD, code?: string): Promise<Answer> =>
  app.request('POST', `${account}/email`, { token, body: { email, password, code } });
export const confirmEmail = (app: Asked, { token }: Admin, email: string, code: string): Promise<Answer> =>
  app.request('POST', `${account}/email/confirm`, { token, body: { email, code } });

export interface EnrolledAdmin extends TestAdmin {
  secret: string;
  recoveryCodes: string[];
}

/** Switches two-factor login on, with the code of the current step. */
export async function enrol(app: Pick<TestApp, 'request'> & Pick<Rows, 'clock'>, admin: TestAdmin): Promise<EnrolledAdmin> {
  const { secret } = (await startTwoFactor(app, admin)).body;
  const { body, status } = await confirmTwoFactor(app, admin, codeAt(secret, app.clock.now()));
  if (status !== 200) throw new Error(`Two-factor login is not on: ${JSON.stringify(body)}`);
  return { ...admin, secret, recoveryCodes: body.recovery_codes };
}

export const anEnrolledAdmin = async (app: TestApp): Promise<EnrolledAdmin> => enrol(app, await anAdmin(app));

/** The code of the next step, which has not been used. */
export function freshCode({ clock }: Pick<TestApp, 'clock'>, { secret }: Pick<EnrolledAdmin, 'secret'>): string {
  clock.advance(STEP);
  return codeAt(secret, clock.now());
}

export const invite = (app: Asked, { token }: Admin, email: string, role = 'orders'): Promise<Answer> =>
  app.request('POST', '/api/admin/invitations', { token, body: { email, role } });
export const accept = (app: Asked, token: string, body: Record<string, string> = {}): Promise<Answer> =>
  app.request('POST', '/api/admin/invitations/accept', {
    body: { token, passwordNew: 'Kite7!wombat', passwordConfirm: 'Kite7!wombat', ...body },
  });
export const checkInvitation = (app: Asked, token: string): Promise<Answer> =>
  app.request('POST', '/api/admin/invitations/check', { body: { token } });
export const changeRole = (app: Asked, { token }: Admin, adminId: number, role: string, seen?: string): Promise<Answer> =>
  app.request('PATCH', `/api/admin/admins/${adminId}`, { token, body: { role, ...(seen && { seen }) } });
export const removeAdmin = (app: Asked, { token }: Admin, adminId: number): Promise<Answer> =>
  app.request('DELETE', `/api/admin/admins/${adminId}`, { token });

/** The token in the link of the newest invitation email to that address. */
export async function invitationToken(app: Pick<TestApp, 'deliverMails' | 'mails'>, email: string): Promise<string> {
  await app.deliverMails();
  const text = app.mails.findLast(({ to }) => to === email)?.text ?? '';
  const token = /#invitation=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`There is no link in: ${text}`);
  return token;
}

/** Replaces the token of an invitation by a known one: the email with the original is delivered, and then erased, at any time. */
export async function knownInvitationToken({ store }: Pick<TestApp, 'store'>, email: string): Promise<string> {
  const token = hashOf(email);
  await store.db
    .updateTable('admin_invitations')
    .set({ token_hash: hashOf(token) })
    .where('email', '=', email)
    .execute();
  return token;
}
