// Mails leave through the job table, or wait in the administrator's outbox when no SMTP server is set.
import ejs from 'ejs';
import type { Transporter } from 'nodemailer';
import { hashSecret } from '../boot/secrets.ts';
import { daysAgo } from '../i18n/calendar-date.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Mail, MailInput, MailRow } from '../kernel/mail.ts';

export type { MailInput, MailRow } from '../kernel/mail.ts';

/** What becomes of links to somebody else: they are mailed, or wait where the actor can read them, or only administrators. */
export type MailWay = 'sent' | 'here' | 'kept';

export const mailWay = (ctx: Ctx): MailWay => (ctx.app.settings.SMTP_URL ? 'sent' : readsOutbox(ctx) ? 'here' : 'kept');

export const readsOutbox = ({ actor }: Ctx): boolean => actor.type === 'user' && actor.isAdmin;

/**
 * The link of a mail that did not get out, by the first part of its path and the hash of its secret; else empty. Whoever
 * opens it counts as whom it was sent to: it is for administrators, who read the outbox anyway.
 */
export async function waitingLink(ctx: Ctx, address: string, part: string, hash: string): Promise<string> {
  for (const { text } of await ctx.app.mail.kept(ctx, address)) {
    const secret = new RegExp(`/${part}/([\\w-]+)`).exec(text)?.[1];
    if (secret && hashSecret(secret) === hash) return `${ctx.app.baseUrl}/${part}/${secret}`;
  }
  return '';
}

const PURPOSE = 'mail';
const KEEP_DAYS = 30;
const COLUMNS = ['id', 'to_address', 'to_name', 'subject', 'status', 'attempts', 'error', 'created_at', 'sent_at'];

const HEADER_LENGTH = 200;

/** One line: without control characters, and without signs that turn the direction of the text after them. */
const oneLine = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** Header texts end, with no half sign at their end, and no title can add a header of its own. */
function headerText(text: string): string {
  const line = oneLine(text);
  return line.length <= HEADER_LENGTH ? line : `${line.slice(0, HEADER_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const connect = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  return createTransport({ url, ...limits } as object);
};

/** Mail programs show it as a button of their own, which posts without asking again. */
const oneClick = (address: string): Record<string, string> => ({
  'list-unsubscribe': `<${address}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

export class MailOutbox implements Mail {
  readonly #app: App;
  #transport: Promise<Transporter> | undefined;

  constructor(app: App) {
    this.#app = app;
    app.jobs.define('mail.send', {
      attempts: 6,
      run: (_ctx, payload) => this.#deliver(Number(payload.id)),
      failed: (_ctx, payload) => this.#giveUp(Number(payload.id)),
      retried: async (tx, payload) =>
        void (await tx.db('mail_outbox').where({ id: payload.id, status: 'failed' }).update({ status: 'queued' })),
    });
  }

  async send(ctx: Ctx, mail: MailInput): Promise<void> {
    const file = new URL(`mail/${mail.template}.ejs`, this.#app.templates);
    const t = this.#app.messages.in(mail.locale ?? ctx.locale);
    const text = await ejs.renderFile(file.pathname, { ...mail.values, t, plain: oneLine }, { escape: String });
    const kept = !this.#app.settings.SMTP_URL;
    await ctx.tx(async (tx) => {
      const [row] = await tx
        .db('mail_outbox')
        .insert({
          to_address: mail.to.address,
          to_name: headerText(mail.to.name),
          subject: headerText(mail.subject),
          text_encrypted: this.#app.secrets.encrypt(text, PURPOSE),
          unsubscribe_url: mail.unsubscribe ?? '',
          status: kept ? 'kept' : 'queued',
          created_at: tx.now(),
        })
        .returning('id');
      if (!kept) await tx.enqueue('mail.send', { id: row.id });
    });
  }

  async list(ctx: Ctx, limit: number, offset: number): Promise<{ items: MailRow[]; total: number }> {
    const items = await ctx.db('mail_outbox').select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset);
    const [count] = await ctx.db('mail_outbox').count({ total: '*' });
    return { items: items as MailRow[], total: Number(count?.total ?? 0) };
  }

  async read(ctx: Ctx, id: number): Promise<(MailRow & { text: string }) | undefined> {
    const row = await ctx.db('mail_outbox').where({ id }).first();
    if (!row) return undefined;
    const { text_encrypted: sealed, ...rest } = row;
    return { ...rest, text: this.#app.secrets.decrypt(sealed, PURPOSE) };
  }

  async kept(ctx: Ctx, address: string): Promise<{ id: number; text: string }[]> {
    const rows = await ctx
      .db('mail_outbox')
      .where({ to_address: address })
      .whereNot({ status: 'sent' })
      .where((row) => row.where({ status: 'kept' }).orWhere('attempts', '>', 0))
      .orderBy('id', 'desc')
      .limit(5)
      .select('id', 'text_encrypted');
    return rows.map((row) => ({ id: row.id, text: this.#app.secrets.decrypt(row.text_encrypted, PURPOSE) }));
  }

  async #deliver(id: number): Promise<void> {
    const { database, settings } = this.#app;
    const row = await database.reader('mail_outbox').where({ id, status: 'queued' }).first();
    if (!row) return;
    try {
      const transport = await this.#open();
      await transport.sendMail({
        from: settings.MAIL_FROM,
        to: { address: row.to_address, name: row.to_name },
        subject: row.subject,
        text: this.#app.secrets.decrypt(row.text_encrypted, PURPOSE),
        ...(row.unsubscribe_url && { headers: oneClick(row.unsubscribe_url) }),
        messageId: `<mail-${row.id}@${new URL(this.#app.baseUrl).hostname}>`,
      });
    } catch (error) {
      await database
        .writer('mail_outbox')
        .where({ id })
        .update({ attempts: row.attempts + 1, error: (error as Error).message.slice(0, 500) });
      throw error;
    }
    await database
      .writer('mail_outbox')
      .where({ id })
      .update({ status: 'sent', attempts: row.attempts + 1, error: '', sent_at: this.#app.now() });
  }

  async #giveUp(id: number): Promise<void> {
    await this.#app.database.writer('mail_outbox').where({ id, status: 'queued' }).update({ status: 'failed' });
  }

  async purge(): Promise<void> {
    const before = daysAgo(this.#app, KEEP_DAYS);
    await this.#app.database.writer('mail_outbox').where('created_at', '<', before).delete();
  }

  #open(): Promise<Transporter> {
    this.#transport ??= connect(this.#app.settings.SMTP_URL);
    return this.#transport;
  }

  async failures(ctx: Ctx): Promise<number> {
    const failed = ctx.db('mail_outbox').where({ status: 'failed' }).where('created_at', '>', daysAgo(ctx, 1));
    return Number((await failed.count({ total: '*' }))[0]?.total ?? 0);
  }

  async check(): Promise<void> {
    const transport = await connect(this.#app.settings.SMTP_URL);
    await transport.verify().finally(() => transport.close());
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }
}
