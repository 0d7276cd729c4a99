import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '#contract/languages.ts';
import { CODE_ATTEMPTS, CODE_TTL, CODES_PER_HOUR, LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { cryptoTokens, type Tokens } from '#server/ports/tokens.ts';
import { addressOf, anAccount } from '#tests/support/accounts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { aUser } from '#tests/support/builders.ts';
import { inLanguage, type Provoke, type Scenarios } from './scenario.ts';

const PASSWORD = 'Kite7!wombat';
export const KNOWN_CODE = '271828';
export const OTHER_CODE = '314159';

/** Every emailed code is the same, so that a scenario does not need to read emails. */
export const knownCodes: Tokens = { ...cryptoTokens, newCode: () => KNOWN_CODE };

const anEmail = (): string => `${randomUUID()}@example.com`;

const post = (app: TestApp, path: string, body: { email: string; [field: string]: unknown }) =>
  app.request('POST', `/api/users/${path}`, { body, address: addressOf(body.email) });
const send = (app: TestApp, email: string) => post(app, 'send-code', { email });
const validate = (app: TestApp, email: string, confirmationCode: string) => post(app, 'validate-code', { email, confirmationCode });

async function aCode(app: TestApp, email: string): Promise<string> {
  await send(app, email);
  return KNOWN_CODE;
}

async function aValidatedCode(app: TestApp, email: string): Promise<string> {
  const code = await aCode(app, email);
  await validate(app, email, code);
  return code;
}

/** An email whose code attempts are used up. */
async function aLockedEmail(app: TestApp): Promise<{ email: string; code: string }> {
  const email = anEmail();
  const code = await aCode(app, email);
  for (let n = 0; n < CODE_ATTEMPTS; n += 1) await validate(app, email, OTHER_CODE);
  return { email, code };
}

/** Runs after the code has expired; advances the clock of the whole application. */
const expired =
  (provoke: (app: TestApp, email: string, code: string) => ReturnType<Provoke>): Provoke =>
  async (app) => {
    const email = anEmail();
    const code = await aValidatedCode(app, email);
    app.clock.advance(2 * CODE_TTL + 1);
    return provoke(app, email, code);
  };

const register = (app: TestApp, email: string, confirmationCode: string) =>
  post(app, 'registration', { firstName: 'Олена', lastName: 'Коваль', email, password: PASSWORD, confirmationCode, agreement: true });

/** Runs while the operator has closed the registration. */
const closed =
  (provoke: Provoke): Provoke =>
  async ({ store, database }, language = DEFAULT_LANGUAGE) => {
    const app = await testApp(store.kind, { database, isRegistrationOpen: false });
    try {
      return await provoke(inLanguage(app, language), language);
    } finally {
      await app.close();
    }
  };

/** Runs for a network that has used up its wrong codes. */
const guessing =
  (provoke: (app: TestApp, email: string, code: string) => ReturnType<Provoke>): Provoke =>
  async (app) => {
    const email = anEmail();
    const code = await aValidatedCode(app, email);
    return whileUsedUp(app, `code|address|${addressOf(email)}`, () => provoke(app, email, code));
  };

export const authScenarios: Record<string, Scenarios> = {
  sendCode: {
    good: (app) => send(app, anEmail()),
    errors: {
      'api.registration.closed': closed((app) => send(app, anEmail())),
      'api.sendCode.400': async (app) => send(app, (await aUser(app)).email.toUpperCase()),
      'api.sendCode.429': async (app) => {
        const email = anEmail();
        for (let n = 0; n < CODES_PER_HOUR; n += 1) await send(app, email);
        return send(app, email);
      },
      'api.sendCode.network': (app) => {
        const email = anEmail();
        return whileUsedUp(app, `codes|address|${addressOf(email)}`, () => send(app, email));
      },
      'api.sendCode.busy': (app) => whileUsedUp(app, 'codes|registration|all', () => send(app, anEmail())),
      'api.code.locked': async (app) => send(app, (await aLockedEmail(app)).email),
    },
  },
  validateCode: {
    good: async (app) => {
      const email = anEmail();
      return validate(app, email, await aCode(app, email));
    },
    errors: {
      'api.validateCode.403': async (app) => {
        const email = anEmail();
        return aCode(app, email).then(() => validate(app, email, OTHER_CODE));
      },
      'api.validateCode.404': (app) => validate(app, anEmail(), '123456'),
      'api.validateCode.expired': expired(validate),
      'api.code.429': guessing(validate),
      'api.code.locked': async (app) => {
        const { email, code } = await aLockedEmail(app);
        return validate(app, email, code);
      },
    },
  },
  register: {
    good: async (app) => {
      const email = anEmail();
      return register(app, email, await aValidatedCode(app, email));
    },
    errors: {
      'api.registration.closed': closed((app) => register(app, anEmail(), KNOWN_CODE)),
      'api.registration.403': async (app) => {
        const email = anEmail();
        return register(app, email, await aCode(app, email));
      },
      'api.registration.409': async (app) => register(app, (await aUser(app)).email, '123456'),
      'api.validateCode.403': async (app) => {
        const email = anEmail();
        return aValidatedCode(app, email).then(() => register(app, email, OTHER_CODE));
      },
      'api.validateCode.expired': expired(register),
      'api.code.429': guessing(register),
      'api.code.locked': async (app) => {
        const email = anEmail();
        const code = await aValidatedCode(app, email);
        for (let n = 0; n < CODE_ATTEMPTS; n += 1) await register(app, email, OTHER_CODE);
        return register(app, email, code);
      },
    },
  },
  login: {
    good: async (app) => {
      const email = anEmail();
      await register(app, email, await aValidatedCode(app, email));
      return post(app, 'login', { email, password: PASSWORD });
    },
    errors: {
      'api.loginUser.401': (app) => post(app, 'login', { email: anEmail(), password: PASSWORD }),
      'api.loginUser.403': async (app) => {
        const email = anEmail();
        for (let n = 0; n < LOGIN_ATTEMPTS; n += 1)
          await post(app, 'login', { email: n % 2 ? email : email.toUpperCase(), password: 'wrong' });
        return post(app, 'login', { email, password: PASSWORD });
      },
      'api.loginUser.locked': async (app) => {
        const { id, email } = await anAccount(app);
        await app.store.db.updateTable('users').set({ locked_at: '2026-05-01T08:00:00.000Z' }).where('id', '=', id).execute();
        return post(app, 'login', { email, password: PASSWORD });
      },
    },
  },
  logout: {
    good: async (app) => app.request('POST', '/api/users/logout', { token: (await aUser(app)).token }),
    errors: {},
  },
  getUser: {
    good: async (app) => app.request('GET', '/api/users/user', { token: (await aUser(app)).token }),
    errors: {},
  },
  getUserTariff: {
    good: async (app) => app.request('GET', '/api/users/user-tariff', { token: (await aUser(app)).token }),
    errors: {},
  },
};
