/**
 * Idempotency-Key on v2 POST and PATCH: reserved before the work, the answer kept sealed for 24 hours (contract 2). The
 * answer is stored in the transaction of the work: whoever repeats a request finds both, or neither.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Knex } from 'knex';
import { hasEnded } from '../boot/instance.ts';
import { decryptWith, encryptWith } from '../boot/secrets.ts';
import { HeldTransaction } from '../database/request-transaction.ts';
import type { App } from '../kernel/app.ts';
import type { Idempotency, Reservation } from '../kernel/request-services.ts';
import { invalid, Problem } from './problem.ts';
import { header } from './request-header.ts';
import { isV2 } from './response-format.ts';

/** An upload is known by its name and size: where hapi put it is another place each time. */
function withoutPaths(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('path' in value && 'bytes' in value)) return value;
  const { filename, bytes } = value as { filename?: string; bytes: number };
  return { filename, bytes };
}

interface KeyRow {
  key: string;
  fingerprint: string;
  response_json: string | null;
  status_code: number;
  lease_until: string;
  /** the process that does the work */
  held_by: string;
  created_at: string;
}

const LEASE_MS = 60_000;
const BEAT_MS = 20_000;
const WAIT_MS = 10_000;
const KEEP_MS = 24 * 3_600_000;
const RETRY = { headers: { 'retry-after': '5' } };
const keptHeaders = ['etag', 'x-total-count', 'link'];

const sha = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');
const sealKey = (clientKey: string): Buffer => Buffer.from(hkdfSync('sha256', clientKey, 'idempotency', 'answer', 32));

export class IdempotencyKeys implements Idempotency {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async begin(request: Request, h: ResponseToolkit): Promise<ResponseObject | undefined> {
    const clientKey = header(request, 'idempotency-key');
    const { actor } = request.app;
    if (clientKey === undefined || !isV2(request.path) || !/^(post|patch)$/.test(request.method)) return undefined;
    if (actor?.type !== 'user' || Buffer.isBuffer(request.payload)) return undefined;
    if (!/^[\x21-\x7e]{1,255}$/.test(clientKey)) {
      throw invalid(
        ['header', 'idempotency-key'],
        'must be 1 to 255 visible ASCII characters',
        'string_pattern_mismatch',
      );
    }
    const key = sha(String(actor.id), request.method, request.path, clientKey);
    const fingerprint = sha(JSON.stringify(request.payload ?? null, withoutPaths), request.url.search);
    const kept = await this.#reserve(key, fingerprint, actor.id);
    if (typeof kept === 'string') {
      const beat = setInterval(() => this.#extend(key, kept), BEAT_MS).unref();
      const held = new HeldTransaction(this.#app.database);
      request.app.reservation = { key, clientKey, created_at: kept, beat, held };
      return undefined;
    }
    return this.#replay(kept, clientKey, h);
  }

  async finish(request: Request, response: ResponseObject): Promise<void> {
    const { reservation } = request.app;
    if (!reservation) return;
    request.app.reservation = undefined;
    clearInterval(reservation.beat);
    if (response.statusCode >= 500) return this.#release(reservation);
    const answer = this.#sealed(reservation, response);
    try {
      await reservation.held.commit((db) => this.#keep(db, reservation, answer));
    } catch (error) {
      await this.#release(reservation);
      throw error;
    }
  }

  async abandon(request: Request): Promise<void> {
    const { reservation } = request.app;
    if (!reservation) return;
    request.app.reservation = undefined;
    clearInterval(reservation.beat);
    await this.#release(reservation);
  }

  async #release(reservation: Reservation): Promise<void> {
    await reservation.held.abandon();
    await this.#own(this.#app.database.writer, reservation).delete();
  }

  async #keep(db: Knex, reservation: Reservation, answer: { response_json: string; status_code: number }) {
    const kept = await this.#own(db, reservation).update(answer);
    if (!kept && reservation.held.trx) throw new Problem('idempotency_in_progress', undefined, RETRY);
  }

  #sealed({ clientKey }: Reservation, response: ResponseObject): { response_json: string; status_code: number } {
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => (response.headers[name] ? [[name, response.headers[name]]] : [])),
    );
    const answer = JSON.stringify({ body: response.source, type: response.headers['content-type'], headers });
    return { response_json: encryptWith(sealKey(clientKey), answer), status_code: response.statusCode };
  }

  async purge(): Promise<void> {
    await this.#app.database.writer('idempotency_keys').where('created_at', '<', this.#at(-KEEP_MS)).delete();
  }

  #own(db: Knex, { key, created_at }: Pick<Reservation, 'key' | 'created_at'>) {
    return db('idempotency_keys').where({ key, created_at }).whereNull('response_json');
  }

  /** A failure is left to the next beat: the lease outlives two of them. */
  #extend(key: string, created_at: string): void {
    this.#own(this.#app.database.writer, { key, created_at })
      .update({ lease_until: this.#at(LEASE_MS) })
      .catch((error) => this.#app.log.warn({ err: error }, 'idempotency lease'));
  }

  #at(offsetMs: number): string {
    return new Date(Date.parse(this.#app.now()) + offsetMs).toISOString();
  }

  /** Text: the key is ours since that moment. Otherwise the twin's finished row. Holds no connection while waiting. */
  async #reserve(key: string, fingerprint: string, userId: number): Promise<KeyRow | string> {
    const started = Date.now();
    for (;;) {
      const found = await this.#tryReserve(key, fingerprint, userId);
      if (typeof found === 'string') return found;
      if (found.fingerprint !== fingerprint) {
        throw new Problem('idempotency_mismatch', 'This Idempotency-Key was used with another request body.');
      }
      if (found.response_json !== null) return found;
      if (Date.now() - started > WAIT_MS) throw new Problem('idempotency_in_progress', undefined, RETRY);
      await sleep(50);
    }
  }

  async #tryReserve(key: string, fingerprint: string, userId: number): Promise<KeyRow | string> {
    const { database } = this.#app;
    const now = this.#app.now();
    return database.transaction(async (trx) => {
      const row = {
        ...{ key, user_id: userId, fingerprint, created_at: now },
        ...{ lease_until: this.#at(LEASE_MS), held_by: this.#app.instance },
      };
      const inserted = await trx('idempotency_keys').insert(row).onConflict('key').ignore().returning('key');
      if (inserted.length) return now;
      const found = (await trx('idempotency_keys').where({ key }).forUpdate().first()) as KeyRow | undefined;
      if (found && !this.#isVoid(found, now)) return found;
      await trx('idempotency_keys').where({ key }).delete();
      await trx('idempotency_keys').insert(row);
      return now;
    });
  }

  /** Old, or without an answer that will ever come: the work of a process that has died was rolled back with it. */
  #isVoid({ created_at, response_json, lease_until, held_by }: KeyRow, now: string): boolean {
    if (created_at < this.#at(-KEEP_MS)) return true;
    return response_json === null && (lease_until < now || hasEnded(held_by));
  }

  #replay(kept: KeyRow, clientKey: string, h: ResponseToolkit): ResponseObject {
    const answer = JSON.parse(decryptWith(sealKey(clientKey), kept.response_json as string)) as {
      body: object;
      type?: string;
      headers: Record<string, string>;
    };
    const response = h.response(answer.body).code(kept.status_code).header('idempotency-replayed', 'true');
    if (answer.type) response.type(answer.type);
    for (const [name, value] of Object.entries(answer.headers)) response.header(name, value);
    return response.takeover();
  }
}
