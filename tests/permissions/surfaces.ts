// Every place where somebody might learn of a page, asked as one person and compared with what the model says they read.
import assert from 'node:assert/strict';
import { pages } from '../../plugins/pages/contract.ts';
import type { Answer, Name, TestApp } from '../kit/app.ts';
import type { Model } from './model.ts';

/** What a page was made with, so that each trace of it can be told. */
export interface Traces {
  syncedId: number;
  fileUrl: string;
  fileId: number;
  linksTo: number | null;
  /** who gave it their tag and their star when it was made */
  keptBy: Name[];
}

export const MARK = /zq(\d+)qz/g;
/** In titles, bodies, synced blocks, comments and files. */
export const mark = (number: number): string => `zq${number}qz`;

export class Witness {
  readonly t: TestApp;
  readonly model: Model;
  readonly traces: Map<number, Traces>;
  /** ids of pages by the number in their mark */
  readonly marked: Map<number, number>;

  constructor(t: TestApp, model: Model, traces: Map<number, Traces>, marked: Map<number, number>) {
    this.t = t;
    this.model = model;
    this.traces = traces;
    this.marked = marked;
  }

  /** @throws AssertionError when the answer bears a mark of a page that is not among `allowed` */
  async #ask(who: Name, url: string, allowed: Set<number>): Promise<Answer> {
    const answer = await this.t.call(who, 'GET', url);
    for (const [, number] of answer.text.matchAll(MARK)) {
      const id = this.marked.get(Number(number)) as number;
      // Synced blocks of a page in the trash are shown to who may write, also where other pages embed them.
      const isLeft = this.model.pages.has(id) && this.model.isLeft(who, id);
      assert.ok(allowed.has(id) || isLeft, `${who} learns of page ${id} by ${url}`);
    }
    return answer;
  }

  async #list(who: Name, url: string, allowed: Set<number>, key: string): Promise<number[]> {
    const { status, body, headers } = await this.#ask(who, url, allowed);
    assert.equal(status, 200, `${who} ${url}`);
    const ids = (body as Record<string, number>[]).map((one) => one[key] as number);
    if (headers['x-total-count'] !== undefined)
      assert.equal(Number(headers['x-total-count']), ids.length, `${who} ${url}`);
    return ids.sort((a, b) => a - b);
  }

  /** Lists, counts and searches. */
  async lists(who: Name): Promise<void> {
    const { model } = this;
    const readable = model.readable(who);
    const allowed = new Set(readable);
    const kept = readable.filter((id) => this.traces.get(id)?.keptBy.includes(who));
    const same = (found: number[], wanted: number[], what: string) =>
      assert.deepEqual(found, wanted, `${who}: ${what}`);

    same(await this.#list(who, '/api/v2/pages?limit=100', allowed, 'id'), readable, 'list');
    same(await this.#list(who, '/api/v2/favorites?limit=100', allowed, 'page_id'), kept, 'favorites');
    same(
      await this.#list(who, '/api/v2/mentions?limit=100', allowed, 'page_id'),
      this.#mentioned(who, readable),
      'mentions',
    );
    await this.#list(who, '/api/v2/recents?limit=100', allowed, 'page_id');
    await this.#list(who, '/api/v2/notifications?limit=100', allowed, 'page_id');

    const found = (await this.#ask(who, '/api/search?q=kumquat&limit=100', allowed)).body;
    same(
      found.results.map((one: { id: number }) => one.id).sort((a: number, b: number) => a - b),
      readable,
      'search',
    );
    assert.equal(found.total, readable.length, `${who}: total of the search`);

    const all = [...model.pages.keys()].join();
    const titles = (await this.#ask(who, `/board/api/wiki/titles?ids=${all}`, allowed)).body.titles;
    same(
      Object.keys(titles)
        .map(Number)
        .sort((a, b) => a - b),
      readable,
      'titles',
    );

    const [tag] = (await this.#ask(who, '/api/v2/tags', allowed)).body;
    assert.equal(tag?.count ?? 0, kept.length, `${who}: count of a tag`);

    const files = readable.map((id) => this.traces.get(id)?.fileId as number).sort((a, b) => a - b);
    same(await this.#list(who, '/api/v2/files?limit=100', allowed, 'id'), files, 'files');
    const left = [...model.pages.keys()].filter((id) => model.isLeft(who, id));
    const synced = [...readable, ...left].map((id) => this.traces.get(id)?.syncedId as number).sort((a, b) => a - b);
    same(await this.#list(who, '/api/v2/synced-blocks?limit=100', allowed, 'id'), synced, 'synced blocks');

    const recent = (await this.#ask(who, '/api/pages/recent', allowed)).body;
    assert.ok(recent, `${who}: recent`);
    for (const tab of ['recents', 'favorites', 'shared', 'published', 'private', 'workspace'])
      await this.#ask(who, `/api/library/${tab}`, allowed);
    for (const url of ['/library', '/workspaces', '/local-workspace', '/search?q=kumquat', '/api/local-workspace/tags'])
      await this.#ask(who, url, allowed);
    await this.#tree(who, allowed);
    await this.#trash(who);
    // What live sockets are told of.
    const known = [
      ...(
        await this.t
          .ctx(who)
          .use(pages)
          .versions(this.t.ctx(who), [...model.pages.keys()])
      ).keys(),
    ];
    same(
      known.sort((a, b) => a - b),
      [...model.pages.keys()].filter((id) => model.role(who, id)).sort((a, b) => a - b),
      'events',
    );
  }

  /** Every page was commented on with a mention of all who were members then. */
  #mentioned = (who: Name, readable: number[]): number[] =>
    who === 'ann' || who === 'bob' || who === 'adm' ? [] : readable;

  /** Members see the tree, cut off below what is hidden; guests have none. */
  async #tree(who: Name, allowed: Set<number>): Promise<void> {
    const { model, t } = this;
    const isMember = model.members.has(who) || model.admins.has(who);
    const headers = { ...t.session(who), cookie: `${t.session(who).cookie}; workspace=${t.ws1}` };
    const { body } = await t.call(who, 'GET', '/api/local-workspace/tree', { headers });
    const ids: number[] = [];
    const visit = (items: { id: number; children: [] }[]): void => {
      for (const { id, children } of items) {
        ids.push(id);
        visit(children);
      }
    };
    visit(body?.items ?? []);
    const whole = [...allowed].filter((id) => model.up(id).every((one) => allowed.has(one.id)));
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      isMember ? whole.sort((a, b) => a - b) : [],
      `${who}: tree`,
    );
    const inside = isMember ? 200 : 404;
    for (const url of [
      `/api/workspace/${t.ws1}/members`,
      `/api/emoji?workspace_id=${t.ws1}`,
      `/api/v2/workspaces/${t.ws1}`,
    ])
      assert.equal((await this.#ask(who, url, allowed)).status, inside, `${who} ${url}`);
  }

  async #trash(who: Name): Promise<void> {
    const { model } = this;
    const entries = [...model.pages.values()].filter((one) => one.deletedWith === one.id && model.role(who, one.id));
    const wanted = entries.map(({ id }) => id).sort((a, b) => a - b);
    const found = await this.#list(who, '/api/v2/pages?trashed=true&limit=100', new Set(wanted), 'id');
    assert.deepEqual(found, wanted, `${who}: trash`);
  }

  /** Everything that names one page, for each page. */
  async pages(who: Name): Promise<void> {
    const allowed = new Set(this.model.readable(who));
    for (const [id, { syncedId, fileUrl, fileId }] of this.traces) {
      if (!this.model.pages.has(id)) continue;
      const status = allowed.has(id) ? 200 : 404;
      const urls = [
        ...['', '/content', '/markdown', '/versions', '/comments', '/access', '/tags'].map(
          (end) => `/api/v2/pages/${id}${end}`,
        ),
        ...['/content', '/preview', '/comments', '/access'].map((end) => `/api/pages/${id}${end}`),
        ...[`/pages/${id}.md`, `/pages/${id}/history`, `/pages/${id}/links`],
        ...[`/api/local-workspace/page-content/${id}`, `/api/local-workspace/breadcrumb?folder=${id}`],
        ...[fileUrl, `/api/v2/files/${fileId}`],
      ];
      for (const url of urls) assert.equal((await this.#ask(who, url, allowed)).status, status, `${who} ${url}`);
      const synced = status === 200 || this.model.isLeft(who, id) ? 200 : 404;
      for (const url of [`/api/v2/synced-blocks/${syncedId}`, `/api/synced/${syncedId}`])
        assert.equal((await this.#ask(who, url, allowed)).status, synced, `${who} ${url}`);
      if (this.model.page(id).deletedWith === null)
        assert.equal((await this.#ask(who, `/pages/${id}`, allowed)).status, status, `${who} /pages/${id}`);
      if (status === 200) await this.#around(who, id, allowed);
    }
  }

  async #around(who: Name, id: number, allowed: Set<number>): Promise<void> {
    const seen = [...allowed].sort((a, b) => a - b);
    const children = seen.filter((one) => this.model.page(one).parent === id);
    const linking = seen.filter((one) => this.traces.get(one)?.linksTo === id);
    assert.deepEqual(
      await this.#list(who, `/api/v2/pages/${id}/children?limit=100`, allowed, 'id'),
      children,
      `${who}: children of ${id}`,
    );
    assert.deepEqual(
      await this.#list(who, `/api/v2/pages/${id}/backlinks`, allowed, 'id'),
      linking,
      `${who}: links to ${id}`,
    );
    const { body } = await this.t.call(who, 'GET', `/api/v2/pages/${id}/access`);
    assert.equal(body.role, this.model.role(who, id), `${who}: role on ${id}`);
  }
}
