import type { ListedOrder } from '#contract/orders.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import type { AdminOrderRepos } from './admin-orders.service.ts';
import type { ListedOrdersService } from './listed-orders.service.ts';
import type { OrderNotesRepo } from './order-notes.repo.ts';

interface Deps {
  work: Work<AdminOrderRepos & { orderNotes: OrderNotesRepo }>;
  audit: AuditService;
  listed: ListedOrdersService;
}

interface NoteChange {
  note: string;
  /** What the administrator saw; undefined skips the check for concurrent changes. */
  seen?: { note: string } | undefined;
}

export type OrderNotesService = ReturnType<typeof orderNotesService>;

export const orderNotesService = ({ work, audit, listed }: Deps) => ({
  /** Changes the internal note of an order; the audit log does not contain its text. 404 for an unknown code, 409 for another note. */
  put: (admin: AdminCaller, code: string, { note, seen }: NoteChange): Promise<ListedOrder> =>
    work.inTransaction(async (repos) => {
      const stored = await repos.orderNotes.lock(code);
      if (!stored) throw new AppError('tariffApi.order.404');
      assertSeen(stored, seen);
      if (stored.note !== note) {
        await repos.orderNotes.update(stored.id, note);
        await audit.write(repos, { actor: admin.email, action: 'order.note', subject: `order ${code}`, userId: stored.userId });
      }
      return listed.find(repos, code);
    }),
});
