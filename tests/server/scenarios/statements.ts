import { STATEMENT_BYTES } from '#contract/limits.ts';
import { anAdmin } from '#tests/support/orders.ts';
import { confirmStatement, uploadStatement } from '#tests/support/statements.ts';
import type { Provoke, Scenarios } from './scenario.ts';

const TITLES = 'Дата;Сума;Призначення';

const reading =
  (bytes: Uint8Array | string): Provoke =>
  async (app) =>
    uploadStatement(app, await anAdmin(app), bytes);

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
};
