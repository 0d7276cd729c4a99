import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import type { Mailer, OutgoingMail } from './mailer.ts';

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
}

/** SMTP when it is set, else files in the data folder's outbox. */
export const openMailer = (settings: MailSettings): Mailer =>
  settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings.mailFrom) : outboxMailer(join(settings.dataDir, 'outbox'), settings.mailFrom);

const TIMEOUT = 15_000;

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

export function smtpMailer(url: string, from: string): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  const transport = lazyTransport({ ...timeouts, disableFileAccess: true, disableUrlAccess: true }, url);
  return {
    async send(mail) {
      await (await transport.get()).sendMail({ from, ...envelope(mail), text: mail.text, html: mail.html });
    },
    close: transport.close,
  };
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
