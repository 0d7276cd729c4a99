import { STATEMENT_TIME } from '#contract/limits.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { BATCH } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
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
import { bookingsService } from '../income/bookings.service.ts';
import { incomeRepo } from '../income/income.repo.ts';
import { incomeRoutes } from '../income/income.routes.ts';
import { incomeExportService, namesKeptUntil } from '../income/income-export.service.ts';
import { type ExportedPayments, exportedPayments, incomeListService } from '../income/income-list.service.ts';
import { paymentAnnouncements } from '../payments/payment-announcements.service.ts';
import { paymentsRepo } from '../payments/payments.repo.ts';
import { paymentsRoutes } from '../payments/payments.routes.ts';
import { paymentsService } from '../payments/payments.service.ts';
import { sellerRepo } from '../payments/seller.repo.ts';
import { sellerService } from '../payments/seller.service.ts';
import { manualTariffService } from '../periods/manual-tariff.service.ts';
import { noticesJob } from '../periods/notices.job.ts';
import { noticesRepo } from '../periods/notices.repo.ts';
import { periodsService } from '../periods/periods.service.ts';
import { pricesRepo } from '../prices/prices.repo.ts';
import { pricesRoutes } from '../prices/prices.routes.ts';
import { pricesService } from '../prices/prices.service.ts';
import { statementsRepo } from '../statements/statements.repo.ts';
import { statementsRoutes } from '../statements/statements.routes.ts';
import { statementsService } from '../statements/statements.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import type { UsersService } from '../users/users.service.ts';
import { adminOrdersService } from './admin-orders.service.ts';
import { closedOrdersRepo } from './closed-orders.repo.ts';
import { completionJob } from './completion.job.ts';
import { type ExportedOrders, exportedOrders } from './exported-orders.service.ts';
import { listedOrdersService } from './listed-orders.service.ts';
import { announceWithout, newOrdersJob } from './new-orders.job.ts';
import { orderConfirmationService } from './order-confirmation.service.ts';
import { orderCreationService } from './order-creation.service.ts';
import { orderExportRepo } from './order-export.repo.ts';
import { orderExportService } from './order-export.service.ts';
import { orderListRepo } from './order-list.repo.ts';
import { orderNotesRepo } from './order-notes.repo.ts';
import { orderNotesService } from './order-notes.service.ts';
import { orderPaymentsService } from './order-payments.service.ts';
import { orderSectionsRepo } from './order-sections.repo.ts';
import { orderStepsService } from './order-steps.service.ts';
import { orderUndosService } from './order-undos.service.ts';
import { ordersRepo } from './orders.repo.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ordersService } from './orders.service.ts';
import { statementPaymentsService } from './statement-payments.service.ts';

export interface OrdersFeature extends Feature {
  receiveCardMessage: ReceiveMessage;
  exported: { orders: ExportedOrders; payments: ExportedPayments };
}

/** Events of the card service, which it repeats for up to three days. */
const CARD_EVENTS_KEPT = 30 * DAY;
/** After their expiry. */
const CHECKOUTS_KEPT = HOUR;

const reposOf = (db: Db) => ({
  admins: adminsRepo(db),
  audit: auditRepo(db),
  cards: cardsRepo(db),
  closedOrders: closedOrdersRepo(db),
  income: incomeRepo(db),
  mails: mailsRepo(db),
  orders: ordersRepo(db),
  orderExport: orderExportRepo(db),
  orderList: orderListRepo(db),
  orderNotes: orderNotesRepo(db),
  orderSections: orderSectionsRepo(db),
  notices: noticesRepo(db),
  payments: paymentsRepo(db),
  prices: pricesRepo(db),
  seller: sellerRepo(db),
  statements: statementsRepo(db),
  users: usersRepo(db),
});

/** Prices, payment details, orders with their jobs, and card payments. */
export function ordersFeature(
  { store, clock, tokens, origin, cards, orderGrace, orderNotice, imports: reader }: Deps,
  { users, mails, alarm, onError }: { users: UsersService; mails: MailsService; alarm: Alarm; onError: (error: unknown) => void },
): OrdersFeature {
  const work = workOf(store, reposOf);
  const audit = auditService({ clock });
  const prices = pricesService({ work, audit });
  const announcements = paymentAnnouncements({ mails, clock });
  const payments = paymentsService({ work, audit, announcements, clock });
  const seller = sellerService({ work, audit, announcements, clock });
  const periods = periodsService({ mails, clock });
  const steps = orderStepsService({ periods, seller, mails, clock });
  const undos = orderUndosService({ periods, seller, mails, clock });
  const checkouts = checkoutsService({ work, cards, clock, onError });
  const creation = orderCreationService({ prices, payments, clock, tokens });
  const orders = ordersService({ work, steps, creation, payments, seller, mails, checkouts, clock, isCardActive: cards !== undefined });
  const bookings = bookingsService({ clock });
  const listed = listedOrdersService({ clock, grace: orderGrace });
  const adminOrders = adminOrdersService({ work, listed, steps, periods, seller, audit, mails, clock, checkouts, users });
  const orderNotes = orderNotesService({ work, audit, listed });
  const orderExport = orderExportService({ work, audit, clock });
  const manualTariff = manualTariffService({ work, periods, audit, clock });
  const confirmation = orderConfirmationService({ steps, bookings, audit });
  const orderPayments = orderPaymentsService({ work, listed, steps, undos, bookings, confirmation, audit, checkouts });
  const statementPayments = statementPaymentsService({ work, steps, bookings, confirmation, orderPayments });
  const statements = statementsService({ work, reader, payments: statementPayments, clock });
  const income = { list: incomeListService({ work, users }), file: incomeExportService({ work, audit, clock }) };
  const card = cardsService({ work, cards, steps, bookings, payments, checkouts, audit, mails, clock, alarm, origin });
  return {
    receiveCardMessage: card.receive,
    exported: { orders: exportedOrders({ orders: ordersRepo(store.db) }), payments: exportedPayments({ income: incomeRepo(store.db) }) },
    findContent: async (language) => {
      const [list, { is_active }, given] = await Promise.all([prices.list(), payments.getActive(language), seller.get()]);
      return { prices: list, isPaymentActive: is_active === 1, ...(given.name_ua !== '' && { seller: given }) };
    },
    jobs: [
      completionJob({ work, steps, audit, clock, grace: orderGrace }),
      noticesJob({ work, mails, clock }),
      ...(orderNotice > 0 ? [newOrdersJob({ work, mails, clock, every: orderNotice })] : []),
    ],
    erase: async (db, { userId }, after) => {
      for (const order of await ordersRepo(db).deleteUnpaid(userId)) {
        await closedOrdersRepo(db).insert(order, 'accountDeleted', isoTime(clock.now()));
        after(() => checkouts.closeAll(order.code));
      }
      // After the orders: a job that announces one of them holds its lock until the emails are queued.
      await announceWithout({ ...reposOf(db), after }, mails, userId);
    },
    expire: async (db, now) => [
      await cardsRepo(db).deleteExpiredEvents(isoTime(now - CARD_EVENTS_KEPT)),
      await cardsRepo(db).deleteExpiredCheckouts(isoTime(now - CHECKOUTS_KEPT)),
      await closedOrdersRepo(db).deleteExpired(namesKeptUntil(now)),
      await statementsRepo(db).deleteExpired(isoTime(now - STATEMENT_TIME)),
      await incomeRepo(db).eraseNames(namesKeptUntil(now), BATCH),
    ],
    routes: [
      ...pricesRoutes(prices),
      ...paymentsRoutes(payments, seller),
      ...incomeRoutes({ ...income, create: orderPayments.create }),
      ...statementsRoutes(statements),
      ...ordersRoutes({ orders, adminOrders, orderPayments, orderNotes, orderExport, manualTariff, cards: card }),
    ],
  };
}
