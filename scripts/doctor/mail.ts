import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { SECOND } from '#contract/time.ts';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { withLimits } from '#server/db/postgres-limits.ts';
import { DEFAULT_EMAIL } from '#server/features/admins/settings-admin.service.ts';
import type { Config } from '#server/settings/config.ts';
import { DEFAULT_ADMIN } from '#server/start/start-warnings.ts';
import { error, type Finding, ok, reasonOf, warning } from './finding.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** Milliseconds. */
const TIMEOUT = 10 * SECOND;

/** What to do, by the step of the SMTP dialogue that failed. */
const ADVICE: Record<string, string> = {
  CONN: 'It cannot be reached, or it is no mail server. Check host and port of SMTP_URL, and the firewall.',
  EHLO: 'It does not accept this computer. Look into its log.',
  STARTTLS: 'The encryption fails. Check its certificate, and whether SMTP_URL should begin with smtps:// (mostly port 465).',
  AUTH: 'It rejects the login. Check user and password of SMTP_URL; special characters in them must be percent-encoded.',
  'MAIL FROM': 'It rejects the sender. Set MAIL_FROM to an address that this login may send from.',
  'RCPT TO': 'It rejects the recipient. Check the address, and whether this login may send to other domains.',
  DATA: 'It rejects the message. Look into its log.',
};
/** The step of errors without a command. */
const STEPS: Record<string, string> = { EAUTH: 'AUTH', ETLS: 'STARTTLS', EMESSAGE: 'DATA' };

interface SmtpFailure {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  message?: string;
}

/** What failed, what the server answered, and what to do. Login commands are named without their content, which is the password. */
function problemOf(server: string, failure: SmtpFailure): string {
  const { code = '', originalCode, command = '', response, message } = failure;
  const step = command.startsWith('AUTH') ? 'AUTH' : command === 'HELO' ? 'EHLO' : command;
  const reason = response ?? [originalCode ?? code, message].filter(Boolean).join(': ');
  return `${server} does not work (${reason}). ${ADVICE[step] ?? ADVICE[STEPS[code] ?? 'CONN']}`;
}

/** Connects to the mail server and logs in; sends an email only to `to`. */
export async function checkMail({ smtpUrl, mailFrom, dataDir }: MailSettings, to: string | undefined): Promise<Finding> {
  if (!smtpUrl)
    return to
      ? error('Mail: SMTP_URL is not set, so no email can be sent. Set it to your mail server.')
      : ok(`Mail: SMTP_URL is not set, emails are written to ${dataDir}/outbox`);
  const { protocol, hostname, port } = new URL(smtpUrl);
  const server = `${protocol}//${hostname}${port ? `:${port}` : ''}`;
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  const transport = createTransport({ url: smtpUrl, ...timeouts } as never);
  try {
    await transport.verify();
    if (!to) return ok(`Mail: ${server} accepts the login`);
    const text = 'This email was sent by "carnet doctor --mail-to". Emails of Carnet can be delivered.';
    const { response } = await transport.sendMail({ from: mailFrom, to, subject: 'Carnet: test email', text });
    return ok(
      `Mail: ${server} accepted a test email from ${mailFrom} to ${to} (${response}). Check that it arrives; look in the spam folder too.`,
    );
  } catch (failure) {
    return error(`Mail: ${problemOf(server, failure as SmtpFailure)}`);
  } finally {
    transport.close();
  }
}

/** Warns of an administrator whose emails nobody receives. */
export async function checkAdministrator(config: Pick<Config, 'smtpUrl' | 'databaseUrl' | 'dataDir'>): Promise<Finding[]> {
  if (!config.smtpUrl) return [];
  try {
    return (await hasDefaultAdministrator(config)) ? [warning(`Administrators: ${DEFAULT_ADMIN}`)] : [];
  } catch (failure) {
    return [warning(`Administrators: cannot be read (${reasonOf(failure)}).`)];
  }
}

async function hasDefaultAdministrator({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  const find = (mark: string): string => `select 1 from admins where email = ${mark}`;
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: withLimits(databaseUrl), connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(find('$1'), [DEFAULT_EMAIL])).rows.length > 0;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT });
  try {
    return database.prepare(find('?')).get(DEFAULT_EMAIL) !== undefined;
  } finally {
    database.close();
  }
}
