// What a mail is, and what the outbox offers.
import type { Ctx } from './context.ts';

export interface MailInput {
  to: { address: string; name: string };
  subject: string;
  /** name of a template in templates/mail, without .ejs */
  template: string;
  values: Record<string, unknown>;
  /** language of the reader; default that of whoever causes the mail */
  locale?: string;
  /** an address that ends such mails when it is posted to (RFC 8058) */
  unsubscribe?: string;
}

export interface MailRow {
  id: number;
  to_address: string;
  to_name: string;
  subject: string;
  status: 'queued' | 'sent' | 'failed' | 'kept';
  attempts: number;
  error: string;
  created_at: string;
  sent_at: string | null;
}

/** Mails leave through jobs, or wait for an administrator when no mail server is set. */
export interface Mail {
  /** Queues a mail in the caller's transaction. Bodies hold links that sign people in, so they are encrypted. */
  send(ctx: Ctx, mail: MailInput): Promise<void>;
  /** Newest first, without bodies. */
  list(ctx: Ctx, limit: number, offset: number): Promise<{ items: MailRow[]; total: number }>;
  /** One mail with its text, or undefined. */
  read(ctx: Ctx, id: number): Promise<(MailRow & { text: string }) | undefined>;
  /** Texts of the latest mails to an address that did not get out: there is no mail server, or it refused them. */
  kept(ctx: Ctx, address: string): Promise<{ id: number; text: string }[]>;
  /** Removes mails older than 30 days: they hold addresses, and links that sign people in. */
  purge(): Promise<void>;
  /** How many mails of the last day were given up. */
  failures(ctx: Ctx): Promise<number>;
  /** Whether the mail server lets us in. @throws Error, after 20 s at the latest */
  check(): Promise<void>;
  close(): Promise<void>;
}
