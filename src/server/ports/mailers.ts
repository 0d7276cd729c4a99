import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import { MAIL_CONCURRENCY, MailError, type Mailer, type OutgoingMail } from './mailer.ts';

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
}

type Print = (line: string) => void;

/** Uses SMTP if `smtpUrl` is set, otherwise writes files into `outbox` in the data directory and prints their paths. */
export const openMailer = ({ smtpUrl, mailFrom, dataDir }: MailSettings, print: Print = console.log): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(join(dataDir, 'outbox'), mailFrom, print);

/** Milliseconds for one step of the SMTP dialogue, and for a whole email. */
const TIMEOUT = 15_000;
const DEADLINE = 120_000;
/** Milliseconds after which an idle connection is closed; most servers keep it open longer. */
const IDLE = 30_000;

/** Loads nodemailer with the first email, because loading it takes a tenth of the startup time. */
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

/** Exactly one recipient, even if the address contains commas. */
const singleAddress = (address: string) => ({ name: '', address });

/** The fields of an email other than its body. */
const envelope = ({ messageId, to, subject, replyTo, isPriority, thread, stopUrl }: OutgoingMail) => ({
  messageId,
  to: singleAddress(to),
  subject,
  ...(replyTo && { replyTo: singleAddress(replyTo) }),
  ...(isPriority && { priority: 'high' as const }),
  ...(thread && { inReplyTo: thread.at(-1), references: thread }),
  ...(stopUrl && { headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
});

/** Sends over a pool of MAIL_CONCURRENCY connections. An email that takes longer than `deadline` (milliseconds) fails with a MailError. */
export function smtpMailer(url: string, from: string, deadline = DEADLINE): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  const pool = { pool: true, maxConnections: MAIL_CONCURRENCY, idleTimeout: IDLE };
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

/** Fields of nodemailer errors. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/** Omits the error message of nodemailer, which quotes the server's response and with it the recipient. */
function smtpError(failure: SmtpFailure): MailError {
  const { code = 'unknown', originalCode, command, responseCode = 0 } = failure;
  const details = [originalCode ?? code, command, responseCode || undefined].filter((detail) => detail !== undefined);
  const isRefusal = isRefused(failure);
  const isAddress = !isRefusal && code === 'EENVELOPE' && command === 'RCPT TO';
  const isMessage = !isRefusal && (code === 'EMESSAGE' || command === 'DATA');
  // EMESSAGE without a response code: nodemailer rejects a message larger than the size announced by the server.
  const isPermanent = responseCode === 0 ? code === 'EMESSAGE' : responseCode >= 500;
  const source = isAddress ? 'recipient' : isMessage ? 'message' : 'server';
  return new MailError(`SMTP: ${details.join(', ')}`, source, isPermanent && source !== 'server', isRefusal);
}

/** Whether the connection was refused: with 421 at any step, with another greeting than 220, at a login for now, or without an answer. */
function isRefused({ code, originalCode, command, responseCode = 0 }: SmtpFailure): boolean {
  if (responseCode === 421 || originalCode === 'ECONNREFUSED') return true;
  return (code === 'EPROTOCOL' && command === 'CONN') || (code === 'EAUTH' && responseCode >= 400 && responseCode < 500);
}

/**
 * Writes one .eml file per email, atomically, and prints its path, so that a registration can be completed without a mail server. The
 * plain text part is 8bit, so that the file is readable.
 */
export function outboxMailer(folder: string, from: string, print: Print): Mailer {
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
      print(`mail written to ${file}`);
    },
    close: transport.close,
  };
}
