import type { Statement } from '#contract/statements.ts';
import type { Answer, TestApp } from './app.ts';

type Admin = { token: string };

/** Uploads a bank statement. */
export function uploadStatement(app: TestApp, { token }: Admin, bytes: Uint8Array | string, query = ''): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'виписка.csv');
  return app.request('POST', `/api/admin/statements${query}`, { token, form });
}

export const confirmStatement = (app: TestApp, { token }: Admin, id: number, lines: object[]): Promise<Answer> =>
  app.request('POST', `/api/admin/statements/${id}/confirm`, { token, body: { lines } });

/** Takes a recorded line back. */
export const undoLine = (app: TestApp, { token }: Admin, id: number, line: object): Promise<Answer> =>
  app.request('POST', `/api/admin/statements/${id}/undo`, { token, body: { reason: 'x', ...line } });

/** Confirms the lines of a statement that match. */
export const confirmMatched = (app: TestApp, admin: Admin, { id, lines }: Statement): Promise<Answer> =>
  confirmStatement(
    app,
    admin,
    id,
    lines.filter(({ group }) => group === 'matched').map(({ line, order_code }) => ({ line, order_code })),
  );
