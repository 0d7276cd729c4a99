import { RECENT_LOGIN_MAX_AGE } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import { type Cards, stripeCards } from '#server/ports/cards.ts';
import { isoTime } from '#server/ports/clock.ts';
import { hashOf } from '#server/ports/tokens.ts';
import type { TestApp } from '#tests/support/app.ts';
import { testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, patchOrder, paymentBody, postOrder } from '#tests/support/orders.ts';
import { sellerBody } from '#tests/support/sellers.ts';
import type { Provoke, Scenarios } from './scenario.ts';

/** A period for which the card service creates no checkout; see `knownCards`. */
const MONTHS_WITHOUT_CHECKOUT = 11;

/** A card service that sends no requests. */
export const knownCards: Cards = {
  ...stripeCards({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none' }),
  closeCheckout: async () => 'closed',
  createCheckout: async ({ code, months }) => {
    if (months === MONTHS_WITHOUT_CHECKOUT) throw new AppError('cardApi.502');
    return { id: `cs_${code}`, url: `https://checkout.example.com/${code}` };
  },
};

/** Well formed, but not the code of an order. */
export const UNKNOWN_CODE = '22222222';
export const asAdmin =
  (ask: (app: TestApp, token: string) => ReturnType<Provoke>): Provoke =>
  async (app) =>
    ask(app, (await anAdmin(app)).token);

/** As an administrator whose login is too old for changes that need a recent one. */
export const afterLongLogin = (ask: (app: TestApp, token: string) => ReturnType<Provoke>): Provoke =>
  asAdmin(async (app, token) => {
    const created_at = isoTime(app.clock.now() - RECENT_LOGIN_MAX_AGE - 1_000);
    await app.store.db.updateTable('admin_sessions').set({ created_at }).where('token_hash', '=', hashOf(token)).execute();
    return ask(app, token);
  });

const cancel = (app: TestApp, token: string, code: string) => app.request('DELETE', `/api/orders/${code}`, { token });
const undoActivation = (app: TestApp, token: string, code: string) =>
  app.request('POST', `/api/admin/orders/${code}/undo-activation`, { token, body: { reason: 'Another row' } });
const undo = (app: TestApp, token: string, code: string) =>
  app.request('POST', `/api/admin/orders/${code}/undo-payment`, { token, body: {} });
const putNote = (app: TestApp, token: string, code: string, overrides: Record<string, unknown> = {}) =>
  app.request('PUT', `/api/admin/orders/${code}/note`, { token, body: { note: 'Called on Monday', ...overrides } });
const pay = (app: TestApp, token: string, body: object) => app.request('POST', '/api/admin/payments', { token, body });
const checkout = (app: TestApp, token: string, code: string) => app.request('POST', `/api/orders/${code}/checkout`, { token });
const putPayment = (app: TestApp, token: string, overrides: Record<string, unknown> = {}) =>
  app.request('PUT', '/api/payments/payment', { token, body: paymentBody(overrides) });
const { lang: _lang, ...seenDetails } = paymentBody();
const patchPrices = (app: TestApp, token: string, body: unknown) => app.request('PATCH', '/api/prices/price', { token, body });
const changeTariff = (app: TestApp, token: string, userId: number, overrides: Record<string, unknown> = {}) =>
  app.request('PATCH', `/api/admin/users/${userId}/tariff`, { token, body: { tariff: 'business', payment_months: 2, ...overrides } });
const MESSAGES = { message_text_ua: 'Зараз перерва.', message_text_ru: 'Сейчас перерыв.', message_text_en: 'There is a break.' };

/** Deletes the block message during the request, and restores it afterwards. */
const withoutBlockMessage =
  (ask: Provoke): Provoke =>
  async (app) => {
    const { db } = app.store;
    const rows = await db.deleteFrom('block_message').returningAll().execute();
    try {
      return await ask(app);
    } finally {
      await db.insertInto('block_message').values(rows).execute();
    }
  };

/** Disables orders during the request. */
const blocked = async (app: TestApp, ask: () => ReturnType<Provoke>) => {
  await activatePayments(app, 0);
  return ask().finally(() => activatePayments(app));
};

/** An order of a user who is deleted between the access check and the transaction. */
const vanished: Provoke = async (app) => {
  const user = await aUser(app);
  app.beforeTransaction(() => app.store.db.deleteFrom('users').where('id', '=', user.id).execute());
  return postOrder(app, user);
};

export const orderScenarios: Record<string, Scenarios> = {
  getPrices: { good: (app) => app.request('GET', '/api/prices/price'), errors: {} },
  updatePrices: {
    good: asAdmin((app, token) => patchPrices(app, token, [{ tariff: 'family', price: 3 }])),
    errors: {
      'pricesApi.update.422': asAdmin((app, token) => patchPrices(app, token, [])),
      'adminApi.changed': asAdmin((app, token) => patchPrices(app, token, [{ tariff: 'family', price: 3, seen: 4_321 }])),
    },
  },
  getPayment: {
    good: (app) => app.request('GET', '/api/payments/payment?lang=en'),
    errors: { 'paymentApi.404': (app) => app.request('GET', '/api/payments/payment?lang=de') },
  },
  updatePayment: {
    good: asAdmin((app, token) => putPayment(app, token)),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) => putPayment(app, token)),
      'adminApi.changed': asAdmin((app, token) => putPayment(app, token, { seen: { ...seenDetails, iban: 'UA' } })),
      'paymentApi.iban': asAdmin((app, token) => putPayment(app, token, { iban: 'UA213223130000026007233566002' })),
      'paymentApi.edrpou': asAdmin((app, token) => putPayment(app, token, { edrpou: '123456789' })),
    },
  },
  getActivePayment: {
    good: (app) => app.request('GET', '/api/payments/get-active-payment?lang=ua'),
    errors: { 'advertisingApi.400': (app) => app.request('GET', '/api/payments/get-active-payment') },
  },
  getBlockMessage: {
    good: (app) => app.request('GET', '/api/payments/get-block-message'),
    errors: {
      'paymentApi.blockStatusMessage.get.404': withoutBlockMessage((app) => app.request('GET', '/api/payments/get-block-message')),
    },
  },
  updateBlockMessage: {
    good: asAdmin((app, token) => app.request('PUT', '/api/payments/update-block-message', { token, body: { data: MESSAGES } })),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) =>
        app.request('PUT', '/api/payments/update-block-message', { token, body: { data: MESSAGES } }),
      ),
      'adminApi.changed': asAdmin((app, token) =>
        app.request('PUT', '/api/payments/update-block-message', {
          token,
          body: { data: MESSAGES, seen: { ...MESSAGES, message_text_en: 'A message nobody wrote.' } },
        }),
      ),
      'paymentApi.blockStatusMessage.update.404': withoutBlockMessage(
        asAdmin((app, token) => app.request('PUT', '/api/payments/update-block-message', { token, body: { data: MESSAGES } })),
      ),
    },
  },
  getSeller: { good: (app) => app.request('GET', '/api/payments/seller'), errors: {} },
  updateSeller: {
    good: asAdmin((app, token) => app.request('PUT', '/api/payments/seller', { token, body: { data: sellerBody() } })),
    errors: {
      'adminApi.reloginRequired': afterLongLogin((app, token) =>
        app.request('PUT', '/api/payments/seller', { token, body: { data: sellerBody() } }),
      ),
      'adminApi.changed': asAdmin((app, token) =>
        app.request('PUT', '/api/payments/seller', { token, body: { data: sellerBody(), seen: sellerBody({ tax_number: '0' }) } }),
      ),
    },
  },
  createOrder: {
    good: async (app) => {
      await activatePayments(app);
      return postOrder(app, await aUser(app));
    },
    errors: {
      'tariffApi.request.400': vanished,
      'tariffApi.request.blocked': (app) => blocked(app, async () => postOrder(app, await aUser(app))),
      'tariffApi.request.confirmed': async (app) => {
        const user = await aUser(app);
        await anOrder(app, user, { status: 'confirmed' });
        return postOrder(app, user);
      },
      'tariffApi.request.running': async (app) => {
        const user = await aUser(app);
        await anOrder(app, user, { status: 'completed' });
        return postOrder(app, user);
      },
    },
  },
  getCurrentOrder: {
    good: async (app) => {
      const user = await aUser(app);
      await anOrder(app, user);
      return app.request('GET', '/api/orders/current', { token: user.token });
    },
    errors: {
      'paymentApi.404': async (app) => {
        const { db } = app.store;
        const { token } = await aUser(app);
        const rows = await db.deleteFrom('payments').returningAll().execute();
        const answer = app.request('GET', '/api/orders/current', { token });
        return answer.finally(() => db.insertInto('payments').values(rows).execute());
      },
    },
  },
  cancelOrder: {
    good: async (app) => {
      const user = await aUser(app);
      return cancel(app, user.token, (await anOrder(app, user)).order_code);
    },
    errors: {
      'tariffApi.delete.400': async (app) => cancel(app, (await aUser(app)).token, (await anOrder(app, await aUser(app))).order_code),
      'tariffApi.delete.409': async (app) => {
        const user = await aUser(app);
        return cancel(app, user.token, (await anOrder(app, user, { status: 'confirmed' })).order_code);
      },
    },
  },
  createCheckout: {
    good: async (app) => {
      const user = await aUser(app);
      return checkout(app, user.token, (await anOrder(app, user)).order_code);
    },
    errors: {
      'api.404': async ({ store }) => {
        const app = await testApp(store.kind);
        const user = await aUser(app);
        const { order_code } = await anOrder(app, user);
        return checkout(app, user.token, order_code).finally(() => app.close());
      },
      'cardApi.404': async (app) => checkout(app, (await aUser(app)).token, UNKNOWN_CODE),
      'cardApi.409': async (app) => {
        const user = await aUser(app);
        return checkout(app, user.token, (await anOrder(app, user, { status: 'confirmed' })).order_code);
      },
      'tariffApi.request.blocked': async (app) => {
        const user = await aUser(app);
        const { order_code } = await anOrder(app, user);
        return blocked(app, () => checkout(app, user.token, order_code));
      },
      'cardApi.502': async (app) => {
        const user = await aUser(app);
        return checkout(app, user.token, (await anOrder(app, user, { payment_months: MONTHS_WITHOUT_CHECKOUT })).order_code);
      },
    },
  },
  listOrders: { good: asAdmin((app, token) => app.request('GET', '/api/admin/orders?status=processing', { token })), errors: {} },
  updateOrder: {
    good: async (app) => patchOrder(app, await anAdmin(app), (await anOrder(app, await aUser(app))).order_code, 'confirmed'),
    errors: {
      'tariffApi.order.404': async (app) => patchOrder(app, await anAdmin(app), UNKNOWN_CODE, 'confirmed'),
      'tariffApi.status.sequence': async (app) =>
        patchOrder(app, await anAdmin(app), (await anOrder(app, await aUser(app))).order_code, 'completed'),
      'tariffApi.status.completed': async (app) => {
        const { order_code } = await anOrder(app, await aUser(app), { status: 'completed' });
        return patchOrder(app, await anAdmin(app), order_code, 'confirmed');
      },
      'tariffApi.status.changed': async (app) => {
        const { order_code } = await anOrder(app, await aUser(app));
        const body = { status: 'confirmed', amount_due: 0.01 };
        return app.request('PATCH', `/api/admin/orders/${order_code}`, { token: (await anAdmin(app)).token, body });
      },
      'incomeApi.doubled': asAdmin(async (app, token) => {
        const { order_code } = await anOrder(app, await aUser(app));
        const part = () => app.request('PATCH', `/api/admin/orders/${order_code}`, { token, body: { status: 'confirmed', amount: 1 } });
        await part();
        return part();
      }),
    },
  },
  createIncome: {
    good: asAdmin((app, token) => pay(app, token, { amount: 1 })),
    errors: {
      'incomeApi.404': asAdmin((app, token) => pay(app, token, { kind: 'correction', corrects: 999_999_999, reason: 'x' })),
      'incomeApi.doubled': asAdmin(async (app, token) => {
        await pay(app, token, { amount: 2 });
        return pay(app, token, { amount: 2 });
      }),
      'incomeApi.corrected': asAdmin(async (app, token) => {
        const corrects = (await pay(app, token, { amount: 3 })).body.data.id;
        await pay(app, token, { kind: 'correction', corrects, reason: 'x' });
        return pay(app, token, { kind: 'correction', corrects, reason: 'x' });
      }),
      'incomeApi.notCorrectable': asAdmin(async (app, token) => {
        const record = await pay(app, token, { amount: 4 });
        const { body } = await pay(app, token, { kind: 'correction', corrects: record.body.data.id, reason: 'x' });
        return pay(app, token, { kind: 'correction', corrects: body.data.id, reason: 'x' });
      }),
      'tariffApi.order.404': asAdmin((app, token) => pay(app, token, { amount: 1, order_code: UNKNOWN_CODE })),
      'api.user.404': asAdmin((app, token) => pay(app, token, { amount: 1, user_id: 999_999_999 })),
    },
  },
  listIncome: { good: asAdmin((app, token) => app.request('GET', '/api/admin/payments?kind=refund', { token })), errors: {} },
  exportIncome: { good: asAdmin((app, token) => app.request('GET', '/api/admin/payments/export', { token })), errors: {} },
  undoPayment: {
    good: asAdmin(async (app, token) => {
      const { order_code } = await anOrder(app, await aUser(app), { status: 'confirmed' });
      return undo(app, token, order_code);
    }),
    errors: {
      'tariffApi.order.404': asAdmin((app, token) => undo(app, token, UNKNOWN_CODE)),
      'tariffApi.undo.started': asAdmin(async (app, token) => {
        const { order_code } = await anOrder(app, await aUser(app), { status: 'completed' });
        return undo(app, token, order_code);
      }),
      'tariffApi.undo.card': asAdmin(async (app, token) => {
        const { order_code } = await anOrder(app, await aUser(app), { status: 'confirmed' });
        await app.store.db.updateTable('orders').set({ is_card_paid: 1 }).where('code', '=', order_code).execute();
        return undo(app, token, order_code);
      }),
      'tariffApi.status.changed': asAdmin(async (app, token) => undo(app, token, (await anOrder(app, await aUser(app))).order_code)),
    },
  },
  undoActivation: {
    good: asAdmin(async (app, token) =>
      undoActivation(app, token, (await anOrder(app, await aUser(app), { status: 'completed' })).order_code),
    ),
    errors: {
      'tariffApi.order.404': asAdmin((app, token) => undoActivation(app, token, UNKNOWN_CODE)),
      'tariffApi.undo.followed': asAdmin(async (app, token) => {
        const user = await aUser(app);
        const { order_code } = await anOrder(app, user, { status: 'completed' });
        await app.request('PATCH', `/api/admin/users/${user.id}/tariff`, { token, body: { tariff: 'basic' } });
        return undoActivation(app, token, order_code);
      }),
      'tariffApi.status.changed': asAdmin(async (app, token) =>
        undoActivation(app, token, (await anOrder(app, await aUser(app))).order_code),
      ),
    },
  },
  putOrderNote: {
    good: asAdmin(async (app, token) => putNote(app, token, (await anOrder(app, await aUser(app))).order_code)),
    errors: {
      'tariffApi.order.404': asAdmin((app, token) => putNote(app, token, UNKNOWN_CODE)),
      'adminApi.changed': asAdmin(async (app, token) =>
        putNote(app, token, (await anOrder(app, await aUser(app))).order_code, { seen: { note: 'Another note' } }),
      ),
    },
  },
  sumOrders: { good: asAdmin((app, token) => app.request('GET', '/api/admin/orders/sums?status=completed', { token })), errors: {} },
  exportOrders: { good: asAdmin((app, token) => app.request('GET', '/api/admin/orders/export', { token })), errors: {} },
  removeOrder: {
    good: async (app) => {
      const { order_code } = await anOrder(app, await aUser(app));
      return app.request('DELETE', `/api/admin/orders/${order_code}`, { token: (await anAdmin(app)).token });
    },
    errors: {
      'tariffApi.order.404': asAdmin((app, token) => app.request('DELETE', `/api/admin/orders/${UNKNOWN_CODE}`, { token })),
      'tariffApi.status.changed': asAdmin(async (app, token) => {
        const { order_code } = await anOrder(app, await aUser(app), { status: 'confirmed' });
        return app.request('DELETE', `/api/admin/orders/${order_code}?status=processing`, { token });
      }),
    },
  },
  changeUserTariff: {
    good: asAdmin(async (app, token) => changeTariff(app, token, (await aUser(app)).id)),
    errors: {
      'api.user.404': asAdmin((app, token) => changeTariff(app, token, 999_999_999)),
      'adminApi.changed': asAdmin(async (app, token) => {
        const { id } = await aUser(app, { tariff: 'family' });
        return changeTariff(app, token, id, { seen: { tariff: 'basic', tariff_start_date: null, tariff_end_date: null } });
      }),
      'tariffApi.manual.notRunning': asAdmin(async (app, token) => changeTariff(app, token, (await aUser(app)).id, { from_end: true })),
      'tariffApi.manual.409': asAdmin(async (app, token) => {
        const user = await aUser(app);
        await anOrder(app, user);
        return changeTariff(app, token, user.id);
      }),
    },
  },
  listUsers: { good: asAdmin((app, token) => app.request('GET', '/api/admin/users', { token })), errors: {} },
};
