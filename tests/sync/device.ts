// A device for tests: it reads what changed until there is no more, and keeps what it was given.
import assert from 'node:assert/strict';
import type { SyncChange } from '../../plugins/sync/delta/records.ts';
import type { ChangeOutcome } from '../../plugins/sync/model.ts';
import type { Name, TestApp } from '../kit/app.ts';

export class Device {
  readonly #t: TestApp;
  readonly who: Name;
  readonly id: string;
  cursor: string | undefined;
  /** by type and id */
  readonly kept = new Map<string, SyncChange>();
  #sent = 0;

  constructor(t: TestApp, who: Name, id: string) {
    this.#t = t;
    this.who = who;
    this.id = id;
  }

  async ask(limit = 500) {
    const query = new URLSearchParams({ limit: String(limit), ...(this.cursor ? { since: this.cursor } : {}) });
    const answer = await this.#t.call(this.who, 'GET', `/api/v2/sync/delta?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as {
      changes: SyncChange[];
      cursor: string;
      has_more: boolean;
      resync_required: boolean;
      recheck: boolean;
    };
  }

  /** Reads to the end; returns all changes in their order. */
  async pull(limit = 500): Promise<SyncChange[]> {
    await this.#t.app.events.run();
    const all: SyncChange[] = [];
    for (let recheck = false; ; ) {
      const answer = await this.ask(limit);
      if (answer.resync_required) this.kept.clear();
      for (const change of answer.changes) this.#keep(change);
      all.push(...answer.changes);
      this.cursor = answer.cursor;
      recheck ||= answer.recheck;
      if (answer.has_more) continue;
      if (recheck) await this.check();
      return all;
    }
  }

  #keep(change: SyncChange): void {
    const key = `${change.type} ${change.id}`;
    if (change.op === 'upsert') this.kept.set(key, change);
    else
      for (const type of change.type === 'page' ? ['page', 'row'] : [change.type])
        this.kept.delete(`${type} ${change.id}`);
  }

  /** Lets go what is not for it any more. */
  async check(): Promise<{ gone: number[]; stale: number[] }> {
    const held = [...this.kept.values()].flatMap(({ type, id, version }) =>
      type === 'page' || type === 'row' ? [{ id, version }] : [],
    );
    const { status, body, text } = await this.#t.call(this.who, 'POST', '/api/v2/sync/status', {
      device_id: this.id,
      held,
    });
    assert.equal(status, 200, text);
    for (const id of body.gone) for (const type of ['page', 'row']) this.kept.delete(`${type} ${id}`);
    return body;
  }

  /** Titles of pages and rows that it keeps, by id. */
  titles(): Record<string, string> {
    const pages = [...this.kept.values()].filter(({ type }) => type === 'page' || type === 'row');
    return Object.fromEntries(pages.map(({ id, data }) => [id, (data as { title: string }).title]));
  }

  mutation(type: string, payload: object, extra: object = {}) {
    this.#sent += 1;
    return { client_id: `${this.id}-${this.#sent}`, type, payload, client_timestamp: 1_790_000_000_000, ...extra };
  }

  post(mutations: object[]) {
    return this.#t.call(this.who, 'POST', '/api/v2/sync/batch', { device_id: this.id, mutations });
  }

  async send(...mutations: object[]): Promise<ChangeOutcome[]> {
    const { status, body, text } = await this.post(mutations);
    assert.equal(status, 200, text);
    return body.results;
  }
}
