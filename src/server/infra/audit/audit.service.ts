import type { AuditKind } from '#contract/audit.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AuditRepo } from './audit.repo.ts';

export interface AuditRepos {
  audit: AuditRepo;
}

/**
 * Actions of administrators, of the command line and the settings, events of the card service that an administrator should see, and
 * automatic steps, by their kind. Reading pages is no action: entries about it would hide the others.
 */
export const ACTIONS_OF = {
  orders: ['order.status', 'order.undo', 'order.undoActivation', 'order.note', 'order.delete', 'orders.export'],
  income: ['income.record', 'income.export'],
  tariffs: ['user.tariff'],
  accounts: ['user.lock', 'user.unlock', 'user.logout', 'user.loginLock', 'user.notes', 'user.mail', 'user.delete'],
  prices: ['prices.update'],
  payment: ['payment.update', 'blockMessage.update', 'seller.update'],
  adverts: ['adverts.update'],
  messages: ['message.status', 'message.reply', 'message.delete'],
  mails: ['mail.send'],
  cards: ['card.paid', 'card.mismatch'],
  logins: ['admin.login', 'admin.locked', 'admin.sessions'],
  admins: [
    ...(['admin.invite', 'admin.withdraw', 'admin.join', 'admin.role', 'admin.remove'] as const),
    ...(['admin.email', 'admin.password', 'admin.twoFactor'] as const),
  ],
} as const satisfies Record<AuditKind, readonly string[]>;
export type AuditAction = (typeof ACTIONS_OF)[AuditKind][number];

/** The actor of automatic steps. */
export const AUTO = 'auto';

export interface NewAuditEntry {
  /** The administrator's email, `command`, `settings`, `card` or AUTO. */
  actor: string;
  action: AuditAction;
  /** No personal data: entries remain after the account is deleted. */
  subject: string;
  /** The user whose order or tariff it is. */
  userId?: number | null | undefined;
  before?: object | undefined;
  after?: object | undefined;
  /** Why an administrator did it; cleared with the account of the user, so that of `user.delete` is written later. An empty text is none. */
  reason?: string | undefined;
}

export type AuditService = ReturnType<typeof auditService>;

/** The audit log: actor, action and time, with the state before and after. */
export const auditService = ({ clock }: { clock: Clock }) => ({
  /** Call it in the transaction of the action, so that both are committed together. */
  async write({ audit }: AuditRepos, { actor, action, subject, userId = null, before, after, reason }: NewAuditEntry): Promise<void> {
    const json = (state: object | undefined): string | null => (state === undefined ? null : JSON.stringify(state));
    const state = { before: json(before), after: json(after), reason: reason || null };
    await audit.insert({ at: isoTime(clock.now()), actor, action, subject, user_id: userId, ...state });
  },
});
