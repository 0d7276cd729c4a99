import { DEFAULT_LANGUAGE } from '#contract/languages.ts';
import { CODE_ATTEMPTS, CODE_TTL, CODES_PER_HOUR, IMAGE_BYTES, LOGIN_ATTEMPTS } from '#contract/limits.ts';
import type { Passwords } from '#server/ports/passwords.ts';
import type { Bot } from '#server/ports/telegram.ts';
import {
  addressOf,
  anAccount,
  anEmail,
  anotherLogin,
  changePassword,
  deleteUser,
  NEW_PASSWORD,
  postForgot,
  postReset,
  resetBody,
  sessionsOf,
} from '#tests/support/accounts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { aPicture, aUser, type TestUser, vehicleForm } from '#tests/support/builders.ts';
import { KNOWN_CODE, OTHER_CODE } from './accounts.ts';
import { inLanguage, type Provoke, type Scenarios } from './scenario.ts';
import { POISON, VANISHING } from './vehicles.ts';

/** Another client deletes the account while this password is verified; see every-endpoint.test. */
const VANISHING_PASSWORD = 'Vanish1ng!';

/** Runs during a slow operation, if a scenario sets it. */
export const concurrentChange: { happens: () => Promise<unknown> } = { happens: async () => undefined };

/** A bot that exists, unless a scenario says that Telegram does not answer. */
let isTelegramAway = false;
export const knownBot: Bot = {
  name: async () => {
    if (isTelegramAway) throw new Error('Telegram does not answer.');
    return 'carnet_bot';
  },
  receive: async () => [],
  send: async () => 1,
};

export const interrupted = ({ hash, verify }: Passwords): Passwords => ({
  hash,
  async verify(stored, password) {
    if (password === VANISHING_PASSWORD) await concurrentChange.happens();
    return verify(stored, password);
  },
});

async function vanishing(app: TestApp): Promise<TestUser> {
  const user = await anAccount(app);
  concurrentChange.happens = () => app.store.db.deleteFrom('users').where('id', '=', user.id).execute();
  return user;
}

const names = { firstName: 'Марія', lastName: 'Шевченко' };

const profile = async (
  app: TestApp,
  user: TestUser,
  image: Uint8Array<ArrayBuffer> | null = null,
  fields: Record<string, string> = names,
) => app.request('PATCH', '/api/users/change-profile', { token: user.token, form: await vehicleForm(fields, image) });

const locked = async (app: TestApp, ask: (user: TestUser) => ReturnType<Provoke>) => {
  const user = await anAccount(app);
  for (let n = 0; n < LOGIN_ATTEMPTS; n += 1) await changePassword(app, user.token, { passwordCurrent: 'wrong' });
  return ask(user);
};

async function aForgottenPassword(app: TestApp): Promise<string> {
  const { email } = await aUser(app);
  await postForgot(app, { email });
  return email;
}

const lockCode = async (app: TestApp, email: string) => {
  for (let n = 0; n < CODE_ATTEMPTS; n += 1) await postReset(app, resetBody(email, OTHER_CODE));
};

export const settingsScenarios: Record<string, Scenarios> = {
  changeProfile: {
    good: async (app) => profile(app, await aUser(app), await aPicture()),
    errors: {
      'api.user.404': async (app) => profile(app, await vanishing(app), VANISHING),
      'api.changed': async (app) => profile(app, await aUser(app), null, { ...names, seen: '{"firstName":"Another"}' }),
      'imageApi.413': async (app) => profile(app, await aUser(app), Buffer.alloc(IMAGE_BYTES + 1)),
      'imageApi.422': async (app) => profile(app, await aUser(app), Buffer.from('no picture')),
      'imageApi.502': async (app) => profile(app, await aUser(app), POISON),
    },
  },
  changePassword: {
    good: async (app) => changePassword(app, (await anAccount(app)).token),
    errors: {
      'api.changePassword.400': async (app) => changePassword(app, (await anAccount(app)).token, { passwordCurrent: 'wrong' }),
      'api.changePassword.409': async (app) => changePassword(app, (await anAccount(app)).token, { passwordConfirm: `${NEW_PASSWORD}?` }),
      'api.user.404': async (app) => changePassword(app, (await vanishing(app)).token, { passwordCurrent: VANISHING_PASSWORD }),
      'api.loginUser.403': (app) => locked(app, ({ token }) => changePassword(app, token)),
    },
  },
  deleteUser: {
    good: async (app) => deleteUser(app, (await anAccount(app)).token),
    errors: {
      'api.deleteUser.400': async (app) => deleteUser(app, (await anAccount(app)).token, 'wrong'),
      'api.user.404': async (app) => deleteUser(app, (await vanishing(app)).token, VANISHING_PASSWORD),
      'api.loginUser.403': (app) => locked(app, ({ token }) => deleteUser(app, token)),
    },
  },
  listSessions: {
    good: async (app) => app.request('GET', '/api/users/sessions', { token: (await aUser(app)).token }),
    errors: {},
  },
  removeSession: {
    good: async (app) => {
      const { email, token } = await anAccount(app);
      await anotherLogin(app, email);
      const other = (await sessionsOf(app, token)).find(({ isCurrent }) => !isCurrent);
      return app.request('DELETE', `/api/users/sessions/${other?.id}`, { token });
    },
    errors: {
      'api.sessions.404': async (app) => {
        const [stranger] = await sessionsOf(app, (await aUser(app)).token);
        return app.request('DELETE', `/api/users/sessions/${stranger?.id}`, { token: (await aUser(app)).token });
      },
    },
  },
  removeOtherSessions: {
    good: async (app) => app.request('DELETE', '/api/users/sessions', { token: (await aUser(app)).token }),
    errors: {},
  },
  getNotices: {
    good: async (app) => app.request('GET', '/api/users/notices', { token: (await aUser(app)).token }),
    errors: {},
  },
  changeNotices: {
    good: async (app) => app.request('PATCH', '/api/users/notices', { token: (await aUser(app)).token, body: { isPaused: true } }),
    errors: {},
  },
  makeCalendar: {
    good: async (app) => app.request('POST', '/api/users/calendar', { token: (await aUser(app)).token }),
    errors: {},
  },
  removeCalendar: {
    good: async (app) => app.request('DELETE', '/api/users/calendar', { token: (await aUser(app)).token }),
    errors: {},
  },
  linkTelegram: {
    good: async (app) => app.request('POST', '/api/users/telegram', { token: (await aUser(app)).token }),
    errors: {
      'telegramApi.404': async (_, language = DEFAULT_LANGUAGE) => {
        const without = await testApp('sqlite');
        try {
          return await inLanguage(without, language).request('POST', '/api/users/telegram', { token: (await aUser(without)).token });
        } finally {
          await without.close();
        }
      },
      'telegramApi.502': async (app) => {
        isTelegramAway = true;
        try {
          return await app.request('POST', '/api/users/telegram', { token: (await aUser(app)).token });
        } finally {
          isTelegramAway = false;
        }
      },
    },
  },
  unlinkTelegram: {
    good: async (app) => app.request('DELETE', '/api/users/telegram', { token: (await aUser(app)).token }),
    errors: {},
  },
  forgotPassword: {
    good: (app) => postForgot(app, { email: anEmail() }),
    errors: {
      'api.sendCode.429': async (app) => {
        const email = anEmail();
        for (let n = 0; n < CODES_PER_HOUR; n += 1) await postForgot(app, { email });
        return postForgot(app, { email });
      },
      'api.sendCode.network': (app) => {
        const email = anEmail();
        return whileUsedUp(app, `codes|address|${addressOf(email)}`, () => postForgot(app, { email }));
      },
      'api.sendCode.busy': (app) => whileUsedUp(app, 'codes|reset|all', () => postForgot(app, { email: anEmail() })),
      'api.code.locked': async (app) => {
        const email = await aForgottenPassword(app);
        await lockCode(app, email);
        return postForgot(app, { email });
      },
    },
  },
  resetPassword: {
    good: async (app) => postReset(app, resetBody(await aForgottenPassword(app), KNOWN_CODE)),
    errors: {
      'api.changePassword.409': async (app) =>
        postReset(app, resetBody(await aForgottenPassword(app), KNOWN_CODE, { passwordConfirm: `${NEW_PASSWORD}?` })),
      'api.validateCode.403': async (app) => postReset(app, resetBody(await aForgottenPassword(app), OTHER_CODE)),
      'api.validateCode.expired': async (app) => {
        const email = await aForgottenPassword(app);
        app.clock.advance(CODE_TTL + 1);
        return postReset(app, resetBody(email, KNOWN_CODE));
      },
      'api.code.429': async (app) => {
        const email = await aForgottenPassword(app);
        return whileUsedUp(app, `code|address|${addressOf(email)}`, () => postReset(app, resetBody(email, KNOWN_CODE)));
      },
      'api.code.locked': async (app) => {
        const email = await aForgottenPassword(app);
        await lockCode(app, email);
        return postReset(app, resetBody(email, KNOWN_CODE));
      },
    },
  },
};
