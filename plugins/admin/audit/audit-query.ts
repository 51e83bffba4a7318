// The list of what somebody answers for as requests ask for it, with people by their logins.
import Joi from 'joi';
import {
  AUDIT_SOURCES,
  type AuditEntry,
  type AuditWindow,
  auditPortions,
  readAuditCursor,
} from '../../../core/events/audit-feed.ts';
import { csvLine } from '../../../core/files/csv.ts';
import { id, timestamp } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';

export const auditQuery = {
  source: Joi.valid(...AUDIT_SOURCES),
  user_id: id().description('who did it'),
  since: timestamp(),
  until: timestamp(),
};

export const cursorField = Joi.string()
  .max(400)
  .custom((value: string, { error }) => readAuditCursor(value) ?? error('any.invalid'))
  .description('`next_cursor` of the answer before');

export interface AskedAudit {
  source?: AuditWindow['source'];
  user_id?: number;
  since?: string;
  until?: string;
}

export const auditWindowOf = ({ source, user_id, since, until }: AskedAudit): Omit<AuditWindow, 'limit'> => ({
  source,
  actor_id: user_id,
  ...(since && { since: new Date(since).toISOString() }),
  ...(until && { until: new Date(until).toISOString() }),
});

export type ShownEntry = AuditEntry & { actor: string };

export async function withPeople(ctx: Ctx, entries: AuditEntry[]): Promise<ShownEntry[]> {
  const ids = [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))];
  const logins = new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one.login]));
  return entries.map((one) => ({ ...one, actor: logins.get(one.actor_id ?? 0) ?? '' }));
}

const COLUMNS = ['at', 'source', 'id', 'actor_id', 'actor', 'action', 'subject', 'detail', 'ip_address'] as const;

/** All of it, newest first, in portions. */
export async function* auditEntries(ctx: Ctx, asked: AskedAudit): AsyncGenerator<ShownEntry[]> {
  for await (const portion of auditPortions(ctx, auditWindowOf(asked))) yield await withPeople(ctx, portion);
}

/** The same as lines of CSV with a head or of JSON. */
export async function* auditLines(ctx: Ctx, asked: AskedAudit, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine([...COLUMNS]);
  for await (const shown of auditEntries(ctx, asked)) {
    const line = (one: ShownEntry): string =>
      format === 'csv' ? csvLine(COLUMNS.map((name) => one[name])) : `${JSON.stringify(one)}\n`;
    yield shown.map(line).join('');
  }
}
