import type { MailKind } from '#contract/mails.ts';

/** 0 is delivered before 1, 1 before 2; within an urgency, the email that has been due longest comes first. */
export type Urgency = 0 | 1 | 2;

export const URGENCIES: readonly Urgency[] = [0, 1, 2];
/** For emails that a user waits for or that need immediate action. The delivery reserves places for them. */
export const URGENT: Urgency = 0;

/** Codes and warnings about an account are first; emails sent in bulk or triggered in any number by the contact form are last. */
export const URGENCY_OF: Record<MailKind, Urgency> = {
  code: URGENT,
  reset: URGENT,
  loginLocked: URGENT,
  passwordChanged: URGENT,
  paymentChanged: URGENT,
  accountLocked: URGENT,
  accountUnlocked: 1,
  loggedOut: 1,
  adminCode: URGENT,
  adminInvited: URGENT,
  adminsChanged: URGENT,
  adminRemoved: URGENT,
  adminSecurity: URGENT,
  accountDeleted: 1,
  accountRemoved: 1,
  orderMade: 1,
  cardMismatch: 1,
  paymentReceived: 1,
  paymentUndone: 1,
  activationUndone: 1,
  orderDeleted: 1,
  paidOrderDeleted: 1,
  tariffStopped: 1,
  tariffShortened: 1,
  tariffActivated: 1,
  reply: 1,
  written: 1,
  tariffEnds: 2,
  tariffEnded: 2,
  planDue: 2,
  contact: 2,
  newOrders: 2,
};
