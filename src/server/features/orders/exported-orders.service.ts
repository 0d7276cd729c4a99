import type { ExportedOrder } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import type { UserId } from '../../authorized.ts';
import { pagesOf } from '../../db/turns.ts';
import type { OrderRow, OrdersRepo } from './orders.repo.ts';
import { toExportedOrder } from './orders.rows.ts';

export type ExportedOrders = ReturnType<typeof exportedOrders>;

export const exportedOrders = ({ orders }: { orders: Pick<OrdersRepo, 'listByUser'> }) => ({
  /** The orders of a user, newest first, a page at a time. */
  async *exportOf(userId: UserId): AsyncGenerator<ExportedOrder[], void> {
    const pages = pagesOf<OrderRow>(EXPORT_PAGE, (last) => orders.listByUser(userId, EXPORT_PAGE, last?.id));
    for await (const rows of pages) yield rows.map(toExportedOrder);
  },
});
