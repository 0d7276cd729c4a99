import type { Language } from '#contract/languages.ts';
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
import { type AdminRepos, listAdminRecipients } from '../admins/admins.service.ts';
import type { Alarm } from '../buckets/guess-limiter.service.ts';
import type { Booking, BookingsService, IncomeRepos } from '../income/bookings.service.ts';
import type { LockedOrder, OrderRepos, OrderStepsService } from '../orders/order-steps.service.ts';
import type { PaymentRepos, PaymentsService } from '../payments/payments.service.ts';
import { tariffMailValues } from '../periods/period-mails.rules.ts';
import { cardMismatchMail } from './cards.mails.ts';
import type { CardsRepo } from './cards.repo.ts';
import { expiryOf } from './checkouts.rules.ts';
import type { CheckoutsService } from './checkouts.service.ts';

interface CardRepos extends OrderRepos, PaymentRepos, AuditRepos, IncomeRepos, Pick<AdminRepos, 'admins'> {
  cards: CardsRepo;
}

interface Deps {
  work: Work<CardRepos>;
  /** Undefined while card payment is off. */
  cards: Cards | undefined;
  steps: OrderStepsService;
  bookings: Pick<BookingsService, 'record'>;
  payments: Pick<PaymentsService, 'isActive'>;
  checkouts: CheckoutsService;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
  alarm: Alarm;
  origin: () => string;
}

/** Maximum attempts if the order changes while its checkout is created. */
const CHECKOUT_ATTEMPTS = 3;

const isMoney = ({ cents, currency }: CardPayment): boolean => cents > 0 && currency !== '';

/** The money came, whether it matches an order or not. The service reports each payment once, so that an equal one is another one. */
const bookingOf = ({ code, cents, currency }: CardPayment, locked: LockedOrder | undefined): Booking => ({
  ...{ kind: 'payment', source: 'card', cents, currency: currency.toUpperCase(), isAnother: true },
  order: isOrderCode(code) ? { code, tariff: locked?.order.tariff_change ?? null } : undefined,
  userId: locked?.user?.id ?? null,
});

export type CardsService = ReturnType<typeof cardsService>;

/** Card payment, off by default (decision 14). */
export function cardsService({ work, cards, steps, bookings, payments, checkouts, audit, mails, clock, alarm, origin }: Deps) {
  /** True if the order still awaits payment and the payment matches its current amount (in US dollars), tariff and months. */
  const matches = ({ order }: LockedOrder, payment: Omit<CardPayment, 'paymentId'>): boolean =>
    order.status === 'processing' &&
    order.amount_due === payment.cents &&
    order.tariff_change === payment.tariff &&
    order.payment_months === payment.months &&
    payment.currency === 'usd';

  /** Emails all administrators that a payment must be refunded. */
  async function queueMismatchMails(repos: CardRepos, payment: CardPayment): Promise<void> {
    for (const admin of await listAdminRecipients(repos)) await mails.queue(repos, cardMismatchMail(admin, payment));
  }

  /** The checkout for an order in its current state. 404 unless it is the user's order, 409 unless it can be paid now. */
  async function checkoutFor(userId: UserId, code: string, language: Language): Promise<Checkout> {
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

  /** Stores a checkout; returns whether the order is unchanged, and the ids of earlier checkouts that may be open. */
  async function store(input: Checkout, id: string): Promise<{ isCurrent: boolean; earlier: string[] }> {
    return work.inTransaction(async (repos) => {
      const locked = await steps.lockOrderAndUser(repos, input.code);
      const { open } = await repos.cards.listCheckouts(input.code, isoTime(clock.now()));
      await repos.cards.insertCheckout(id, input.code, isoTime(input.expiresAt));
      const isCurrent = locked !== undefined && matches(locked, { ...input, currency: 'usd' });
      return { isCurrent, earlier: open.filter((other) => other !== id) };
    });
  }

  return {
    /**
     * Creates the checkout page for the caller's order and closes earlier ones. 404 while card payment is off and for another user's
     * order, 409 if it is already paid or payments are blocked, 502 if the card service fails or the order keeps changing.
     */
    async checkout({ userId }: Caller, code: string, language: Language): Promise<{ url: string }> {
      if (!cards) throw new AppError('api.404');
      for (let n = 0; n < CHECKOUT_ATTEMPTS; n += 1) {
        const input = await checkoutFor(userId, code, language);
        const created = await cards.createCheckout(input);
        const { isCurrent, earlier } = await store(input, created.id);
        const isPaid = await checkouts.close(earlier);
        if (isCurrent && !isPaid) return { url: created.url };
        await checkouts.close([created.id]);
        if (isPaid) throw new AppError('cardApi.409');
      }
      throw new AppError('cardApi.502');
    },

    /**
     * Processes a signed message (webhook) of the card service. A payment that matches its order confirms it once; repeated messages
     * about the same payment are ignored. A payment that does not match is written to the audit log and to the server log, with the
     * request id, and emailed to all administrators, who must refund it. 400 for an invalid signature.
     */
    async receive(body: Buffer, signature: string, requestId: string): Promise<void> {
      const payment = await cards?.readMessage(body, signature);
      if (!payment) return;
      const { code, paymentId } = payment;
      const isMismatch = await work.inTransaction(async (repos) => {
        if (!(await repos.cards.insertEvent(paymentId, isoTime(clock.now())))) return undefined;
        const locked = isOrderCode(code) ? await steps.lockOrderAndUser(repos, code) : undefined;
        const isMatch = locked !== undefined && matches(locked, payment);
        const booked = isMoney(payment) ? await bookings.record(repos, bookingOf(payment, locked)) : undefined;
        if (isMatch) await steps.confirm(repos, locked, 'card', booked?.id ?? null);
        const action = isMatch ? 'card.paid' : 'card.mismatch';
        const entry = { actor: 'card', action, subject: `order ${code}`, userId: locked?.order.user_id } as const;
        await audit.write(repos, { ...entry, before: locked && steps.toOrder(locked.order), after: payment });
        if (!isMatch) await queueMismatchMails(repos, payment);
        return !isMatch;
      });
      if (isMismatch)
        alarm(
          requestId,
          `Card payment ${paymentId} does not match its order ${isOrderCode(code) ? code : '(none)'}: it has to be refunded.`,
        );
    },
  };
}
