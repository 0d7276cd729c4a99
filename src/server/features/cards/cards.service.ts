import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts';
import { isOrderCode } from '#contract/order-code.ts';
import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import type { CardPayment, Cards, Checkout } from '../../ports/cards.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { mailText } from '../../texts.ts';
import { type AdminRepos, listAdminEmails } from '../admins/admins.service.ts';
import type { HeldOrder, OrderRepos, OrderStepsService } from '../orders/order-steps.service.ts';
import type { PaymentRepos, PaymentsService } from '../payments/payments.service.ts';
import type { Alarm } from '../rates/valve.service.ts';
import { tariffMailValues } from '../tariffs/tariff-mails.rules.ts';
import { cardMismatchMail } from './cards.mails.ts';
import type { CardsRepo } from './cards.repo.ts';
import { expiryOf } from './checkouts.rules.ts';
import type { CheckoutsService } from './checkouts.service.ts';

interface CardRepos extends OrderRepos, PaymentRepos, AuditRepos, Pick<AdminRepos, 'admins'> {
  cards: CardsRepo;
}

interface Deps {
  work: Work<CardRepos>;
  /** None while card payment is off. */
  cards: Cards | undefined;
  steps: OrderStepsService;
  payments: Pick<PaymentsService, 'isActive'>;
  checkouts: CheckoutsService;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  clock: Clock;
  alarm: Alarm;
  origin: () => string;
}

/** Tries for an order that keeps changing while its checkout is created. */
const CHECKOUT_TRIES = 3;

export type CardsService = ReturnType<typeof cardsService>;

/** Payment by card, built and off by default (specification 1, product decisions, part 3). */
export function cardsService({ work, cards, steps, payments, checkouts, audit, mails, clock, alarm, origin }: Deps) {
  /** The payment is for this order as it stands now, and it still waits for it. */
  const fits = ({ order }: HeldOrder, payment: Omit<CardPayment, 'paymentId'>): boolean =>
    order.status === 'processing' &&
    order.amount_due === payment.cents &&
    order.tariff_change === payment.tariff &&
    order.payment_months === payment.months &&
    payment.currency === 'usd';

  /** Mails every administrator that a payment has to be refunded, in the default language: administrators have none of their own. */
  async function announce(repos: CardRepos, payment: CardPayment): Promise<void> {
    for (const to of await listAdminEmails(repos)) await mails.queue(repos, cardMismatchMail(to, DEFAULT_LANGUAGE, payment));
  }

  /** The checkout of an order that waits for its payment, as it stands. */
  async function assertCanPay(userId: UserId, code: string, language: Language): Promise<Checkout> {
    const order = await work.repos.orders.findByCode(code);
    const user = order?.user_id === userId ? await work.repos.users.find(userId) : undefined;
    if (!order || !user) throw new AppError('cardApi.404');
    if (order.status !== 'processing') throw new AppError('cardApi.409');
    if (!(await payments.isActive(work.repos, language))) throw new AppError('tariffApi.request.blocked');
    const now = clock.now();
    const { closed } = await work.repos.cards.listCheckouts(code, isoTime(now));
    return {
      ...{ code, tariff: order.tariff_change, months: order.payment_months, cents: order.amount_due },
      description: mailText(language, 'cardPurpose', { ...tariffMailValues(language, { tariff: order.tariff_change }), code }),
      ...{ email: user.email, language, returnTo: `${origin()}/user` },
      ...{ expiresAt: expiryOf(now), attempt: closed },
    };
  }

  /** Stores a checkout; returns whether the order is unchanged, and which earlier checkouts may be open. */
  async function keep(asked: Checkout, id: string): Promise<{ isCurrent: boolean; earlier: string[] }> {
    return work.inTransaction(async (repos) => {
      const held = await steps.lockOrderAndUser(repos, asked.code);
      const { open } = await repos.cards.listCheckouts(asked.code, isoTime(clock.now()));
      await repos.cards.insertCheckout(id, asked.code, isoTime(asked.expiresAt));
      const isCurrent = held !== undefined && fits(held, { ...asked, currency: 'usd' });
      return { isCurrent, earlier: open.filter((other) => other !== id) };
    });
  }

  return {
    /**
     * Creates the page on which the caller's order is paid, and closes earlier ones. 404 while card payment is off and for another
     * user's order, 409 once it is paid.
     */
    async checkout({ userId }: Caller, code: string, language: Language): Promise<{ url: string }> {
      if (!cards) throw new AppError('api.404');
      for (let n = 0; n < CHECKOUT_TRIES; n += 1) {
        const asked = await assertCanPay(userId, code, language);
        const made = await cards.createCheckout(asked);
        const { isCurrent, earlier } = await keep(asked, made.id);
        const isPaid = await checkouts.close(earlier);
        if (isCurrent && !isPaid) return { url: made.url };
        await checkouts.close([made.id]);
        if (isPaid) throw new AppError('cardApi.409');
      }
      throw new AppError('cardApi.502');
    },

    /**
     * A signed message of the card service. A payment that fits its order confirms it, once, however often and in whatever order
     * messages come. One that does not match is written to the trail and to the log, with the id of the request, and mailed to every
     * administrator, who has to refund it. 400 for a wrong signature.
     */
    async receive(body: Buffer, signature: string, requestId: string): Promise<void> {
      const payment = await cards?.readMessage(body, signature);
      if (!payment) return;
      const { code, paymentId } = payment;
      const isMismatch = await work.inTransaction(async (repos) => {
        if (!(await repos.cards.insertEvent(paymentId, isoTime(clock.now())))) return undefined;
        const held = isOrderCode(code) ? await steps.lockOrderAndUser(repos, code) : undefined;
        const isFit = held !== undefined && fits(held, payment);
        if (isFit) await steps.confirm(repos, held);
        const action = isFit ? 'card.paid' : 'card.mismatch';
        await audit.write(repos, { actor: 'card', action, subject: `order ${code}`, before: held?.order, after: payment });
        if (!isFit) await announce(repos, payment);
        return !isFit;
      });
      if (isMismatch)
        alarm(
          requestId,
          `Card payment ${paymentId} does not match its order ${isOrderCode(code) ? code : '(none)'}: it has to be refunded.`,
        );
      mails.wake();
    },
  };
}
