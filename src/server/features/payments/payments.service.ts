import { isLanguage, type Language } from '#contract/languages.ts';
import type { BlockMessage, PaymentDetails } from '#contract/payments.ts';
import type { Currency } from '#contract/tariffs.ts';
import { fromRateParts, toRateParts } from '#contract/transfers.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { isIban } from '../../ports/ibans.ts';
import { assertRecentLogin } from '../admins/recent-login.rules.ts';
import type { AnnouncementRepos, PaymentAnnouncements } from './payment-announcements.service.ts';
import { messageRows, paymentRows } from './payments.mails.ts';
import type { PaymentRow, PaymentsRepo } from './payments.repo.ts';

export interface PaymentRepos {
  payments: PaymentsRepo;
}

interface ChangeRepos extends PaymentRepos, AuditRepos, AnnouncementRepos {}

interface Deps {
  work: Work<ChangeRepos>;
  audit: AuditService;
  announcements: PaymentAnnouncements;
  clock: Clock;
}

interface PaymentChange extends Omit<PaymentDetails, 'transfer_currency' | 'rated_on'> {
  lang: Language;
  transfer_currency: Currency | null;
  rated_on?: string | null | undefined;
  seen?: { [Field in keyof PaymentDetails]?: PaymentDetails[Field] | undefined } | undefined;
}

interface MessageChange {
  data: BlockMessage;
  seen?: BlockMessage | undefined;
}

const toDetails = ({ lang: _, transfer_rate, ...row }: PaymentRow): PaymentDetails => ({
  ...row,
  transfer_rate: transfer_rate === null ? null : fromRateParts(transfer_rate),
});

export type PaymentsService = ReturnType<typeof paymentsService>;

/** Payment details for transfers, whether orders are accepted, and the message shown while they are not. */
export function paymentsService({ work, audit, announcements: { announce }, clock }: Deps) {
  return {
    /** 404 for an unknown or missing language. */
    async get(lang: unknown, repos: PaymentRepos = work.repos): Promise<PaymentDetails> {
      const row = isLanguage(lang) ? await repos.payments.find(lang) : undefined;
      if (!row) throw new AppError('paymentApi.404');
      return toDetails(row);
    },

    /** 1 if orders are accepted in that language. 400 for an unknown or missing language. */
    async getActive(lang: unknown): Promise<{ is_active: 0 | 1 }> {
      if (!isLanguage(lang)) throw new AppError('advertisingApi.400');
      return { is_active: (await work.repos.payments.find(lang))?.is_active ?? 0 };
    },

    async isActive({ payments }: PaymentRepos, language: Language): Promise<boolean> {
      return (await payments.find(language))?.is_active === 1;
    },

    /**
     * 401 if the login is too old, 422 for an IBAN with wrong check digits, 409 if the stored details are not those that the administrator
     * saw.
     */
    async update(admin: AdminCaller, { lang, seen, rated_on, ...change }: PaymentChange): Promise<PaymentDetails> {
      assertRecentLogin(admin, clock.now());
      if (!(await isIban(change.iban))) throw new AppError('paymentApi.iban', { fields: [{ field: 'iban', code: 'paymentApi.iban' }] });
      const { transfer_rate: rate } = change;
      const details = { ...change, rated_on: rate === null ? null : (rated_on ?? isoTime(clock.now()).slice(0, 10)) };
      await work.inTransaction(async (repos) => {
        const row = await repos.payments.lock(lang);
        const before = row && toDetails(row);
        assertSeen(before, seen);
        await repos.payments.upsert({ lang, ...details, transfer_rate: rate === null ? null : toRateParts(rate) });
        await audit.write(repos, { actor: admin.email, action: 'payment.update', subject: `payment ${lang}`, before, after: details });
        await announce(repos, admin, (language) => paymentRows(language, lang, before, details));
      });
      return details;
    },

    /** 404 if the message is missing. */
    async getBlockMessage(): Promise<BlockMessage> {
      const row = await work.repos.payments.findBlockMessage();
      if (!row) throw new AppError('paymentApi.blockStatusMessage.get.404');
      return row;
    },

    /**
     * 401 if the login is too old: users see this text instead of the details. 409 if the stored message is not the one that the
     * administrator saw.
     */
    async updateBlockMessage(admin: AdminCaller, { data: message, seen }: MessageChange): Promise<BlockMessage> {
      assertRecentLogin(admin, clock.now());
      await work.inTransaction(async (repos) => {
        const before = await repos.payments.lockBlockMessage();
        if (!before) throw new AppError('paymentApi.blockStatusMessage.update.404');
        assertSeen(before, seen);
        await repos.payments.updateBlockMessage(message);
        await audit.write(repos, { actor: admin.email, action: 'blockMessage.update', subject: 'block message', before, after: message });
        await announce(repos, admin, () => messageRows(before, message));
      });
      return message;
    },
  };
}
