import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Income } from '#contract/income.ts';
import type { Statement, StatementLine } from '#contract/statements.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { codeOf } from '#tests/support/many-rows.ts';
import { activatePayments, anAdmin, postOrder, type TestAdmin } from '#tests/support/orders.ts';
import { confirmMatched, confirmStatement, undoLine, uploadStatement } from '#tests/support/statements.ts';

const TITLES = 'Дата операції;Сума;Валюта;Контрагент;Призначення платежу;Рахунок';
const ACCOUNT = 'UA213223130000026007233566001';
type Line = [day: string, amount: string, payer: string, purpose: string, currency?: string];

const csvOf = (lines: readonly Line[]): string =>
  [
    'Виписка за жовтень 2026;;;;;',
    TITLES,
    ...lines.map(([day, amount, payer, purpose, currency = 'UAH']) => [day, amount, currency, payer, `"${purpose}"`, ACCOUNT].join(';')),
  ].join('\r\n');

describe.each(DATABASES)('bank statements on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let now = 0;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => now;
  });
  beforeEach(async () => {
    for (const table of ['income', 'closed_orders', 'orders', 'statements', 'statement_mappings'] as const)
      await app.store.db.deleteFrom(table).execute();
    now = Date.parse('2026-11-02T08:00:00Z');
    admin = await anAdmin(app);
    await activatePayments(app);
    await app.store.db.updateTable('payments').set({ transfer_currency: 'UAH', transfer_rate: 417_000, rated_on: '2026-10-01' }).execute();
  });
  afterAll(() => app.close());

  const get = async (url: string) => (await app.request('GET', url, { token: admin.token, headers: { 'accept-language': 'en' } })).body;
  async function order(months = 3, newUser: () => Promise<TestUser> = () => aUser(app)) {
    const user = await newUser();
    const { order_code: code } = (await postOrder(app, user, { payment_months: months })).body.data;
    return { user, code: code as string };
  }
  async function upload(file: Uint8Array | string, query = ''): Promise<Statement> {
    const { status, body } = await uploadStatement(app, admin, file, query);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data;
  }
  const seen = (lines: readonly StatementLine[]) => lines.map(({ group, reason, order_code }) => [group, reason, order_code]);

  test('a month of a statement: bank, list, export and revenue agree to the cent, and the same file again changes nothing', async () => {
    const [a, b, c, d, e, f, g] = await Promise.all([order(), order(), order(), order(), order(3, () => anAccount(app)), order(), order()]);
    await app.request('DELETE', `/api/orders/${d.code}`, { token: d.user.token });
    await deleteUser(app, e.user.token);
    const wrong = codeOf(7);
    const lines: Line[] = [
      ['03.10.2026', '375,30', 'КОВАЛЬ ОЛЕНА', `Оплата тарифу Carnet, код ${a.code}`],
      ['04.10.2026', '200,00', 'ПЕТРУК А. С.', `Carnet ${b.code.slice(0, 4)} ${b.code.slice(4)}`],
      ['05.10.2026', '375,30', 'КОВАЛЬ ОЛЕНА', `Оплата тарифу Carnet, код ${a.code}`],
      ['06.10.2026', '1 250,75', 'ТОВ «ЛАН-АГРО»', 'поповнення рахунку'],
      ['07.10.2026', '375,30', 'СИДОРЕНКО', `замовлення ${wrong}`],
      ['08.10.2026', '375,30', 'МЕЛЬНИК', c.code.slice(1)],
      ['09.10.2026', '375,30', 'БОНДАР', d.code],
      ['10.10.2026', '375,30', 'ШЕВЧУК', e.code],
      ['11.10.2026', '-375,30', 'КОВАЛЬ ОЛЕНА', `Повернення за ${a.code}`],
      ['12.10.2026', '9.00', 'SMITH J', `Carnet tariff ${f.code.toLowerCase()}`, 'USD'],
      ['13.10.2026', '8,30', 'MULLER', g.code, 'EUR'],
      ['33.10.2026', '1,00', 'X', 'немає такого дня'],
    ];
    const file = csvOf(lines);
    const statement = await upload(file);
    expect(statement).toMatchObject({ is_answered: true, currency: 'UAH', encoding: 'utf-8' });
    expect(seen(statement.lines)).toEqual([
      ['matched', null, a.code],
      ['look', 'short', b.code],
      ['look', 'paid', a.code],
      ['none', 'noCode', null],
      ['none', 'wrongCode', null],
      ['matched', null, c.code],
      ['look', 'closed', d.code],
      ['look', 'closed', e.code],
      ['look', 'outgoing', a.code],
      ['matched', null, f.code],
      ['look', 'currency', g.code],
      ['refused', 'day', null],
    ]);
    expect((await confirmMatched(app, admin, statement)).body).toMatchObject({ recorded: 3, failed: [] });
    const rest = statement.lines.filter(({ group }) => group === 'look' || group === 'none');
    const answers = rest.map(({ line, order_code }) => ({ line, order_code }));
    const { body } = await confirmStatement(app, admin, statement.id, answers);
    expect(body).toMatchObject({ recorded: 7, failed: [{ line: rest[6]?.line, code: 'validation.required' }] });
    const refund = answers.filter(({ line }) => line === rest[6]?.line).map((answer) => ({ ...answer, reason: 'Сплатила двічі' }));
    const last = (await confirmStatement(app, admin, statement.id, refund)).body;
    expect(last.recorded).toBe(1);
    expect(new Set(last.data.lines.slice(0, -1).map(({ group }: StatementLine) => group))).toEqual(new Set(['known']));

    const cents = (text: string) => Math.round(Number(text.replace(' ', '').replace(',', '.')) * 100);
    const sumOf = (currency: string) =>
      lines.slice(0, -1).reduce((sum, line) => sum + ((line[4] ?? 'UAH') === currency ? cents(line[1]) : 0), 0) / 100;
    const expected = ['EUR', 'UAH', 'USD'].map((currency) => ({ currency, amount: sumOf(currency) }));
    const list = await get('/api/admin/payments?from=2026-10-01&to=2026-10-31&pageSize=100');
    expect(list.sums).toMatchObject(expected);
    expect(list.data.every(({ source }: { source: string }) => source === 'statement')).toBe(true);
    const { paid } = (await get('/api/statistics/revenue')).data;
    expect(paid.at(-2)).toMatchObject({ month: '2026-10', sums: expected });
    const csv: string = await get('/api/admin/payments/export?from=2026-10-01&to=2026-10-31');
    for (const [, amount, , , currency = 'UAH'] of lines.slice(0, -1))
      expect(csv).toContain(`"${(cents(amount) / 100).toFixed(2)}","${currency}"`);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(lines.length);
    const statusOf = async (code: string) => (await get(`/api/admin/orders?q=${code}`)).data[0];
    expect(await statusOf(a.code)).toMatchObject({ status: 'confirmed' });
    expect(await statusOf(b.code)).toMatchObject({ status: 'processing', missing_transfer: 175.3 });
    expect(await statusOf(f.code)).toMatchObject({ status: 'confirmed', missing: 0 });

    // The same file in another encoding, and one that overlaps.
    const again = await upload(new Uint8Array([0xff, 0xfe, ...Buffer.from(file, 'utf16le')]));
    expect(again.lines.slice(0, -1).map(({ group }) => group)).toEqual(Array.from({ length: 11 }, () => 'known'));
    expect((await confirmStatement(app, admin, again.id, answers)).body).toMatchObject({ recorded: 0 });
    const more = await upload(csvOf([...lines.slice(8, 11), ['14.10.2026', '175,30', 'ПЕТРУК А. С.', b.code]]));
    expect(seen(more.lines).at(-1)).toEqual(['matched', null, b.code]);
    expect((await confirmMatched(app, admin, more)).body.recorded).toBe(1);
    expect((await get('/api/admin/payments')).total).toBe(12);
  });

  test('a line is recorded once by two administrators, two files and a double click', async () => {
    const [{ code }, other] = [await order(), await anAdmin(app)];
    const file = csvOf([
      ['03.10.2026', '375,30', 'КОВАЛЬ', code],
      ['03.10.2026', '10,00', 'НЕВІДОМО', 'без коду'],
      ['03.10.2026', '10,00', 'НЕВІДОМО', 'без коду'],
    ]);
    const [one, two] = [await upload(file), await upload(file)];
    const lines = one.lines.map(({ line, order_code }) => ({ line, order_code }));
    const answers = await Promise.all([
      ...[confirmStatement(app, admin, one.id, lines), confirmStatement(app, other, two.id, lines)],
      ...[confirmStatement(app, admin, one.id, lines), confirmStatement(app, other, one.id, [...lines].reverse())],
    ]);
    expect(answers.map(({ status, body }) => [status, body.failed])).toEqual(answers.map(() => [200, []]));
    expect(answers.reduce((sum, { body }) => sum + body.recorded, 0)).toBe(3);
    expect((await get('/api/admin/payments')).data).toHaveLength(3);
  });

  test('a recorded line is taken back with its confirmation, never proposed as matched again, and can be recorded for another order', async () => {
    const [wrong, right] = [await order(), await order()];
    const file = csvOf([
      ['03.10.2026', '375,30', 'КОВАЛЬ', wrong.code],
      ['03.10.2026', '375,30', 'ПЕТРУК', wrong.code],
    ]);
    const statement = await upload(file);
    await confirmMatched(app, admin, statement);
    const { id } = statement;
    now += 60_000;
    const exported = () => get('/api/admin/payments/export?booked_before=2026-11-02T08:01:00.000Z');
    const closed = await exported();
    const known = (await upload(file)).lines[0] as StatementLine;
    expect(known).toMatchObject({ group: 'known', order_code: wrong.code, email: wrong.user.email });
    const undo = (line: StatementLine, changes = {}) =>
      undoLine(app, admin, id, { line: line.line, income_id: line.income_id, reason: 'Не той платник', ...changes });
    expect(await undo(known, { reason: '' })).toMatchObject({ status: 400 });
    expect(await undo(known, { line: 4, income_id: 1 })).toMatchObject({ status: 404, body: { code: 'incomeApi.404' } });
    const answers = await Promise.all([undo(known), undo(known)]);
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, 'statementsApi.undo.success'],
      [409, 'incomeApi.corrected'],
    ]);
    expect(answers.flatMap(({ body }) => (body.data ? seen(body.data.lines) : []))).toEqual([
      ['look', 'takenBack', wrong.code],
      ['matched', null, wrong.code],
    ]);
    expect((await get(`/api/admin/orders?q=${wrong.code}`)).data[0]).toMatchObject({ status: 'processing', missing: 9 });
    const records = async () =>
      (await get('/api/admin/payments?pageSize=100')).data.map(({ paid_on, kind: is, change, reason, order_code }: Income) => [
        ...[paid_on, is, change, reason, order_code],
      ]);
    const undone = ['2026-11-02', 'correction', -375.3, 'Не той платник', wrong.code];
    const first = ['2026-10-03', 'payment', 375.3, null, wrong.code];
    expect(await records()).toEqual([undone, first]);

    // For the right order, by two administrators at once.
    const body = [{ line: known.line, order_code: right.code }];
    const again = await Promise.all([confirmStatement(app, admin, id, body), confirmStatement(app, await anAdmin(app), id, body)]);
    expect(again.map(({ body: { recorded, failed } }) => [recorded, failed]).sort()).toEqual([
      [0, []],
      [1, []],
    ]);
    expect(await records()).toEqual([undone, ['2026-10-03', 'payment', 375.3, null, right.code], first]);
    expect(again[0]?.body.data.lines[0]).toMatchObject({ group: 'known', order_code: right.code });
    // What was seen before is not the record of now.
    expect(await undo(known)).toMatchObject({ status: 409, body: { code: 'incomeApi.corrected' } });
    expect(await exported()).toBe(closed);
  });

  test('an undo leaves an order as it is if another payment has confirmed it, and is refused once its tariff has started', async () => {
    const { code } = await order();
    const statement = await upload(
      csvOf([
        ['03.10.2026', '375,30', 'КОВАЛЬ', code],
        ['04.10.2026', '1,00', 'КОВАЛЬ', code],
      ]),
    );
    const all = statement.lines.map(({ line }) => ({ line, order_code: code }));
    const { lines } = (await confirmStatement(app, admin, statement.id, all)).body.data as Statement;
    const undo = (n: number) =>
      undoLine(app, admin, statement.id, { line: lines[n]?.line, income_id: lines[n]?.income_id, reason: 'Двічі' });
    expect((await undo(1)).status).toBe(200);
    const found = async () => (await get(`/api/admin/orders?q=${code}`)).data[0];
    expect(await found()).toMatchObject({ status: 'confirmed' });
    await app.request('PATCH', `/api/admin/orders/${code}`, { token: admin.token, body: { status: 'completed' } });
    expect(await undo(0)).toMatchObject({ status: 409, body: { code: 'tariffApi.undo.started' } });
    expect((await get('/api/admin/payments')).total).toBe(3);
  });

  test('an undo of a part payment that a confirmed order needs undoes the confirmation too, and leaves the other part', async () => {
    const { code } = await order();
    const statement = await upload(
      csvOf([
        ['03.10.2026', '300,00', 'КОВАЛЬ', code],
        ['04.10.2026', '75,30', 'КОВАЛЬ', code],
      ]),
    );
    const answers = statement.lines.map(({ line }) => ({ line, order_code: code }));
    const record = async () => ((await confirmStatement(app, admin, statement.id, answers)).body.data as Statement).lines[0];
    const undo = (line: StatementLine | undefined) =>
      undoLine(app, admin, statement.id, { line: line?.line, income_id: line?.income_id, reason: 'Не той платник' });
    const found = async () => (await get(`/api/admin/orders?q=${code}`)).data[0];
    const part = await record();
    expect(await found()).toMatchObject({ status: 'confirmed', missing: 0 });
    expect((await undo(part)).body.data.lines).toMatchObject([
      { group: 'look', reason: 'takenBack' },
      { group: 'known', order_code: code },
    ]);
    expect(await found()).toMatchObject({
      ...{ status: 'processing', confirmed_at: null, missing_transfer: 300 },
      payments: [{ change: 300, is_corrected: true }, { change: 75.3, is_corrected: false }, { change: -300 }],
    });
    const again = await record();
    expect(await found()).toMatchObject({ status: 'confirmed', missing: 0 });
    await app.request('PATCH', `/api/admin/orders/${code}`, { token: admin.token, body: { status: 'completed' } });
    expect(await undo(again)).toMatchObject({ status: 409, body: { code: 'tariffApi.undo.started' } });
    expect((await get('/api/admin/payments')).total).toBe(4);
  });

  test('columns and signs are asked once and kept, and each column may be chosen', async () => {
    const { code } = await order();
    const file = `when,what,who,why\n03/04/2026,"375.30",Koval,${code}\n04/04/2026,"1.250",X,y`;
    const first = await upload(file);
    expect(first).toMatchObject({ is_answered: false, lines: [], columns: [{ title: 'when', field: null }, {}, {}, {}] });
    const columns = '?columns=day,amount,payer,purpose';
    expect((await upload(file, columns)).open_days).toEqual(
      [
        { line: 2, text: '03/04/2026', dmy: '2026-04-03', mdy: '2026-03-04' },
        { line: 3, text: '04/04/2026', dmy: '2026-04-04', mdy: '2026-04-04' },
      ].slice(0, 1),
    );
    const answered = await upload(file, `${columns}&day_order=dmy&currency=UAH`);
    expect(answered.lines.map(({ paid_on, amount, group }) => [paid_on, amount, group])).toEqual([
      ['2026-04-03', 375.3, 'matched'],
      ['2026-04-04', 1.25, 'none'],
    ]);
    expect(await upload(file)).toMatchObject({ is_answered: true, day_order: 'dmy', lines: answered.lines });
    const bad = (query: string) => uploadStatement(app, admin, file, query);
    for (const query of ['?columns=day,day', '?columns=x', '?encoding=x', '?day_order=x'])
      expect((await bad(query)).status, query).toBe(400);
  });

  test('money with the name and amount of a waiting order, a mistyped code and a recorded payment are for a person', async () => {
    const [a, b, c] = [await order(), await order(), await order(5)];
    await app.store.db.updateTable('users').set({ first_name: 'Марта', last_name: 'Ковальчук' }).where('id', '=', c.user.id).execute();
    const wrong = b.code.slice(0, 3) + (b.code[3] === 'W' ? '9' : 'W') + b.code.slice(4);
    await app.request('PATCH', `/api/admin/orders/${a.code}`, {
      token: admin.token,
      body: { status: 'confirmed', paid_on: '2026-10-03', payer: 'вручну' },
    });
    const { lines } = await upload(
      csvOf([
        ['03.10.2026', '375,30', 'КОВАЛЬ', a.code],
        ['04.10.2026', '375,30', 'ПЕТРУК', wrong],
        ['05.10.2026', '625,50', 'КОВАЛЬЧУК МАРТА ІВАНІВНА', 'за карнет'],
        ['06.10.2026', '375,30', 'ХТОСЬ', `${a.code} ${b.code}`],
      ]),
    );
    expect(seen(lines)).toEqual([
      ['look', 'recorded', a.code],
      ['look', 'similar', b.code],
      ['look', 'payer', c.code],
      ['look', 'several', null],
    ]);
  });

  test.each<[string, () => Uint8Array | string, number, string]>([
    ['ten million lines', () => 'а;1\n'.repeat(10_000_000 / 8), 413, 'statementsApi.413'],
    ['too many lines', () => `${TITLES}\n${'01.10.2026;1;;;;\n'.repeat(20_001)}`, 422, 'statementsApi.tooMuch'],
    ['a picture', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2, 3, 0, 9, 7]), 422, 'statementsApi.unknown'],
    ['a text', () => 'нічого схожого', 422, 'statementsApi.unknown'],
    ['nothing', () => '', 422, 'statementsApi.empty'],
    [
      'a file that ends within a letter',
      () => Buffer.from(csvOf([['01.10.2026', '1', 'Я', 'я']])).subarray(0, -ACCOUNT.length - 3),
      422,
      'statementsApi.damaged',
    ],
    ['a quote that is never closed', () => `${TITLES}\n01.10.2026;1;UAH;"${'x'.repeat(200_000)}`, 422, 'statementsApi.damaged'],
  ])('%s is refused with words', async (_, file, status, code) => {
    expect(await uploadStatement(app, admin, file())).toMatchObject({ status, body: { code } });
  });

  test('5,000 lines are matched in 5 seconds', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => order()));
    const lines = Array.from({ length: 5_000 }, (_, n): Line => {
      const code = n < 5 ? orders[n]?.code : n % 3 === 0 ? codeOf(n) : `платіж ${n} рахунок`;
      return [`0${(n % 9) + 1}.10.2026`, '375,30', `ПЛАТНИК ${n}`, `Оплата тарифу Carnet, код замовлення ${code}`];
    });
    const file = csvOf(lines);
    // The time of the processor, which other tests at the same time do not change.
    const start = process.cpuUsage();
    const statement = await upload(file);
    const { user, system } = process.cpuUsage(start);
    expect(statement.lines.filter(({ group }) => group === 'matched')).toHaveLength(5);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
