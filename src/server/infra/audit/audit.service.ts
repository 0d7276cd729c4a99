import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AuditRepo } from './audit.repo.ts';

export interface AuditRepos {
  audit: AuditRepo;
}

/** Deeds of the administrator, and of the card service where a person should look. */
export type AuditAction =
  | 'prices.update'
  | 'payment.update'
  | 'blockMessage.update'
  | 'order.status'
  | 'order.delete'
  | 'user.tariff'
  | 'adverts.update'
  | 'card.paid'
  | 'card.mismatch';

export interface NewAuditEntry {
  /** The administrator's email, or `card`. */
  actor: string;
  action: AuditAction;
  /** No personal data: it stays when the account goes. */
  subject: string;
  before?: object | undefined;
  after?: object | undefined;
}

export type AuditService = ReturnType<typeof auditService>;

/** The trail: who did what and when, with the state before and after. */
export const auditService = ({ clock }: { clock: Clock }) => ({
  /** Within the transaction of the deed, so that neither is there without the other. */
  async write({ audit }: AuditRepos, { actor, action, subject, before, after }: NewAuditEntry): Promise<void> {
    const json = (state: object | undefined): string | null => (state === undefined ? null : JSON.stringify(state));
    await audit.insert({ at: isoTime(clock.now()), actor, action, subject, before: json(before), after: json(after) });
  },
});
