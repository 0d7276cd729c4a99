import { confirmStatement, createStatement, undoStatementLine } from '#contract/statements.ts';
import { type Route, route } from '../../http/route.ts';
import type { StatementsService } from './statements.service.ts';

export const statementsRoutes = (statements: StatementsService): Route[] => [
  route(createStatement, async ({ upload, query, signal }) => ({ data: await statements.create(upload, query as never, signal) })),
  route(confirmStatement, ({ caller, params, body }) => statements.confirm(caller, params.statementId, body.lines)),
  route(undoStatementLine, async ({ caller, params, body }) => ({ data: await statements.undo(caller, params.statementId, body) })),
];
