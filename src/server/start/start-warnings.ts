import { DEFAULT_EMAIL } from '../features/admins/settings-admin.service.ts';
import type { Config } from '../settings/config.ts';
import { DEFAULT_MAIL_FROM } from '../settings/settings.ts';

const PRIVATE = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/;
const LOCAL_NAME = /(^|\.)(localhost|local|test|internal)$/;

/** True for an address that is reachable only from this machine or a private network. */
function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return false;
  return PRIVATE.test(hostname) || LOCAL_NAME.test(hostname) || hostname.startsWith('[') || !hostname.includes('.');
}

const NO_SMTP =
  'SMTP_URL is not set: emails, including the codes needed to register, are written to files in DATA_DIR/outbox and are not delivered.';

const NO_PROXY =
  'PUBLIC_URL is https, so a proxy is in front of Carnet, but TRUST_PROXY is not set: all visitors count as one network address. Set it to the address of the proxy, for example to loopback.';
const NO_TLS =
  'PUBLIC_URL is http: passwords travel where others can read them. Put a proxy with TLS in front, and set PUBLIC_URL to https.';
const NO_SENDER = `MAIL_FROM is not set: emails are sent from “${DEFAULT_MAIL_FROM}”, which mail servers reject. Set it to an address of your domain.`;
/** For an installation that sends emails and has this administrator. */
export const DEFAULT_ADMIN = `${DEFAULT_EMAIL} is an administrator and has no mailbox: warnings and new orders emailed to it reach nobody. Change its email under “Your account” in the admin panel.`;

/** Warnings for the operator about the settings, logged on startup. */
export function startWarnings({
  publicUrl,
  smtpUrl,
  mailFrom,
  contactEmail,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'contactEmail' | 'trustProxy'>): string[] {
  const senderWarnings = smtpUrl && mailFrom === DEFAULT_MAIL_FROM ? [NO_SENDER] : [];
  if (!publicUrl || isLocal(publicUrl)) return senderWarnings;
  return [
    ...senderWarnings,
    ...(smtpUrl ? [] : [NO_SMTP]),
    ...(publicUrl.startsWith('https:') ? (trustProxy ? [] : [NO_PROXY]) : [NO_TLS]),
    ...(contactEmail
      ? []
      : ['CONTACT_EMAIL is not set: messages of the contact form are shown in the admin panel only and emailed to nobody.']),
  ];
}
