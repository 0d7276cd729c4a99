export interface OutgoingMail {
  /** Stable over retries, so that a mail delivered twice is recognised as one. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands one mail on, or throws; retries are the mail table's business. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
