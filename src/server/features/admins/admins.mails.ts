import type { Language } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { mailText, momentText } from '../../texts.ts';
import type { AdminRecipient } from './admins.repo.ts';

/** A change of the recipient's own account. */
export type SecurityChange = 'email' | 'password' | 'wrongCodes' | 'twoFactor.on' | 'twoFactor.off' | 'twoFactor.codes';

interface SecurityFacts {
  change: SecurityChange;
  /** ISO 8601, UTC. */
  at: string;
  /** The email of the account, if it is no longer that of the recipient. */
  newEmail?: string;
}

export const securityMail = ({ email, language }: AdminRecipient, { change, at, newEmail }: SecurityFacts): NewMail => ({
  kind: 'adminSecurity',
  to: email,
  language,
  values: { change: mailText(language, `adminSecurity.changes.${change}`), when: momentText(language, at), email: newEmail ?? email },
  rows: newEmail ? [['newEmail', newEmail]] : [],
});

/** Who changes administrators without a login, in the audit log. */
export type ServerActor = 'command' | 'settings';

/** `by` is the email of an administrator, or a ServerActor. */
const actorText = (language: Language, by: string): string =>
  by === 'command' || by === 'settings' ? mailText(language, `adminActors.${by}`) : by;

/** What happened to the account of an administrator. */
export type AdminsChange = 'invited' | 'joined' | 'role' | 'email' | 'password' | 'twoFactor' | 'removed';

interface AdminsFacts {
  to: readonly AdminRecipient[];
  change: AdminsChange;
  /** The administrator who is added, changed or removed. */
  email: string;
  /** After a change of the email. */
  newEmail?: string;
  role: AdminRole;
  /** The email of the administrator who did it, or a ServerActor. */
  by: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** Emails to administrators about a change of the administrators. */
export const adminsChangedMails = ({ to, change, email, newEmail, role, by, at }: AdminsFacts): NewMail[] =>
  to.map(({ email: recipient, language }) => ({
    kind: 'adminsChanged',
    to: recipient,
    language,
    values: { change: mailText(language, `adminsChanged.changes.${change}`), when: momentText(language, at) },
    rows: [
      ['admin', email],
      ...(newEmail ? [['newEmail', newEmail] as const] : []),
      ['adminRole', mailText(language, `adminRoles.${role}`)],
      ['changedBy', actorText(language, by)],
    ],
  }));

interface InvitationFacts {
  to: string;
  language: Language;
  role: AdminRole;
  by: string;
  link: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

/** Contains the only copy of the link, and is therefore erased after delivery. */
export const invitationMail = ({ to, language, role, by, link, expiresAt }: InvitationFacts): NewMail => ({
  kind: 'adminInvited',
  to,
  language,
  expiresAt,
  values: { admin: by, role: mailText(language, `adminRoles.${role}`), link, until: momentText(language, expiresAt) },
});

export const removedMail = ({ email, language }: AdminRecipient, by: string, at: string): NewMail => ({
  kind: 'adminRemoved',
  to: email,
  language,
  values: { admin: actorText(language, by), when: momentText(language, at) },
});
