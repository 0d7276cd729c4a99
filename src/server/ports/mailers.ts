import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import { MAILS_AT_ONCE, MailError, type Mailer, type OutgoingMail } from './mailer.ts';

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
}

/** SMTP when it is set, else files in the data folder's outbox. */
export const openMailer = (settings: MailSettings): Mailer =>
  settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings.mailFrom) : outboxMailer(join(settings.dataDir, 'outbox'), settings.mailFrom);

/** Milliseconds: of one step of the conversation with the mail server, and of a whole mail. */
const TIMEOUT = 15_000;
const DEADLINE = 120_000;
/** Milliseconds after which an idle connection is closed; most servers keep it open longer. */
const IDLE = 30_000;

/** The library is loaded with the first mail: it costs a tenth of the start. */
function lazyTransport(options: object, url?: string): { get: () => Promise<Transporter<SentMessageInfo>>; close: () => void } {
  let transport: Promise<Transporter<SentMessageInfo>> | undefined;
  return {
    get() {
      transport ??= import('nodemailer').then(({ createTransport }) =>
        url ? createTransport({ url, ...options } as never) : createTransport(options),
      );
      return transport;
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** One recipient, whatever commas a text may hold. */
const only = (address: string) => ({ name: '', address });

/** What every mail carries beside its words. */
const envelope = ({ messageId, to, subject, replyTo, isPriority }: OutgoingMail) => ({
  messageId,
  to: only(to),
  subject,
  ...(replyTo && { replyTo: only(replyTo) }),
  ...(isPriority && { priority: 'high' as const }),
});

/** Keeps a pool of MAILS_AT_ONCE connections. A mail that takes longer than the deadline (milliseconds) fails. */
export function smtpMailer(url: string, from: string, deadline = DEADLINE): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  const pool = { pool: true, maxConnections: MAILS_AT_ONCE, idleTimeout: IDLE };
  const transport = lazyTransport({ ...timeouts, ...pool, disableFileAccess: true, disableUrlAccess: true }, url);
  return {
    async send(mail) {
      const opened = await transport.get();
      const signal = AbortSignal.timeout(deadline);
      await opened.sendMail({ from, ...envelope(mail), text: mail.text, html: mail.html, signal }).catch((error: unknown) => {
        throw smtpError(error as SmtpFailure);
      });
    },
    close: transport.close,
  };
}

/** Fields of the library's errors. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/** Without the library's own text, which repeats the server's answer and with it the recipient. */
function smtpError({ code = 'unknown', originalCode, command, responseCode = 0 }: SmtpFailure): MailError {
  const facts = [originalCode ?? code, command, responseCode || undefined].filter((fact) => fact !== undefined);
  const isAddress = code === 'EENVELOPE' && command === 'RCPT TO';
  const isMessage = code === 'EMESSAGE' || command === 'DATA';
  // The library itself refuses a message that exceeds the server's announced size.
  const isPermanent = responseCode === 0 ? code === 'EMESSAGE' : responseCode >= 500;
  const source = isAddress ? 'recipient' : isMessage ? 'message' : 'server';
  return new MailError(`SMTP: ${facts.join(', ')}`, source, isPermanent && source !== 'server');
}

/**
 * One .eml file a mail, written whole or not at all; its path is printed, so that a newcomer can finish a registration. The plain
 * part is kept as it is (8bit), so that a look into the file is enough.
 */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = lazyTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const compose = async (mail: OutgoingMail): Promise<Buffer> => {
    const plain = { raw: `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${mail.text}` };
    const alternatives = [plain, { contentType: 'text/html; charset=utf-8', content: mail.html }];
    const { message } = await (await transport.get()).sendMail({
      from,
      ...envelope(mail),
      alternatives,
      textEncoding: 'quoted-printable',
    });
    return message as Buffer;
  };
  return {
    async send(mail) {
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${mail.messageId.replace(/[^\w-]/g, '').slice(0, 12)}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, await compose(mail));
      await rename(`${file}.part`, file);
      console.log(`mail written to ${file}`);
    },
    close: transport.close,
  };
}
