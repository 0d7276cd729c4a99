import { isLanguage, type Language } from '#contract/languages.ts';
import type { BlockMessage, PaymentDetails } from '#contract/payments.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { isIban } from '../../ports/ibans.ts';
import type { AuditRepos, AuditService } from '../audit/audit.service.ts';
import type { PaymentsRepo } from './payments.repo.ts';

export interface PaymentRepos {
  payments: PaymentsRepo;
}

interface Deps {
  work: Work<PaymentRepos & AuditRepos>;
  audit: AuditService;
}

export type PaymentsService = ReturnType<typeof paymentsService>;

/** Where transfers go, whether orders are taken, and what is said while they are not (specification 3 and 4). */
export const paymentsService = ({ work, audit }: Deps) => ({
  /** 404 for an unknown or missing language (specification 8). */
  async get(lang: unknown, repos: PaymentRepos = work.read): Promise<PaymentDetails> {
    const row = isLanguage(lang) ? await repos.payments.find(lang) : undefined;
    if (!row) throw new AppError('paymentApi.404');
    return row;
  },

  /** 1 when orders are taken in that language; 400 for an unknown or missing one (specification 8). */
  async getActive(lang: unknown): Promise<{ is_active: 0 | 1 }> {
    if (!isLanguage(lang)) throw new AppError('advertisingApi.400');
    return { is_active: (await work.read.payments.find(lang))?.is_active ?? 0 };
  },

  async isActive({ payments }: PaymentRepos, language: Language): Promise<boolean> {
    return (await payments.find(language))?.is_active === 1;
  },

  /** 422 for an IBAN whose check digits are wrong. */
  async update(admin: AdminCaller, { lang, ...details }: PaymentDetails & { lang: Language }): Promise<PaymentDetails> {
    if (!(await isIban(details.iban))) throw new AppError('paymentApi.iban', { fields: [{ field: 'iban', code: 'paymentApi.iban' }] });
    return work.write(async (repos) => {
      const before = await repos.payments.find(lang);
      await repos.payments.upsert({ lang, ...details });
      await audit.write(repos, { actor: admin.email, action: 'payment.update', subject: `payment ${lang}`, before, after: details });
      return details;
    });
  },

  async getBlockMessage(): Promise<BlockMessage> {
    const row = await work.read.payments.findBlockMessage();
    if (!row) throw new AppError('paymentApi.blockStatusMessage.get.404');
    return row;
  },

  async updateBlockMessage(admin: AdminCaller, message: BlockMessage): Promise<BlockMessage> {
    return work.write(async (repos) => {
      const before = await repos.payments.findBlockMessage();
      if (!before) throw new AppError('paymentApi.blockStatusMessage.update.404');
      await repos.payments.updateBlockMessage(message);
      await audit.write(repos, { actor: admin.email, action: 'blockMessage.update', subject: 'block message', before, after: message });
      return message;
    });
  },
});
