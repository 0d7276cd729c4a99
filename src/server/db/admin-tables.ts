import type { Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';

export interface AdminsTable {
  id: Generated<number>;
  /** Trimmed, lower case. */
  email: string;
  password_hash: string;
  /** An administrator from the settings replaces accounts created by `settings` or `start`; those of `command` and `invitation` remain. */
  origin: 'settings' | 'start' | 'command' | 'invitation';
  created_at: string;
  role: Generated<AdminRole>;
  /** Argon2id hash of the ADMIN_PASSWORD that was last applied to this account. */
  settings_hash: Generated<string | null>;
  /** The ADMIN_EMAIL that means this account since its email was changed in the panel; null if it is the email. */
  settings_email: Generated<string | null>;
  /** Of the emails to the administrator. */
  language: Generated<Language>;
  last_login_at: Generated<string | null>;
  /** Base32; set while two-factor login is on. Not encrypted (decision 47). */
  totp_secret: Generated<string | null>;
  /** A secret that has not been confirmed with a code. */
  totp_pending: Generated<string | null>;
  /** The time step of the last accepted code; that code and earlier ones are rejected. */
  totp_step: Generated<number | null>;
}

export interface AdminSessionsTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** Public id for the list of sessions. */
  id: string;
  admin_id: number;
  user_agent: Generated<string>;
  created_at: string;
  last_used_at: string;
}

/** Unused recovery codes. */
export interface AdminRecoveryCodesTable {
  admin_id: number;
  /** SHA-256 of the code without hyphens, base64url. */
  code_hash: string;
}

export interface AdminInvitationsTable {
  id: Generated<number>;
  /** Trimmed, lower case. */
  email: string;
  role: AdminRole;
  /** SHA-256 of the token in the link, base64url. */
  token_hash: string;
  invited_by: number;
  created_at: string;
  expires_at: string;
}
