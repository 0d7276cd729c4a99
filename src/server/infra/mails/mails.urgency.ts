import type { MailKind } from '#contract/mails.ts';

/** 0 is delivered before 1, 1 before 2; within an urgency the mail that has been due longest comes first. */
export type Urgency = 0 | 1 | 2;

export const URGENCIES: readonly Urgency[] = [0, 1, 2];
/** For mails that somebody is waiting for, or that need action at once. They have reserved places in the delivery. */
export const URGENT: Urgency = 0;

/** Codes and warnings about the account first; last the mails that are sent to many at once or that anybody can cause in any number. */
export const URGENCY_OF: Record<MailKind, Urgency> = {
  code: URGENT,
  reset: URGENT,
  loginLocked: URGENT,
  passwordChanged: URGENT,
  paymentChanged: URGENT,
  accountDeleted: 1,
  orderMade: 1,
  cardMismatch: 1,
  paymentReceived: 1,
  tariffActivated: 1,
  tariffEnds: 2,
  tariffEnded: 2,
  contact: 2,
};
