import { randomUUID } from 'node:crypto';
import { CODE_ATTEMPTS, CODE_TTL, CODES_PER_HOUR, LOGIN_ATTEMPTS } from '#contract/limits.ts';
import {
  accept,
  anEnrolledAdmin,
  changeAdminPassword,
  changeMailLanguage,
  changeRole,
  checkInvitation,
  codeAt,
  confirmEmail,
  confirmTwoFactor,
  freshCode,
  getOwn,
  invite,
  knownInvitationToken,
  postAdminLogin,
  removeAdmin,
  removeTwoFactor,
  renewCodes,
  startEmail,
  startTwoFactor,
  wrongCodeAt,
} from '#tests/support/admin-accounts.ts';
import type { Answer, TestApp } from '#tests/support/app.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';
import { KNOWN_CODE, OTHER_CODE } from './accounts.ts';
import { afterLongLogin, asAdmin } from './orders.ts';
import type { Provoke, Scenarios } from './scenario.ts';

const WRONG = 'Wr0ng pass!';
const anEmail = (): string => `${randomUUID()}@example.com`;
const sessions = '/api/admin/account/sessions';

const locked = async (app: TestApp, ask: (admin: TestAdmin) => Promise<Answer>): Promise<Answer> => {
  const admin = await anAdmin(app);
  for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await postAdminLogin(app, admin.email, undefined, WRONG);
  return ask(admin);
};

/** With password and code, of an administrator with two-factor login. */
const withBoth = (ask: typeof removeTwoFactor): Scenarios => ({
  good: async (app) => {
    const admin = await anEnrolledAdmin(app);
    return ask(app, admin, freshCode(app, admin));
  },
  errors: {
    'adminApi.password': async (app) => {
      const admin = await anEnrolledAdmin(app);
      return ask(app, admin, freshCode(app, admin), WRONG);
    },
    'adminApi.code': async (app) => {
      const admin = await anEnrolledAdmin(app);
      return ask(app, admin, wrongCodeAt(admin.secret, app.clock.now()));
    },
    'adminApi.403': async (app) => {
      const admin = await anEnrolledAdmin(app);
      for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await ask(app, admin, '000000', WRONG);
      return ask(app, admin, freshCode(app, admin));
    },
    'adminApi.twoFactor.off': async (app) => ask(app, await anAdmin(app), '000000'),
  },
});

async function anInvitation(app: TestApp): Promise<{ id: number; email: string }> {
  const email = anEmail();
  const { body } = await invite(app, await anAdmin(app), email);
  return { id: body.data.invitation_id, email };
}

const resend = (id: number) => (app: TestApp, token: string) => app.request('POST', `/api/admin/invitations/${id}/send`, { token });
const withdraw = (id: number) => (app: TestApp, token: string) => app.request('DELETE', `/api/admin/invitations/${id}`, { token });
const onInvitation =
  (act: typeof resend): Provoke =>
  async (app) =>
    act((await anInvitation(app)).id)(app, (await anAdmin(app)).token);
const UNKNOWN = 999_999;

/** Runs after a code was sent to a new address of an administrator. */
const withSentCode = (ask: (app: TestApp, token: string, email: string) => Promise<Answer>): Provoke =>
  asAdmin(async (app, token) => {
    const email = anEmail();
    await startEmail(app, { token }, email);
    return ask(app, token, email);
  });

/** An address that wrong codes have locked. */
async function aLockedAddress(app: TestApp, token: string): Promise<string> {
  const email = anEmail();
  await startEmail(app, { token }, email);
  for (let n = 0; n < CODE_ATTEMPTS; n += 1) await confirmEmail(app, { token }, email, OTHER_CODE);
  return email;
}

export const adminAccountScenarios: Record<string, Scenarios> = {
  adminLogin: {
    good: async (app) => postAdminLogin(app, (await anAdmin(app)).email),
    errors: {
      'adminApi.401': async (app) => postAdminLogin(app, (await anAdmin(app)).email, undefined, WRONG),
      'adminApi.403': (app) => locked(app, ({ email }) => postAdminLogin(app, email)),
      'adminApi.codeRequired': async (app) => postAdminLogin(app, (await anEnrolledAdmin(app)).email),
      'adminApi.code': async (app) => {
        const { email, secret } = await anEnrolledAdmin(app);
        return postAdminLogin(app, email, wrongCodeAt(secret, app.clock.now()));
      },
    },
  },
  adminLogout: { good: asAdmin((app, token) => app.request('POST', '/api/admin/logout', { token })), errors: {} },
  getOwnAdmin: { good: asAdmin((app, token) => getOwn(app, { token })), errors: {} },
  changeAdminPassword: {
    good: asAdmin((app, token) => changeAdminPassword(app, { token })),
    errors: {
      'api.changePassword.400': asAdmin((app, token) => changeAdminPassword(app, { token }, { passwordCurrent: WRONG })),
      'api.changePassword.409': asAdmin((app, token) => changeAdminPassword(app, { token }, { passwordConfirm: WRONG })),
      'adminApi.403': (app) => locked(app, (admin) => changeAdminPassword(app, admin)),
    },
  },
  changeAdminLanguage: { good: asAdmin((app, token) => changeMailLanguage(app, { token }, 'en')), errors: {} },
  startAdminEmail: {
    good: asAdmin((app, token) => startEmail(app, { token }, anEmail())),
    errors: {
      'adminApi.password': asAdmin((app, token) => startEmail(app, { token }, anEmail(), WRONG)),
      'adminApi.code': async (app) => startEmail(app, await anEnrolledAdmin(app), anEmail()),
      'adminApi.403': (app) => locked(app, (admin) => startEmail(app, admin, anEmail())),
      'adminApi.invite.409': async (app) => {
        const admin = await anAdmin(app);
        return startEmail(app, admin, admin.email);
      },
      'api.sendCode.429': asAdmin(async (app, token) => {
        const email = anEmail();
        for (let n = 0; n < CODES_PER_HOUR; n += 1) await startEmail(app, { token }, email);
        return startEmail(app, { token }, email);
      }),
      'api.code.locked': asAdmin(async (app, token) => startEmail(app, { token }, await aLockedAddress(app, token))),
    },
  },
  confirmAdminEmail: {
    good: withSentCode((app, token, email) => confirmEmail(app, { token }, email, KNOWN_CODE)),
    errors: {
      'api.validateCode.403': withSentCode((app, token, email) => confirmEmail(app, { token }, email, OTHER_CODE)),
      'api.validateCode.expired': withSentCode((app, token, email) => {
        app.clock.advance(CODE_TTL + 1);
        return confirmEmail(app, { token }, email, KNOWN_CODE);
      }),
      'api.code.locked': asAdmin(async (app, token) => confirmEmail(app, { token }, await aLockedAddress(app, token), KNOWN_CODE)),
      'api.code.429': withSentCode((app, token, email) =>
        whileUsedUp(app, 'code|address|127.0.0.1', () => confirmEmail(app, { token }, email, KNOWN_CODE)),
      ),
      'adminApi.invite.409': withSentCode(async (app, token, email) => {
        const { id } = await anAdmin(app);
        await app.store.db.updateTable('admins').set({ email }).where('id', '=', id).execute();
        return confirmEmail(app, { token }, email, KNOWN_CODE);
      }),
    },
  },
  listAdminSessions: { good: asAdmin((app, token) => app.request('GET', sessions, { token })), errors: {} },
  removeAdminSession: {
    good: async (app) => {
      const { email, token } = await anAdmin(app);
      await postAdminLogin(app, email);
      const { data } = (await app.request('GET', sessions, { token })).body;
      const other = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
      return app.request('DELETE', `${sessions}/${other.id}`, { token });
    },
    errors: { 'api.sessions.404': asAdmin((app, token) => app.request('DELETE', `${sessions}/${'x'.repeat(22)}`, { token })) },
  },
  removeOtherAdminSessions: { good: asAdmin((app, token) => app.request('DELETE', sessions, { token })), errors: {} },
  startTwoFactor: {
    good: asAdmin((app, token) => startTwoFactor(app, { token })),
    errors: {
      'adminApi.password': asAdmin((app, token) => startTwoFactor(app, { token }, WRONG)),
      'adminApi.403': (app) => locked(app, (admin) => startTwoFactor(app, admin)),
      'adminApi.twoFactor.on': async (app) => startTwoFactor(app, await anEnrolledAdmin(app)),
    },
  },
  confirmTwoFactor: {
    good: asAdmin(async (app, token) => {
      const { secret } = (await startTwoFactor(app, { token })).body;
      return confirmTwoFactor(app, { token }, codeAt(secret, app.clock.now()));
    }),
    errors: {
      'adminApi.code': asAdmin(async (app, token) => {
        const { secret } = (await startTwoFactor(app, { token })).body;
        return confirmTwoFactor(app, { token }, wrongCodeAt(secret, app.clock.now()));
      }),
      'adminApi.twoFactor.start': asAdmin((app, token) => confirmTwoFactor(app, { token }, '000000')),
    },
  },
  removeTwoFactor: withBoth(removeTwoFactor),
  renewRecoveryCodes: withBoth(renewCodes),
  listAdmins: { good: asAdmin((app, token) => app.request('GET', '/api/admin/admins', { token })), errors: {} },
  inviteAdmin: {
    good: asAdmin((app, token) => invite(app, { token }, anEmail())),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) => invite(app, { token }, anEmail())),
      'adminApi.invite.409': async (app) => {
        const admin = await anAdmin(app);
        return invite(app, admin, admin.email);
      },
    },
  },
  resendInvitation: {
    good: onInvitation(resend),
    errors: { 'adminApi.reloginRequired': afterLongLogin(resend(UNKNOWN)), 'adminApi.invitation.404': asAdmin(resend(UNKNOWN)) },
  },
  withdrawInvitation: { good: onInvitation(withdraw), errors: { 'adminApi.invitation.404': asAdmin(withdraw(UNKNOWN)) } },
  checkInvitation: {
    good: async (app) => checkInvitation(app, await knownInvitationToken(app, (await anInvitation(app)).email)),
    errors: { 'adminApi.invitation.404': (app) => checkInvitation(app, 'unknown') },
  },
  acceptInvitation: {
    good: async (app) => accept(app, await knownInvitationToken(app, (await anInvitation(app)).email)),
    errors: {
      'adminApi.invitation.404': (app) => accept(app, 'unknown'),
      'api.changePassword.409': (app) => accept(app, 'unknown', { passwordConfirm: WRONG }),
    },
  },
  changeAdminRole: {
    good: async (app) => changeRole(app, await anAdmin(app), (await anAdmin(app)).id, 'orders', 'all'),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) => changeRole(app, { token }, UNKNOWN, 'orders')),
      'adminApi.admin.404': asAdmin((app, token) => changeRole(app, { token }, UNKNOWN, 'orders')),
      'adminApi.changed': async (app) => changeRole(app, await anAdmin(app), (await anAdmin(app)).id, 'orders', 'orders'),
      'adminApi.self': async (app) => {
        const admin = await anAdmin(app);
        return changeRole(app, admin, admin.id, 'orders');
      },
    },
  },
  removeAdmin: {
    good: async (app) => removeAdmin(app, await anAdmin(app), (await anAdmin(app)).id),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) => removeAdmin(app, { token }, UNKNOWN)),
      'adminApi.admin.404': asAdmin((app, token) => removeAdmin(app, { token }, UNKNOWN)),
      'adminApi.self': async (app) => {
        const admin = await anAdmin(app);
        return removeAdmin(app, admin, admin.id);
      },
    },
  },
};
