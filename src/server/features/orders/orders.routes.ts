import { exportOrders, putOrderNote, sumOrders, undoActivation, undoPayment } from '#contract/orders.admin.ts';
import { cancelOrder, createCheckout, createOrder, getCurrentOrder, listOrders, removeOrder, updateOrder } from '#contract/orders.ts';
import { changeUserTariff } from '#contract/users.admin.ts';
import { type Route, route } from '../../http/route.ts';
import type { CardsService } from '../cards/cards.service.ts';
import type { ManualTariffService } from '../periods/manual-tariff.service.ts';
import type { AdminOrdersService } from './admin-orders.service.ts';
import type { OrderExportService } from './order-export.service.ts';
import type { OrderNotesService } from './order-notes.service.ts';
import type { OrderPaymentsService } from './order-payments.service.ts';
import type { OrdersService } from './orders.service.ts';

export interface OrderServices {
  orders: OrdersService;
  adminOrders: AdminOrdersService;
  orderPayments: OrderPaymentsService;
  orderNotes: OrderNotesService;
  orderExport: OrderExportService;
  manualTariff: ManualTariffService;
  cards: CardsService;
}

export const ordersRoutes = ({
  orders,
  adminOrders,
  orderPayments,
  orderNotes,
  orderExport,
  manualTariff,
  cards,
}: OrderServices): Route[] => [
  route(createOrder, async ({ caller, body, language }) => ({ data: await orders.create(caller, body, language) })),
  route(getCurrentOrder, ({ caller, language }) => orders.getCurrent(caller, language)),
  route(cancelOrder, async ({ caller, params }) => {
    await orders.cancel(caller, params.orderCode);
    return {};
  }),
  route(createCheckout, ({ caller, params, language }) => cards.checkout(caller, params.orderCode, language)),
  route(listOrders, ({ query }) => adminOrders.list(query)),
  route(updateOrder, async ({ caller, params, body }) => ({ data: await orderPayments.update(caller, params.orderCode, body) })),
  route(undoPayment, async ({ caller, params, body }) => ({ data: await orderPayments.undo(caller, params.orderCode, body) })),
  route(undoActivation, async ({ caller, params, body }) => ({
    data: await orderPayments.undoActivation(caller, params.orderCode, body),
  })),
  route(putOrderNote, async ({ caller, params, body }) => ({ data: await orderNotes.put(caller, params.orderCode, body) })),
  route(sumOrders, ({ query }) => orderExport.sum(query)),
  route(exportOrders, ({ caller, query, language }) => orderExport.export(caller, query, language)),
  route(removeOrder, async ({ caller, params, query, body }) => {
    await adminOrders.remove(caller, params.orderCode, { expected: query.status, reason: body.reason });
    return {};
  }),
  route(changeUserTariff, async ({ caller, params, body }) => ({ data: await manualTariff.change(caller, params.userId, body) })),
];
