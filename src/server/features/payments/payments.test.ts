import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { PAYEE_MAX, PURPOSE_MAX, RECENT_LOGIN_MAX_AGE } from '#contract/limits.ts';
import { NO_RATE } from '#contract/transfers.ts';
import { isoTime } from '#server/ports/clock.ts';
import { mailText } from '#server/texts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { ADMIN_PASSWORD, anAdmin, IBAN, paymentBody, postOrder, type TestAdmin } from '#tests/support/orders.ts';

const EMPTY = { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0 as const, ...NO_RATE };
const WRONG_DIGITS = 'UA213223130000026007233566002';
const MESSAGES = { message_text_ua: 'Перерва.', message_text_ru: 'Перерыв.', message_text_en: 'A break.' };
const UNKNOWN = [
  '',
  '?lang=',
  '?lang=de',
  '?lang=UA',
  '?lang=ua&lang=ru',
  '?lang[]=ua',
  '?lang=__proto__',
  '?lang=%00',
  '?lang=%F0%9F%98%80',
];

describe.each(DATABASES)('payment details on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  beforeEach(async () => {
    await app.store.db.updateTable('payments').set(EMPTY).execute();
    await app.store.db.deleteFrom('audit').execute();
  });
  afterAll(() => app.close());

  const read = (query: string): Promise<Answer> => app.request('GET', `/api/payments/payment${query}`);
  const isActive = async (lang: string) => (await app.request('GET', `/api/payments/get-active-payment?lang=${lang}`)).body;
  const write = (overrides: Record<string, unknown> = {}): Promise<Answer> =>
    app.request('PUT', '/api/payments/payment', { token: admin.token, body: paymentBody(overrides) });
  const readMessage = () => app.request('GET', '/api/payments/get-block-message');
  const writeMessage = (body: unknown): Promise<Answer> =>
    app.request('PUT', '/api/payments/update-block-message', { token: admin.token, body });
  const auditLog = async () => {
    const rows = await app.store.db.selectFrom('audit').selectAll().orderBy('id').execute();
    return rows.map(({ actor, action, subject, before, after }) => ({
      actor,
      action,
      subject,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
    }));
  };

  test.each(LANGUAGES)('exist for %s on the first start, empty and inactive', async (lang) => {
    expect((await read(`?lang=${lang}`)).body).toEqual({ success: true, data: [EMPTY] });
    expect(await isActive(lang)).toEqual([{ is_active: 0 }]);
  });

  test.each(UNKNOWN)('reject the query %j with 404 for the details and 400 for the flag', async (query) => {
    expect(await read(query)).toMatchObject({ status: 404, body: { code: 'paymentApi.404' } });
    expect(await app.request('GET', `/api/payments/get-active-payment${query}`)).toMatchObject({
      status: 400,
      body: { code: 'advertisingApi.400' },
    });
  });

  test.each(LANGUAGES)('are hidden from the current order while orders are paused in %s', async (lang) => {
    const user = await aUser(app);
    await write({ lang, is_active: 0 });
    const other = LANGUAGES.find((each) => each !== lang) ?? lang;
    await write({ lang: other });
    const payment = async (language: string) =>
      (await app.request('GET', `/api/orders/current?lang=${language}`, { token: user.token })).body.payment;
    expect(await payment(lang)).toEqual(EMPTY);
    expect(await payment(other)).toMatchObject({ iban: IBAN, is_active: 1 });
    await write({ lang });
    expect(await payment(lang)).toMatchObject({ iban: IBAN, is_active: 1 });
  });

  test('are updated in one language only, with an audit entry', async () => {
    const { lang: _, ...details } = paymentBody({ ...NO_RATE });
    expect(await write()).toMatchObject({ status: 200, body: { code: 'paymentApi.success', data: details } });
    expect((await read('?lang=ua')).body.data).toEqual([details]);
    expect((await read('?lang=en')).body.data).toEqual([EMPTY]);
    expect([await isActive('ua'), await isActive('ru')]).toEqual([[{ is_active: 1 }], [{ is_active: 0 }]]);
    await write({ is_active: 0 });
    expect(await auditLog()).toMatchObject([
      { actor: admin.email, action: 'payment.update', subject: 'payment ua', before: EMPTY, after: details },
      { actor: admin.email, action: 'payment.update', subject: 'payment ua', before: details, after: { ...details, is_active: 0 } },
    ]);
  });

  test('are not overwritten by an administrator who saw other details', async () => {
    const { lang: _, ...details } = paymentBody({ ...NO_RATE });
    expect((await write({ seen: EMPTY })).status).toBe(200);
    const conflict = { status: 409, body: { code: 'adminApi.changed' } };
    expect(await write({ is_active: 0, seen: EMPTY })).toMatchObject(conflict);
    for (const field of ['payee_details', 'iban', 'edrpou', 'payment_purpose'])
      expect(await write({ is_active: 0, seen: { ...details, [field]: 'x' } }), field).toMatchObject(conflict);
    expect((await read('?lang=ua')).body.data).toEqual([details]);
    expect(await auditLog()).toHaveLength(1);
    expect(await write({ is_active: 0, seen: details })).toMatchObject({ status: 200, body: { data: { ...details, is_active: 0 } } });
    expect((await write({ seen: { ...details, iban: 5 } })).status).toBe(400);
  });

  test('decide per language whether orders are accepted', async () => {
    await write({ lang: 'en' });
    const user = await aUser(app);
    const order = (language: string) =>
      app.request('POST', '/api/orders', {
        token: user.token,
        body: { tariff_change: 'family', payment_months: 1 },
        headers: { 'accept-language': language },
      });
    expect(await order('ua')).toMatchObject({ status: 409, body: { code: 'tariffApi.request.blocked' } });
    expect((await order('en')).status).toBe(201);
    await write({ lang: 'en', is_active: 0 });
    expect((await postOrder(app, user)).status).toBe(409);
  });

  test.each([
    ['with spaces', 'UA21 3223 1300 0002 6007 2335 6600 1'],
    ['in lower case', IBAN.toLowerCase()],
    ['with both, and white space around it', `  ua21 ${IBAN.slice(4)}\t`],
  ])('accept an IBAN %s and store it normalized', async (_, iban) => {
    expect((await write({ iban })).status).toBe(200);
    expect((await read('?lang=ua')).body.data[0].iban).toBe(IBAN);
  });

  test.each<[string, Record<string, unknown>, string, string[]]>([
    ['wrong check digits', { iban: WRONG_DIGITS }, 'paymentApi.iban', ['iban']],
    ['an invalid IBAN format', { iban: '21UA3223' }, 'paymentApi.iban', ['iban']],
    ['an unknown country', { iban: `ZZ${IBAN.slice(2)}` }, 'paymentApi.iban', ['iban']],
    ['a Cyrillic look-alike letter in the IBAN', { iban: IBAN.replace('UA', 'UА') }, 'paymentApi.iban', ['iban']],
    ['an EDRPOU of 9 digits', { edrpou: '123456789' }, 'paymentApi.edrpou', ['edrpou']],
    ['an EDRPOU of Arabic-Indic digits', { edrpou: '١٢٣٤٥٦٧٨' }, 'paymentApi.edrpou', ['edrpou']],
    ['an invalid format of both', { iban: 'UA21', edrpou: 'abc' }, 'paymentApi.iban', ['iban', 'edrpou']],
    [
      'an invalid EDRPOU and wrong check digits, which are checked only once all formats are valid,',
      { iban: WRONG_DIGITS, edrpou: '1' },
      'paymentApi.edrpou',
      ['edrpou'],
    ],
  ])('reject %s with 422', async (_, overrides, code, fields) => {
    const answer = await write(overrides);
    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect([(await read('?lang=ua')).body.data, await auditLog()]).toEqual([[EMPTY], []]);
  });

  test.each<[string, unknown]>([
    ['payee_details', ' '],
    ['payee_details', 'x'.repeat(PAYEE_MAX + 1)],
    ['payee_details', 'a\0b'],
    ['payee_details', '\u200b'],
    ['payment_purpose', undefined],
    ['payment_purpose', 'x'.repeat(PURPOSE_MAX + 1)],
    ['payment_purpose', 'a\ud800'],
    ['iban', ''],
    ['iban', 5],
    ['edrpou', null],
    ['edrpou', ['12345678']],
    ['is_active', 2],
    ['is_active', '1'],
    ['is_active', true],
    ['lang', 'de'],
    ['lang', undefined],
  ])('reject %s as %j with 400 at its field and write nothing', async (field, value) => {
    expect(await write({ [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'api.loginUser.cannotEmpty', errors: [{ field }] },
    });
    expect(await auditLog()).toEqual([]);
  });

  test('reject an empty text and a wrong IBAN with 400 and both fields', async () => {
    const { status, body } = await write({ payee_details: '', iban: 'UA' });
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['payee_details', 'iban']]);
  });

  test('return any characters unchanged', async () => {
    const payee_details = 'ФОП «Ґудзь» Ї’жак — 👩‍🔧 <b>&amp;"; drop table';
    expect((await write({ payee_details })).body.data.payee_details).toBe(payee_details);
  });

  test('the block message is replaced as a whole with an audit entry, and shown to everyone', async () => {
    const before = (await readMessage()).body;
    expect(await writeMessage({ data: MESSAGES })).toMatchObject({
      status: 200,
      body: { code: 'paymentApi.blockStatusMessage.update.success', data: MESSAGES },
    });
    const { status, body } = await readMessage();
    expect({ status, body }).toEqual({ status: 200, body: { success: true, ...MESSAGES } });
    const { success: _, ...first } = before;
    expect(await auditLog()).toEqual([
      { actor: admin.email, action: 'blockMessage.update', subject: 'block message', before: first, after: MESSAGES },
    ]);
  });

  test('the block message is not overwritten by an administrator who saw another one', async () => {
    await writeMessage({ data: MESSAGES });
    for (const field of Object.keys(MESSAGES))
      expect(await writeMessage({ data: { ...MESSAGES, message_text_en: 'B' }, seen: { ...MESSAGES, [field]: 'x' } })).toMatchObject({
        status: 409,
        body: { code: 'adminApi.changed' },
      });
    expect((await readMessage()).body).toEqual({ success: true, ...MESSAGES });
    expect(await writeMessage({ data: { ...MESSAGES, message_text_en: 'B' }, seen: MESSAGES })).toMatchObject({ status: 200 });
    expect((await writeMessage({ data: MESSAGES, seen: 'MESSAGES' })).status).toBe(400);
  });

  test.each<[unknown, string]>([
    [{}, 'data'],
    [MESSAGES, 'data'],
    [{ data: [] }, 'data'],
    [{ data: { ...MESSAGES, message_text_ru: ' ' } }, 'data.message_text_ru'],
    [{ data: { ...MESSAGES, message_text_en: 'x'.repeat(1_001) } }, 'data.message_text_en'],
  ])('reject the block message %j with 400', async (body, field) => {
    expect(await writeMessage(body)).toMatchObject({ status: 400, body: { code: 'api.loginUser.cannotEmpty', errors: [{ field }] } });
    expect(await auditLog()).toEqual([]);
  });

  test('reject changes from a login older than 15 minutes and accept them after a new login', async () => {
    const { id, email, token } = await anAdmin(app);
    const age = (milliseconds: number) =>
      app.store.db
        .updateTable('admin_sessions')
        .set({ created_at: isoTime(app.clock.now() - milliseconds) })
        .where('admin_id', '=', id)
        .execute();
    const put = (path: string, body: object, by = token) => app.request('PUT', `/api/payments/${path}`, { token: by, body });
    const changes: [string, object][] = [
      ['payment', paymentBody()],
      ['payment', paymentBody({ iban: WRONG_DIGITS })],
      ['payment', paymentBody({ is_active: 0 })],
      ['update-block-message', { data: MESSAGES }],
    ];
    await age(RECENT_LOGIN_MAX_AGE + 1_000);
    for (const [path, body] of changes)
      expect(await put(path, body)).toMatchObject({ status: 401, body: { code: 'adminApi.reloginRequired' } });
    expect([(await read('?lang=ua')).body.data, await auditLog()]).toEqual([[EMPTY], []]);
    expect((await app.request('GET', '/api/admin/orders', { token })).status).toBe(200);
    const login = await app.request('POST', '/api/admin/login', { body: { email, password: ADMIN_PASSWORD } });
    expect((await put('payment', paymentBody(), login.body.tokenAdmin)).status).toBe(200);
    await age(RECENT_LOGIN_MAX_AGE - 60_000);
    expect((await put('payment', paymentBody({ is_active: 0 }))).status).toBe(200);
  });

  test.each(LANGUAGES)(
    'are emailed to all administrators in %s after each change, with old and new values and masked IBANs',
    async (language) => {
      const other = await anAdmin(app);
      for (const { id } of [admin, other]) await app.store.db.updateTable('admins').set({ language }).where('id', '=', id).execute();
      const put = (path: string, body: object) => app.request('PUT', `/api/payments/${path}`, { token: admin.token, body });
      const mailsOf = async (email: string) => {
        await app.deliverMails();
        return app.mails.splice(0).filter(({ to }) => to === email);
      };
      await mailsOf(other.email);
      expect((await put('payment', paymentBody())).status).toBe(200);
      const sent = [...(await mailsOf(other.email))];
      expect(sent).toHaveLength(1);
      expect(sent[0]?.subject).toBe(mailText(language, 'paymentChanged.subject'));
      for (const text of [
        admin.email,
        `IBAN: — → ${IBAN.slice(0, 4)}…${IBAN.slice(-4)}`,
        `${mailText(language, 'rows.payee')}: — → ФОП Коваль Олена Петрівна`,
        `${mailText(language, 'rows.paymentState')}: ${mailText(language, 'paymentState.0')} → ${mailText(language, 'paymentState.1')}`,
        'UTC',
      ])
        expect(sent[0]?.text).toContain(text);
      expect(sent[0]?.text).not.toContain(IBAN);
      expect(sent[0]?.html).not.toContain(IBAN);
      await put('payment', paymentBody());
      expect(await mailsOf(other.email), 'nothing changed').toHaveLength(0);
      await put('payment', paymentBody({ is_active: 0 }));
      const [off] = await mailsOf(admin.email);
      expect(off?.text).toContain(mailText(language, 'paymentState.0'));
      expect(off?.text).not.toContain(mailText(language, 'rows.iban'));
      const message = { ...MESSAGES, message_text_en: `Pay to another account: ${language}` };
      await put('update-block-message', { data: message });
      const [changed] = await mailsOf(other.email);
      expect(changed?.text).toContain(`→ ${message.message_text_en}`);
      expect(changed?.text).toContain(mailText(language, 'rows.blockMessage.en'));
    },
  );

  test('are changed by administrators only', async () => {
    const { token } = await aUser(app);
    for (const path of ['/api/payments/payment', '/api/payments/update-block-message']) {
      expect((await app.request('PUT', path, { token, body: {} })).status).toBe(403);
      expect((await app.request('PUT', path, { body: {} })).status).toBe(401);
    }
  });
});
