import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AuditRepo } from './audit.repo.ts';

export interface AuditRepos {
  audit: AuditRepo;
}

/** Actions of administrators, and events of the card service that an administrator should see. */
export const AUDIT_ACTIONS = [
  'prices.update',
  'payment.update',
  'blockMessage.update',
  'order.status',
  'order.delete',
  'user.tariff',
  'adverts.update',
  'message.status',
  'message.reply',
  'card.paid',
  'card.mismatch',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface NewAuditEntry {
  /** The administrator's email, or `card`. */
  actor: string;
  action: AuditAction;
  /** No personal data: entries remain after the account is deleted. */
  subject: string;
  before?: object | undefined;
  after?: object | undefined;
}

export type AuditService = ReturnType<typeof auditService>;

/** The audit log: actor, action and time, with the state before and after. */
export const auditService = ({ clock }: { clock: Clock }) => ({
  /** Call it in the transaction of the action, so that both are committed together. */
  async write({ audit }: AuditRepos, { actor, action, subject, before, after }: NewAuditEntry): Promise<void> {
    const json = (state: object | undefined): string | null => (state === undefined ? null : JSON.stringify(state));
    await audit.insert({ at: isoTime(clock.now()), actor, action, subject, before: json(before), after: json(after) });
  },
});
