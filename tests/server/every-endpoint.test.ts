import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import { sharpImages } from '#server/ports/images.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { errorText } from '#server/texts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { undocumented } from '#tests/support/documented.ts';
import { anAdmin } from '#tests/support/orders.ts';
import { concurrentChange, interrupted, knownBot, settingsScenarios } from './scenarios/account-settings.ts';
import { authScenarios, knownCodes } from './scenarios/accounts.ts';
import { adminScenarios } from './scenarios/admin.ts';
import { adminAccountScenarios } from './scenarios/admins.ts';
import { archiveScenarios } from './scenarios/archive.ts';
import { exportScenarios } from './scenarios/exports.ts';
import { feedbackScenarios } from './scenarios/feedback.ts';
import { importScenarios } from './scenarios/imports.ts';
import { messageScenarios } from './scenarios/messages.ts';
import { knownCards, orderScenarios, UNKNOWN_CODE } from './scenarios/orders.ts';
import { planScenarios } from './scenarios/plan.ts';
import { noteScenarios, recordScenarios, valueScenarios } from './scenarios/records.ts';
import { reportScenarios } from './scenarios/reports.ts';
import { inLanguage, type Scenarios } from './scenarios/scenario.ts';
import { statementScenarios } from './scenarios/statements.ts';
import { statisticsScenarios } from './scenarios/statistics.ts';
import { userPageScenarios } from './scenarios/user-page.ts';
import { encodeOrFail, vehicleScenarios } from './scenarios/vehicles.ts';

const SCENARIOS: Record<string, Scenarios> = {
  ...authScenarios,
  ...settingsScenarios,
  ...vehicleScenarios,
  ...archiveScenarios,
  ...recordScenarios,
  ...noteScenarios,
  ...valueScenarios,
  ...planScenarios,
  ...statisticsScenarios,
  ...reportScenarios,
  ...exportScenarios,
  ...importScenarios,
  ...statementScenarios,
  ...feedbackScenarios,
  ...messageScenarios,
  ...orderScenarios,
  ...adminScenarios,
  ...userPageScenarios,
  ...adminAccountScenarios,
};

const endpoints = Object.entries(ALL_ENDPOINTS);
const guarded = endpoints.filter(([, { access }]) => access !== 'public');
const withParams = guarded.filter(([, { params }]) => params !== undefined);
const withBody = endpoints.filter(([, { body }]) => body !== undefined);
const SOME_IDS = {
  vehicleId: 1,
  recordId: 1,
  fillId: 1,
  costId: 1,
  readingId: 1,
  lineId: 1,
  completionId: 1,
  importId: 1,
  userId: 1,
  sessionId: 'x'.repeat(22),
  orderCode: UNKNOWN_CODE,
  lang: 'ua',
  adminId: 1,
  invitationId: 1,
};
const somePath = (endpoint: Endpoint): string => pathOf(endpoint, SOME_IDS);
/** A token that may call the endpoint; undefined for a public one. */
const aToken = async (app: TestApp, { access }: Endpoint): Promise<string | undefined> =>
  access === 'public' ? undefined : (access === 'admin' ? await anAdmin(app) : await aUser(app)).token;
/** Input that is valid for public endpoints; requests to the others fail before validation. */
const bodyFor = ({ access, body }: Endpoint): object | undefined =>
  body && access === 'public'
    ? {
        email: 'a@example.com',
        password: 'Kite7!wombat',
        confirmationCode: '123456',
        firstName: 'Олена',
        lastName: 'Коваль',
        agreement: true,
        token: 'unknown',
        userMessage: 'A message that is long enough.',
        passwordNew: 'Kite7!wombat',
        passwordConfirm: 'Kite7!wombat',
      }
    : undefined;

/** A shared error code, or the only code of an endpoint that masks its errors. */
const codeOf = ({ masksErrorCodes, unexpectedError }: Endpoint, code: ErrorCode): ErrorCode => (masksErrorCodes ? unexpectedError : code);
/** Public reads that do not use the clock, with the table that they read. */
const READS_ALONE: Record<string, string> = {
  '/api/prices/price': 'prices',
  '/api/payments/payment': 'payments',
  '/api/payments/get-active-payment': 'payments',
  '/api/payments/get-block-message': 'block_message',
  '/api/payments/seller': 'seller',
  '/api/advertising/getAdvertising/{lang}': 'adverts',
};

async function withoutTable({ store: { db } }: TestApp, table: string, ask: () => Promise<Answer>): Promise<Answer> {
  await db.schema.alterTable(table).renameTo('renamed').execute();
  return ask().finally(() => db.schema.alterTable('renamed').renameTo(table).execute());
}

async function withoutClock({ clock }: TestApp, ask: () => Promise<Answer>): Promise<Answer> {
  const { now } = clock;
  clock.now = () => {
    throw new Error('the clock stopped');
  };
  return ask().finally(() => Object.assign(clock, { now }));
}

test('every endpoint has scenarios for exactly the errors that it declares', () => {
  const declared = Object.fromEntries(endpoints.map(([name, { errors }]) => [name, [...errors].sort()]));
  const covered = Object.fromEntries(Object.entries(SCENARIOS).map(([name, { errors }]) => [name, Object.keys(errors).sort()]));
  expect(covered).toEqual(declared);
});

/** How a file is announced, and how it begins. */
const FILES = {
  'application/pdf': { type: 'application/pdf', text: '%PDF' },
  'application/zip': { type: 'application/zip', text: 'PK' },
  'text/csv': { type: 'text/csv; charset=utf-8', text: '\ufeff"' },
} as const satisfies Record<NonNullable<Endpoint['file']>, { type: string; text: string }>;

describe.each(DATABASES)('every endpoint on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind, {
      images: { ...sharpImages(), encode: encodeOrFail(sharpImages().encode, () => concurrentChange.happens()) },
      passwords: interrupted(argonPasswords()),
      tokens: knownCodes,
      cards: knownCards,
      telegram: knownBot,
    });
  });
  afterAll(() => app.close());
  // In some orders the scenarios together would use up the limit of wrong codes of all networks.
  beforeEach(() => app.store.db.deleteFrom('buckets').execute());

  describe.each(Object.entries(SCENARIOS))('%s', (name, { good, errors }) => {
    const endpoint = ALL_ENDPOINTS[name] as Endpoint;

    test('answers as declared', async () => {
      const answer = await good(app);
      const { status, body, headers } = answer;
      const beginning = endpoint.file && FILES[endpoint.file];
      const isFile = beginning !== undefined && headers['content-type'] === beginning.type && body.startsWith(beginning.text);
      expect({ status, success: isFile || Array.isArray(body) || body.success }).toEqual({ status: endpoint.status ?? 200, success: true });
      expect(headers['cache-control']).toBe('no-store');
      if (!endpoint.file) expect(undocumented(endpoint, answer)).toEqual([]);
      if (!endpoint.successCode) return;
      expect(body).toMatchObject({ code: endpoint.successCode, message: errorText('ua', endpoint.successCode) });
      expect(body.message).not.toBe(endpoint.successCode);
    });

    test.each(Object.keys(errors) as ErrorCode[])('fails with %s', async (code) => {
      for (const language of endpoint.path.startsWith('/api/users/') ? LANGUAGES : ([DEFAULT_LANGUAGE] as const)) {
        const answer = await (errors[code] as typeof good)(inLanguage(app, language), language);
        const { status, body } = answer;
        expect(undocumented(endpoint, answer)).toEqual([]);
        expect({ status, body }).toMatchObject({
          status: ERRORS[code],
          body: { success: false, code, message: errorText(language, code) },
        });
        expect(body.requestId).toEqual(expect.any(String));
      }
    });
  });

  // Answered before anything of the endpoint is read or written.
  if (kind === 'postgres') return;

  test.each(guarded)('%s requires a token', async (_, endpoint) => {
    const { status, body } = await app.request(endpoint.method, somePath(endpoint));
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'api.401' });
  });

  test.each(guarded)('%s rejects a malformed token', async (_, endpoint) => {
    const { status, body } = await app.request(endpoint.method, somePath(endpoint), { token: 'гarbage'.slice(1) });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'api.401' });
  });

  test.each(guarded)('%s rejects a token of the other kind', async (_, endpoint) => {
    const { token } = endpoint.access === 'admin' ? await aUser(app) : await anAdmin(app);
    const { status, body } = await app.request(endpoint.method, somePath(endpoint), { token });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'api.403' });
  });

  test.each(withParams)('%s answers 400 to a malformed id', async (_, endpoint) => {
    const token = await aToken(app, endpoint);
    for (const id of ['abc', '0', '-1', '1.5', '1e3', '007', '%201', '1%20', '+1', '99999999999999999999', '%00']) {
      const path = endpoint.path.replace('{recordId}', '1').replace(/\{\w+\}/, id);
      const { status, body } = await app.request(endpoint.method, path, { token, body: endpoint.body ? {} : undefined });
      expect({ id, status, code: body.code }).toEqual({ id, status: 400, code: 'api.id' });
    }
  });

  test.each(withBody)('%s rejects a body that is not JSON, and another content type', async (_, endpoint) => {
    const token = await aToken(app, endpoint);
    const broken = await app.request(endpoint.method, somePath(endpoint), {
      token,
      body: '{"a":',
      headers: { 'content-type': 'application/json' },
    });
    expect({ status: broken.status, code: broken.body.code }).toEqual({ status: 400, code: codeOf(endpoint, 'api.400') });
    const proto = await app.request(endpoint.method, somePath(endpoint), {
      token,
      body: '{"__proto__":{"a":1}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(proto.status).toBe(400);
    const xml = await app.request(endpoint.method, somePath(endpoint), {
      token,
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect({ status: xml.status, code: xml.body.code }).toEqual({ status: 415, code: codeOf(endpoint, 'api.415') });
  });

  test.each(endpoints)('%s has its own code for unexpected errors', async (_, endpoint) => {
    const token = await aToken(app, endpoint);
    const ask = () => app.request(endpoint.method, `${somePath(endpoint)}?lang=ua`, { token, body: bodyFor(endpoint) });
    const table = endpoint.method === 'GET' ? READS_ALONE[endpoint.path] : undefined;
    const answer = await (table ? withoutTable(app, table, ask) : withoutClock(app, ask));
    expect(answer).toMatchObject({
      status: 500,
      body: { success: false, code: endpoint.unexpectedError, message: errorText('ua', endpoint.unexpectedError) },
    });
    expect(JSON.stringify(answer.body)).not.toContain('the clock stopped');
  });

  test('answers 404 to an unknown path under /api in the language of the caller', async () => {
    for (const language of LANGUAGES) {
      const { status, body } = await app.request('GET', `/api/nothing?lang=${language}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'api.404', message: errorText(language, 'api.404') } });
    }
    expect((await app.request('DELETE', '/api')).status).toBe(404);
    expect((await app.request('GET', '/api/%zz')).status).toBe(400);
  });
});
