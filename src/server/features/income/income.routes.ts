import { createIncome, exportIncome, listIncome } from '#contract/income.ts';
import { type Route, route } from '../../http/route.ts';
import type { OrderPaymentsService } from '../orders/order-payments.service.ts';
import type { IncomeExportService } from './income-export.service.ts';
import type { IncomeListService } from './income-list.service.ts';

interface Services {
  list: IncomeListService;
  file: IncomeExportService;
  create: OrderPaymentsService['create'];
}

export const incomeRoutes = ({ list, file, create }: Services): Route[] => [
  route(listIncome, ({ query }) => list.list(query)),
  route(createIncome, async ({ caller, body, idempotencyKey }) => ({ data: await create(caller, body, idempotencyKey) })),
  route(exportIncome, ({ caller, query, language }) => file.export(caller, query, language)),
];
