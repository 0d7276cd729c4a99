import { DAY, HOUR } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { ReceiveMessage } from '../../http/webhook.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { adminsRepo } from '../admins/admins.repo.ts';
import type { Alarm } from '../buckets/guess-limiter.service.ts';
import { cardsRepo } from '../cards/cards.repo.ts';
import { cardsService } from '../cards/cards.service.ts';
import { checkoutsService } from '../cards/checkouts.service.ts';
import { paymentsRepo } from '../payments/payments.repo.ts';
import { paymentsRoutes } from '../payments/payments.routes.ts';
import { paymentsService } from '../payments/payments.service.ts';
import { manualTariffService } from '../periods/manual-tariff.service.ts';
import { noticesJob } from '../periods/notices.job.ts';
import { noticesRepo } from '../periods/notices.repo.ts';
import { periodsService } from '../periods/periods.service.ts';
import { pricesRepo } from '../prices/prices.repo.ts';
import { pricesRoutes } from '../prices/prices.routes.ts';
import { pricesService } from '../prices/prices.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import type { UsersService } from '../users/users.service.ts';
import { adminOrdersService } from './admin-orders.service.ts';
import { completionJob } from './completion.job.ts';
import { type ExportedOrders, exportedOrders } from './exported-orders.service.ts';
import { newOrdersJob } from './new-orders.job.ts';
import { orderExportRepo } from './order-export.repo.ts';
import { orderExportService } from './order-export.service.ts';
import { orderListRepo } from './order-list.repo.ts';
import { orderNotesRepo } from './order-notes.repo.ts';
import { orderNotesService } from './order-notes.service.ts';
import { orderSectionsRepo } from './order-sections.repo.ts';
import { orderStepsService } from './order-steps.service.ts';
import { ordersRepo } from './orders.repo.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ordersService } from './orders.service.ts';

export interface OrdersFeature extends Feature {
  receiveCardMessage: ReceiveMessage;
  exported: ExportedOrders;
}

/** Events of the card service, which it repeats for up to three days. */
const CARD_EVENTS_KEPT = 30 * DAY;
/** After their expiry. */
const CHECKOUTS_KEPT = HOUR;

/** Prices, payment details, orders with their jobs, and card payments. */
export function ordersFeature(
  { store, clock, tokens, origin, cards, orderGrace, orderNotice }: Deps,
  { users, mails, alarm, onError }: { users: UsersService; mails: MailsService; alarm: Alarm; onError: (error: unknown) => void },
): OrdersFeature {
  const work = workOf(store, (db) => ({
    admins: adminsRepo(db),
    audit: auditRepo(db),
    cards: cardsRepo(db),
    mails: mailsRepo(db),
    orders: ordersRepo(db),
    orderExport: orderExportRepo(db),
    orderList: orderListRepo(db),
    orderNotes: orderNotesRepo(db),
    orderSections: orderSectionsRepo(db),
    notices: noticesRepo(db),
    payments: paymentsRepo(db),
    prices: pricesRepo(db),
    users: usersRepo(db),
  }));
  const audit = auditService({ clock });
  const prices = pricesService({ work, audit });
  const payments = paymentsService({ work, audit, mails, clock });
  const periods = periodsService({ mails, clock });
  const steps = orderStepsService({ periods, mails, clock });
  const checkouts = checkoutsService({ work, cards, clock, onError });
  const orders = ordersService({ work, steps, prices, payments, mails, checkouts, clock, tokens, isCardActive: cards !== undefined });
  const adminOrders = adminOrdersService({ work, steps, periods, audit, mails, clock, checkouts, users });
  const orderNotes = orderNotesService({ work, audit, clock });
  const orderExport = orderExportService({ work, audit, clock });
  const manualTariff = manualTariffService({ work, periods, audit, clock });
  const card = cardsService({ work, cards, steps, payments, checkouts, audit, mails, clock, alarm, origin });
  return {
    receiveCardMessage: card.receive,
    exported: exportedOrders({ orders: ordersRepo(store.db) }),
    findContent: async (language) => {
      const [list, { is_active }] = await Promise.all([prices.list(), payments.getActive(language)]);
      return { prices: list, isPaymentActive: is_active === 1 };
    },
    jobs: [
      completionJob({ work, steps, audit, clock, grace: orderGrace }),
      noticesJob({ work, mails, clock }),
      ...(orderNotice > 0 ? [newOrdersJob({ work, mails, every: orderNotice })] : []),
    ],
    erase: async (db, { userId }, after) => {
      for (const code of await ordersRepo(db).deleteUnpaid(userId)) after(() => checkouts.closeAll(code));
    },
    expire: async (db, now) => [
      await cardsRepo(db).deleteExpiredEvents(isoTime(now - CARD_EVENTS_KEPT)),
      await cardsRepo(db).deleteExpiredCheckouts(isoTime(now - CHECKOUTS_KEPT)),
    ],
    routes: [
      ...pricesRoutes(prices),
      ...paymentsRoutes(payments),
      ...ordersRoutes({ orders, adminOrders, orderNotes, orderExport, manualTariff, cards: card }),
    ],
  };
}
