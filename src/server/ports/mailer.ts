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

/** How many mails one process sends at the same time: as many connections as the SMTP pool has. */
export const MAILS_AT_ONCE = 5;

/** What was refused: the recipient's address, the message, or anything that is not about this mail (network, login, sender). */
export type MailFault = 'recipient' | 'message' | 'server';

/** A mail that was not handed on. The message holds no personal data: it is logged. */
export class MailError extends Error {
  readonly fault: MailFault;
  /** Whether the server said that trying again is useless (SMTP 5xx). */
  readonly isPermanent: boolean;

  constructor(message: string, fault: MailFault, isPermanent: boolean) {
    super(message);
    this.name = 'MailError';
    this.fault = fault;
    this.isPermanent = isPermanent;
  }
}

/** Hands one mail on, or throws, preferably a MailError; the mail queue decides about retries. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
