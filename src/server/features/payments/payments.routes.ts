import { updateBlockMessage, updatePayment } from '#contract/payments.admin.ts';
import { getActivePayment, getBlockMessage, getPayment } from '#contract/payments.ts';
import { updateSeller } from '#contract/seller.admin.ts';
import { getSeller } from '#contract/seller.ts';
import { type Route, route } from '../../http/route.ts';
import type { PaymentsService } from './payments.service.ts';
import type { SellerService } from './seller.service.ts';

export const paymentsRoutes = (payments: PaymentsService, seller: SellerService): Route[] => [
  route(getPayment, async ({ query }) => ({ data: [await payments.get(query.lang)] })),
  route(updatePayment, async ({ caller, body }) => ({ data: await payments.update(caller, body) })),
  route(getActivePayment, async ({ query }) => [await payments.getActive(query.lang)]),
  route(getBlockMessage, () => payments.getBlockMessage()),
  route(updateBlockMessage, async ({ caller, body }) => ({
    data: await payments.updateBlockMessage(caller, body),
  })),
  route(getSeller, async () => ({ data: await seller.get() })),
  route(updateSeller, async ({ caller, body }) => ({ data: await seller.update(caller, body) })),
];
