export interface OutgoingMail {
  /** The same in all retries, so that an email delivered twice is recognized as one. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address for replies, if it is not the sender. */
  replyTo?: string | undefined;
  /** Sets the header X-Priority. */
  isPriority?: boolean;
  /** Message-IDs of the emails that this one answers, oldest first: the headers In-Reply-To (the last one) and References. */
  thread?: string[];
  /** A POST to it stops such emails (RFC 8058): the headers List-Unsubscribe and List-Unsubscribe-Post. */
  stopUrl?: string;
}

/** Emails that one process sends concurrently, and the size of the SMTP connection pool. */
export const MAIL_CONCURRENCY = 5;

/** Cause of an error: the recipient's address, the message, or anything unrelated to this email (network, login, sender). */
export type MailErrorSource = 'recipient' | 'message' | 'server';

/** An email could not be sent. The error message is logged, so it must not contain personal data. */
export class MailError extends Error {
  readonly source: MailErrorSource;
  /** True if the server rejected the email permanently (SMTP 5xx). */
  readonly isPermanent: boolean;
  /** True if the server refused the connection or ended it, for example because it accepts no more from one sender (SMTP 421). */
  readonly isRefusal: boolean;

  constructor(message: string, source: MailErrorSource, isPermanent: boolean, isRefusal = false) {
    super(message);
    this.name = 'MailError';
    this.source = source;
    this.isPermanent = isPermanent;
    this.isRefusal = isRefusal;
  }
}

/** Sends one email. Throws, preferably a MailError, if it fails; the mail queue decides about retries. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
