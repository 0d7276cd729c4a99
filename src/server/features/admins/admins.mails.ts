import type { Language } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { mailText, momentText } from '../../texts.ts';

/** A change of the recipient's own account. */
export type SecurityChange = 'password' | 'wrongCodes' | 'twoFactor.on' | 'twoFactor.off' | 'twoFactor.codes';

interface SecurityFacts {
  to: string;
  language: Language;
  change: SecurityChange;
  /** ISO 8601, UTC. */
  at: string;
}

export const securityMail = ({ to, language, change, at }: SecurityFacts): NewMail => ({
  kind: 'adminSecurity',
  to,
  language,
  values: { change: mailText(language, `adminSecurity.changes.${change}`), when: momentText(language, at), email: to },
});

/** What happened to the account of an administrator. */
export type AdminsChange = 'invited' | 'joined' | 'role' | 'password' | 'twoFactor' | 'removed';

interface AdminsFacts {
  to: readonly string[];
  language: Language;
  change: AdminsChange;
  /** The administrator who is added, changed or removed. */
  email: string;
  role: AdminRole;
  /** The administrator who did it, or what did it on the server. */
  by: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** Emails to administrators about a change of the administrators. */
export const adminsChangedMails = ({ to, language, change, email, role, by, at }: AdminsFacts): NewMail[] =>
  to.map((recipient) => ({
    kind: 'adminsChanged',
    to: recipient,
    language,
    values: { change: mailText(language, `adminsChanged.changes.${change}`), when: momentText(language, at) },
    rows: [
      ['admin', email],
      ['adminRole', mailText(language, `adminRoles.${role}`)],
      ['changedBy', by],
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

interface RemovalFacts {
  to: string;
  language: Language;
  by: string;
  at: string;
}

export const removedMail = ({ to, language, by, at }: RemovalFacts): NewMail => ({
  kind: 'adminRemoved',
  to,
  language,
  values: { admin: by, when: momentText(language, at) },
});
