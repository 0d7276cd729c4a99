import type { ExportedOrder } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import type { UserId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { OrdersRepo } from './orders.repo.ts';
import { toExportedOrder } from './orders.rows.ts';

export type ExportedOrders = ReturnType<typeof exportedOrders>;

export const exportedOrders = ({ orders }: { orders: Pick<OrdersRepo, 'listByUser'> }) => ({
  /** The orders of a user, newest first, a page at a time. */
  async *exportOf(userId: UserId): AsyncGenerator<ExportedOrder[], void> {
    for (let before: number | undefined; ; ) {
      await nextTurn();
      const rows = await orders.listByUser(userId, EXPORT_PAGE, before);
      yield rows.map(toExportedOrder);
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_PAGE) return;
      before = last.id;
    }
  },
});
