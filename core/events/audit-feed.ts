// One list of what happened that somebody answers for: calls, rights, sign-ins and acts of administrators, newest first.
import type { Knex } from 'knex';
import type { Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';

export const AUDIT_SOURCES = ['api', 'rights', 'session', 'sign-on'] as const;
export type AuditSourceName = (typeof AUDIT_SOURCES)[number];

export interface AuditEntry {
  source: AuditSourceName;
  /** within its source */
  id: string;
  at: string;
  actor_id: number | null;
  /** e.g. `pages.create`, `grant`, `sign_in` */
  action: string;
  /** what it was about, e.g. `page 12` */
  subject: string;
  detail: string;
  ip_address: string;
}

/** A place in the list: entries are ordered by moment, then source, then id. */
type AuditPlace = Pick<AuditEntry, 'at' | 'source' | 'id'>;

export interface AuditWindow {
  since?: string;
  until?: string;
  actor_id?: number;
  source?: AuditSourceName;
  /** only what comes after this place */
  after?: AuditPlace;
  limit: number;
}

/** A record that a plugin keeps, as one of those of which the list is made. */
export interface AuditRecords {
  source: AuditSourceName;
  /** its rows, whose columns are `created_at`, `id` and what `actor` names */
  rows(ctx: Ctx): Knex.QueryBuilder;
  actor: string;
  entry(row: never): Omit<AuditEntry, 'source' | 'id' | 'at'>;
}

export const auditRecords: Point<AuditRecords> = point('core.audit-records');

function windowed(query: Knex.QueryBuilder, { source, actor }: AuditRecords, window: AuditWindow): Knex.QueryBuilder {
  const { since, until, actor_id, after, limit } = window;
  if (since) query.where('created_at', '>=', since);
  if (until) query.where('created_at', '<', until);
  if (actor_id !== undefined) query.where(actor, actor_id);
  if (after)
    query.where('created_at', '<=', after.at).where((place) => {
      place.where('created_at', '<', after.at);
      if (source > after.source) place.orWhere('created_at', after.at);
      else if (source === after.source)
        place.orWhere((same) => same.where('created_at', after.at).where('id', '<', after.id));
    });
  return query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
}

const byPlace = (a: AuditPlace, b: AuditPlace): number =>
  a.at === b.at ? (a.source < b.source ? -1 : Number(a.source > b.source)) : a.at < b.at ? 1 : -1;

/** Newest first, from all records that plugins keep. */
export async function auditFeed(ctx: Ctx, window: AuditWindow): Promise<AuditEntry[]> {
  const asked = ctx.app.contributions(auditRecords).filter(({ source }) => !window.source || source === window.source);
  const found = await Promise.all(
    asked.map(async (records): Promise<AuditEntry[]> => {
      const rows: { id: unknown; created_at: string }[] = await windowed(records.rows(ctx), records, window);
      return rows.map((row) => ({
        ...{ source: records.source, id: String(row.id), at: row.created_at },
        ...records.entry(row as never),
      }));
    }),
  );
  // Rows of one record have come in their order, which sorting keeps.
  return found.flat().sort(byPlace).slice(0, window.limit);
}

const PORTION = 1000;

/** All of it, in portions. */
export async function* auditPortions(ctx: Ctx, window: Omit<AuditWindow, 'limit'>): AsyncGenerator<AuditEntry[]> {
  for (let after = window.after; ; ) {
    const found = await auditFeed(ctx, { ...window, after, limit: PORTION });
    if (found.length) yield found;
    const last = found.at(-1);
    if (!last || found.length < PORTION) return;
    after = last;
  }
}

/** A place as text that programs give back, and nothing that they need to understand. */
export const auditCursor = ({ at, source, id }: AuditPlace): string =>
  Buffer.from(JSON.stringify([at, source, id])).toString('base64url');

/** undefined for what is no such text */
export function readAuditCursor(text: string): AuditPlace | undefined {
  try {
    const [at, source, id] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isPlace = !Number.isNaN(Date.parse(at)) && AUDIT_SOURCES.includes(source) && typeof id === 'string';
    return isPlace ? { at, source, id } : undefined;
  } catch {
    return undefined;
  }
}
