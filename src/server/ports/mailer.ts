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

/** Hands one mail on, or throws; retries are the mail table's business. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
