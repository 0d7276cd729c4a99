import { type KyselyPlugin, type QueryId, type RootOperationNode, SelectQueryNode, TableNode } from 'kysely';
import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/time.ts';
import { errorText } from '#server/texts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { codeOf, fillAdminLists } from '#tests/support/many-rows.ts';
import { anAdmin, anOrder, type TestAdmin } from '#tests/support/orders.ts';

/** Several parts of the file. */
const COUNT = 1_001;

const isOfOrders = (node: RootOperationNode): boolean =>
  SelectQueryNode.is(node) && (node.from?.froms ?? []).some((from) => TableNode.is(from) && from.table.identifier.name === 'orders');

/** Calls `act` once that query of orders has ended. */
function afterQuery(number: number, act: () => Promise<unknown>): KyselyPlugin {
  const queries: QueryId[] = [];
  return {
    transformQuery({ node, queryId }) {
      if (isOfOrders(node)) queries.push(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId === queries[number - 1]) await act();
      return result;
    },
  };
}

describe.each(DATABASES)('the export of orders on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  afterAll(() => app.close());

  const get = (query = '', language = 'en', one = app) =>
    one.request('GET', `/api/admin/orders/export${query}`, { token: admin.token, headers: { 'accept-language': language } });
  /** The lines of a file, its byte order mark removed. */
  const rowsOf = (csv: string, delimiter = ',') => papa.parse(csv.slice(1).replace(/\r\n$/, ''), { delimiter }).data;

  test('has a line for each order in the language of the request, newest first', async () => {
    const user = await aUser(app);
    await app.store.db.updateTable('users').set({ email: '+380@example.com' }).where('id', '=', user.id).execute();
    const { order_code } = await anOrder(app, user, { status: 'completed', payment_months: 2, tariff_change: 'business' });
    const { order_code: unpaid } = await anOrder(app, await aUser(app));
    const at = await app.store.db.selectFrom('orders').selectAll().where('code', '=', order_code).executeTakeFirstOrThrow();
    const { body, headers } = await get();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''Carnet%20orders%20\d{4}-\d\d-\d\d\.csv$/);
    expect(body.startsWith('\ufeff"Period from (UTC)","Period to (UTC)","Order code",')).toBe(true);
    expect(body.endsWith('"Activated"\r\n')).toBe(true);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [, first, second] = rowsOf(body);
    const time = (value: string | null) => value?.slice(0, 19).replace('T', ' ');
    expect(first?.[2]).toBe(`${unpaid.slice(0, 4)} ${unpaid.slice(4)}`);
    expect(first?.slice(15)).toEqual(['', '', 'Awaiting payment']);
    expect(second).toEqual([
      ...[time(at.tariff_start_date), time(at.tariff_end_date), `${order_code.slice(0, 4)} ${order_code.slice(4)}`],
      ...['Олена Коваль', "'+380@example.com", 'Basic', 'Business', '2', '18.00', 'USD', '', '', '', ''],
      ...[time(at.created_at), time(at.confirmed_at), time(at.tariff_start_date), 'Activated'],
    ]);
    const ukrainian = rowsOf((await get('', 'uk')).body, ';');
    expect(ukrainian[2]?.slice(5, 10)).toEqual(['Базовий', 'Бізнес', '2', '18,00', 'USD']);
    expect(ukrainian[2]?.[17]).toBe('Активовано');
  });

  test('has all orders of the filter and dates once, in parts, and as many as the sums say', async () => {
    const many = await testApp(kind);
    try {
      await fillAdminLists(many.store, COUNT);
      const { token } = await anAdmin(many);
      const ask = (path: string) => many.request('GET', path, { token });
      const codes = async (query: string) =>
        rowsOf((await ask(`/api/admin/orders/export${query}`)).body, ';')
          .slice(1)
          .map((row) => row[2]?.replace(' ', ''));
      const all = await codes('');
      expect(all.length).toBe(COUNT);
      expect(new Set(all)).toEqual(new Set(Array.from({ length: COUNT }, (_, index) => codeOf(index + 1))));
      expect((await ask('/api/admin/orders/sums')).body).toMatchObject({ count: COUNT, amount_due: COUNT * 9 });
      for (const query of ['?status=completed', `?to=${new Date(Date.now() - 12 * HOUR).toISOString()}&status=completed`]) {
        const { count } = (await ask(`/api/admin/orders/sums${query}`)).body;
        expect((await codes(query)).length, query).toBe(count);
        expect(count).toBeGreaterThan(200);
      }
    } finally {
      await many.close();
    }
  });

  test('without orders has only the names of the columns', async () => {
    expect(rowsOf((await get('?to=2000-01-01T00:00:00Z')).body)).toHaveLength(1);
  });

  type Ask = () => Promise<Response>;
  /** Requests exports of a server on which `act` is called after that query of orders. */
  async function interrupted(number: number, act: (filled: TestApp) => Promise<unknown>, use: (ask: Ask) => Promise<void>): Promise<void> {
    const filled = await testApp(kind);
    await fillAdminLists(filled.store, COUNT);
    const { token } = await anAdmin(filled);
    const db = filled.store.db.withPlugin(afterQuery(number, () => act(filled)));
    const broken = await testApp('sqlite', { store: { ...filled.store, db } });
    await broken.server.listen({ host: '127.0.0.1', port: 0 });
    const address = broken.server.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      await use(() => fetch(`http://127.0.0.1:${port}/api/admin/orders/export`, { headers: { authorization: `Bearer ${token}` } }));
    } finally {
      broken.server.server.closeAllConnections();
      await broken.close();
      await filled.close();
    }
  }

  test('fails with a message before the first part, and cuts the connection after it', async () => {
    await interrupted(
      2,
      ({ store }) => store.db.schema.alterTable('orders').renameTo('orders_away').execute(),
      async (ask) => {
        const response = await ask();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow();
        const failed = await ask();
        expect({ status: failed.status, body: await failed.json() }).toMatchObject({
          status: 500,
          body: { code: 'tariffApi.export.500', message: errorText('ua', 'tariffApi.export.500') },
        });
      },
    );
  });

  test('ends when its administrator has lost the session', async () => {
    await interrupted(
      2,
      ({ store }) => store.db.deleteFrom('admin_sessions').execute(),
      async (ask) => {
        const response = await ask();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow();
        expect((await ask()).status).toBe(401);
      },
    );
  });
});
