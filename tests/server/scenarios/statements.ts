import { STATEMENT_BYTES } from '#contract/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, type TestAdmin } from '#tests/support/orders.ts';
import { confirmStatement, undoLine, uploadStatement } from '#tests/support/statements.ts';
import type { Provoke, Scenarios } from './scenario.ts';

const TITLES = 'Дата;Сума;Призначення';

const reading =
  (bytes: Uint8Array | string): Provoke =>
  async (app) =>
    uploadStatement(app, await anAdmin(app), bytes);

/** A line of 999 dollars that is recorded, for an order if a code is given. */
async function recordedLine(
  app: TestApp,
  dayOfMay: number,
  order_code: string | null = null,
): Promise<{ admin: TestAdmin; id: number; line: { line: number; income_id: number } }> {
  const admin = await anAdmin(app);
  const { id } = (await uploadStatement(app, admin, `${TITLES}\n0${dayOfMay}.05.2026;999,00;z`)).body.data;
  const { data } = (await confirmStatement(app, admin, id, [{ line: 2, order_code }])).body;
  return { admin, id, line: { line: 2, income_id: data.lines[0].income_id } };
}

export const statementScenarios: Record<string, Scenarios> = {
  createStatement: {
    good: reading(`${TITLES}\n01.05.2026;1,00;x`),
    errors: {
      'statementsApi.413': reading(new Uint8Array(STATEMENT_BYTES + 1)),
      'statementsApi.unknown': reading(new Uint8Array([1, 0, 2])),
      'statementsApi.damaged': reading(`${TITLES}\n"${'x'.repeat(100_000)}`),
      'statementsApi.tooMuch': reading(`${TITLES}\n${'01.05.2026;1;x\n'.repeat(20_001)}`),
      'statementsApi.empty': reading(TITLES),
    },
  },
  confirmStatement: {
    good: async (app) => {
      const admin = await anAdmin(app);
      const { id } = (await uploadStatement(app, admin, `${TITLES}\n02.05.2026;1,00;y`)).body.data;
      return confirmStatement(app, admin, id, [{ line: 2, order_code: null }]);
    },
    errors: { 'statementsApi.404': async (app) => confirmStatement(app, await anAdmin(app), 999_999, []) },
  },
  undoStatementLine: {
    good: async (app) => {
      const { admin, id, line } = await recordedLine(app, 3);
      return undoLine(app, admin, id, line);
    },
    errors: {
      'statementsApi.404': async (app) => undoLine(app, await anAdmin(app), 999_999, { line: 2, income_id: 1 }),
      'incomeApi.404': async (app) => {
        const { admin, id } = await recordedLine(app, 4);
        return undoLine(app, admin, id, { line: 99, income_id: 1 });
      },
      'incomeApi.corrected': async (app) => {
        const { admin, id, line } = await recordedLine(app, 5);
        await undoLine(app, admin, id, line);
        return undoLine(app, admin, id, line);
      },
      'tariffApi.undo.started': async (app) => {
        const { order_code: code } = await anOrder(app, await aUser(app));
        const { admin, id, line } = await recordedLine(app, 6, code);
        await app.request('PATCH', `/api/admin/orders/${code}`, { token: admin.token, body: { status: 'completed' } });
        return undoLine(app, admin, id, line);
      },
    },
  },
};
