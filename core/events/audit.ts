// The record of what API clients did (contract 7): each v2 change in its own transaction, token reads, refusals sampled.
import type { Request, ResponseObject } from '@hapi/hapi';
import type { Knex } from 'knex';
import { insertRows } from '../database/query-cache.ts';
import { isUnsafe } from '../http/csrf.ts';
import { requestRules } from '../http/request-lifecycle.ts';
import { isV2 } from '../http/response-format.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx, UserActor } from '../kernel/context.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { ApiAudit } from '../kernel/request-services.ts';

const refusals = new Set([403, 423, 429]);
const SAMPLE_MS = 60_000;
const SAMPLES_MAX = 10_000;

/** What the path names first, where it is not called `id`: the account whose second factor is taken off, a workspace. */
const firstNamed = (request: Request): unknown => Object.values(request.params)[0] ?? '';

/** Calls of programs, and whatever administrators change by which way ever. */
const isAudited = (request: Request): boolean => isV2(request.path) || 'admin' in (requestRules(request)?.access ?? {});

const operation = (request: Request): string => String(request.route.settings.id ?? '');

export class AuditLog implements ApiAudit {
  readonly #app: App;
  readonly #sampled = new LruCache<number>(SAMPLES_MAX);

  constructor(app: App) {
    this.#app = app;
  }

  async change(trx: Knex, request: Request, result: unknown): Promise<void> {
    if (request.app.hasWritten || !isAudited(request) || !isUnsafe(request.method)) return;
    const { id } = request.params as { id?: number };
    const made = (result as { id?: unknown } | null | undefined)?.id;
    await this.#insert(trx, request, String(id ?? made ?? firstNamed(request)), '');
  }

  async acted(tx: Ctx, what: { action: string; resourceId: number | null; detail: string }): Promise<void> {
    const { actor } = tx;
    if (actor.type !== 'user') return;
    const { action, resourceId, detail } = what;
    await this.#keep(tx.db, actor, { action, resourceId: String(resourceId ?? ''), detail, address: tx.address });
  }

  async answered(request: Request, response: ResponseObject): Promise<void> {
    if (!isV2(request.path) || request.app.actor?.type !== 'user') return;
    const refused = refusals.has(response.statusCode);
    const kept = requestRules(request)?.recorded && response.statusCode < 300;
    if (!kept && !(refused && this.#firstOfMinute(request, response.statusCode))) return;
    const { id } = request.params as { id?: number };
    await this.#insert(
      this.#app.database.writer,
      request,
      String(id ?? firstNamed(request)),
      refused ? `refused ${response.statusCode}` : '',
    ).catch((error) => this.#app.log.warn({ err: error }, 'audit'));
  }

  #firstOfMinute(request: Request, status: number): boolean {
    const actor = request.app.actor;
    const key = `${actor?.type === 'user' ? actor.id : 0}:${operation(request)}:${status}`;
    const now = Date.parse(this.#app.now());
    if (now - (this.#sampled.get(key) ?? 0) < SAMPLE_MS) return false;
    this.#sampled.set(key, now);
    return true;
  }

  async #insert(db: Knex, request: Request, resourceId: string, detail: string): Promise<void> {
    const { actor } = request.app;
    if (actor?.type !== 'user') return;
    await this.#keep(db, actor, { action: operation(request), resourceId, detail, address: request.ctx.address });
  }

  async #keep(
    db: Knex,
    { id, tokenId }: UserActor,
    { action, resourceId, detail, address }: { action: string; resourceId: string; detail: string; address: string },
  ): Promise<void> {
    const row = {
      ...{ user_id: id, token_id: tokenId ?? null, action, resource_type: action.split('.')[0] ?? '' },
      ...{ resource_id: resourceId, ip_address: address, detail, created_at: this.#app.now() },
    };
    await insertRows(db, 'api_audit', [row]);
  }
}
