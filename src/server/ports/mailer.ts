export interface OutgoingMail {
  /** Stable over retries, so that a mail delivered twice is recognised as one. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Who gets the answer, when it is not the sender. */
  replyTo?: string | undefined;
  /** Marked by the header X-Priority. */
  isPriority?: boolean;
}

/** Mails that one process sends at the same time, and connections of the SMTP pool. */
export const MAILS_AT_ONCE = 5;

/** The cause of a failure: the recipient's address, the message, or anything unrelated to this mail (network, login, sender). */
export type MailErrorSource = 'recipient' | 'message' | 'server';

/** A mail could not be sent. The message contains no personal data, since it is logged. */
export class MailError extends Error {
  readonly source: MailErrorSource;
  /** True if the server refused permanently (SMTP 5xx). */
  readonly isPermanent: boolean;

  constructor(message: string, source: MailErrorSource, isPermanent: boolean) {
    super(message);
    this.name = 'MailError';
    this.source = source;
    this.isPermanent = isPermanent;
  }
}

/** Sends one mail, or throws, preferably a MailError; the mail queue decides about retries. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
