// Random histories of a database: whom rows name, a property for few, and what is published, by every way to its rows.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Any } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { DatabaseHistory, type Publication } from './database-history.ts';
import { watched } from './notifications.ts';
import { mark } from './surfaces.ts';

const STEPS = 16;
const MARKS = /zq(\d+)qz/g;
/** Of rows, in the property for few. */
const SECRETS = /sq(\d+)qs/g;
const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))].sort((a, b) => a - b);
const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

class Witness {
  readonly history: DatabaseHistory;

  constructor(history: DatabaseHistory) {
    this.history = history;
  }

  /** @throws AssertionError when the answer bears a mark that is not allowed */
  async #ask(who: Name | 'anon', url: string, allowed: Set<number>, hasSecret: boolean) {
    const { t, marked } = this.history;
    const answer = await t.call(who, 'GET', url, { headers: { accept: '*/*' } });
    const idOf = (number: number) => marked.get(number) as number;
    for (const number of numbersIn(answer.text, MARKS))
      assert.ok(allowed.has(idOf(number)), `${who} learns of page ${idOf(number)} by ${url}`);
    for (const number of numbersIn(answer.text, SECRETS))
      assert.ok(hasSecret && allowed.has(idOf(number)), `${who} learns the secret of ${idOf(number)} by ${url}`);
    return answer;
  }

  async sees(who: Name): Promise<void> {
    const { history } = this;
    const { t, model, db, folder, wall } = history;
    const readable = model.readable(who);
    const allowed = new Set(readable);
    const rows = readable.filter((id) => model.page(id).names);
    const hasSecret = history.hasSecret(who);
    const ask = (url: string) => this.#ask(who, url, allowed, hasSecret);
    const listed = (await ask('/api/v2/pages?limit=100')).body.map((one: Any) => one.id);
    assert.deepEqual(sorted(listed), readable, `${who}: list`);
    const found = (await ask('/api/search?q=kumquat&limit=100')).body;
    assert.equal(found.total, readable.length, `${who}: search`);
    for (const tab of ['recents', 'favorites', 'shared', 'published', 'private', 'workspace'])
      await ask(`/api/library/${tab}`);
    await ask(`/pages/${wall}`);
    await ask(`/pages/${folder}`);
    for (const id of model.pages.keys()) {
      const { status, body } = await ask(`/api/v2/pages/${id}/access`);
      const role = model.page(id).deletedWith === null ? model.role(who, id) : null;
      assert.deepEqual([status, body.role], role ? [200, role] : [404, undefined], `${who}: access to ${id}`);
    }
    const status = allowed.has(db.pageId) ? 200 : 404;
    const range = 'start=2026-11-01&end=2026-12-01';
    const urls = [
      `${history.base()}/rows?limit=100`,
      `/api/collections/${db.id}/table-data`,
      `/api/collections/${db.id}/export`,
      `/api/collections/${db.id}/export?format=json`,
      `/db/${db.id}/calendar/api?${range}`,
      `/pages/${db.pageId}`,
    ];
    if (status === 200 && !history.feeds.has(who)) {
      const made = await t.call(who, 'POST', `/api/v2/views/${history.calendar}/feed`, {});
      history.feeds.set(who, new URL(made.body.url).pathname);
    }
    const feed = history.feeds.get(who);
    if (feed) urls.push(feed);
    for (const url of urls) {
      const answer = await ask(url);
      assert.equal(answer.status, status, `${who} ${url}`);
      if (status === 404) continue;
      const shown = numbersIn(answer.text, MARKS).map((number) => history.marked.get(number) as number);
      assert.deepEqual(sorted(shown.filter((id) => model.page(id).names)), rows, `${who}: rows by ${url}`);
    }
    const schema = await ask(`${history.base()}/schema`);
    if (status === 200) assert.equal(/"Secret"/.test(schema.text), hasSecret, `${who}: schema`);
    const counted = await t.call(who, 'POST', `${history.base()}/query`, { limit: 100, group_by: db.by.When.id });
    if (status === 200)
      assert.equal(
        counted.body.groups.reduce((sum: number, one: Any) => sum + one.count, 0),
        rows.length,
      );
  }

  /** What a socket was told since the last step: of what may be seen now, and no values. */
  async hears(): Promise<void> {
    const { heard, bell, model, t } = this.history;
    for (const all of heard.values()) all.length = 0;
    const touched = this.history.pick(this.history.rows())?.id;
    // A row's secret is written anew each time: whoever must not have it hears nothing of what it says.
    for (const said of touched ? [null, `sq${this.history.numberOf(touched)}qs`] : []) {
      const values = { [this.history.db.by.Secret.id]: said };
      assert.equal((await t.call('ann', 'PATCH', `/api/v2/rows/${touched}`, { values })).status, 200);
    }
    const title = `Kumquat ${mark(this.history.numberOf(bell))} ${this.history.told.length}`;
    const rung = await t.call('ann', 'PUT', `/api/pages/${bell}/rename`, { title });
    assert.equal(rung.status, 200, rung.text);
    for (const [who, messages] of heard) {
      await until(() => messages.some(({ id, type }) => id === bell && type === 'page.updated'));
      for (const one of messages) {
        const id = one.page_id ?? one.id;
        if (!one.type.startsWith('page.') && !one.page_id) continue;
        assert.ok(model.pages.has(id) && model.role(who, id), `${who} hears ${JSON.stringify(one)}`);
        assert.ok(!/sq\d+qs|Secret/.test(JSON.stringify(one)));
      }
    }
  }

  async publicSees(): Promise<void> {
    const { history } = this;
    const { model, published } = history;
    const open = published?.state === 'open' ? this.#opened(published) : new Set<number>();
    const hasSecret = !history.given;
    const status = !published || published.state === 'over' ? 404 : published.state === 'locked' ? 401 : 200;
    for (const url of ['/p/history', '/p/history/feed.xml', '/p/history/sitemap.xml']) {
      const wanted = status === 401 && url.endsWith('.xml') ? 404 : status;
      assert.equal((await this.#ask('anon', url, open, hasSecret)).status, wanted, url);
    }
    for (const id of model.pages.keys()) {
      const { status: code } = await this.#ask('anon', `/p/history/pages/${id}`, open, hasSecret);
      assert.equal(code, status === 200 && !open.has(id) ? 404 : status, `/p/history/pages/${id}`);
      assert.notEqual((await this.#ask('anon', `/api/v2/pages/${id}`, new Set(), false)).status, 200);
    }
    const { text } = await this.#ask('anon', '/p/history/feed.xml', open, hasSecret);
    if (status !== 200) return;
    const named = numbersIn(text, MARKS).map((number) => history.marked.get(number) as number);
    assert.deepEqual(sorted(named), sorted(open), 'feed');
  }

  #opened({ id, reach }: Publication): Set<number> {
    const { model } = this.history;
    const open = new Set([id]);
    const queue = reach === 'page' ? [] : [id];
    for (const at of queue)
      for (const page of model.pages.values()) {
        if (page.parent !== at || page.deletedWith !== null || page.type !== 'inherit') continue;
        if (reach === 'rows' && !page.names) continue;
        open.add(page.id);
        queue.push(page.id);
      }
    return open;
  }
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  before(async () => {
    t = await startApp(await open());
    address = await t.app.start();
  });
  after(() => t.stop());

  it('show everybody the rows they may see, and nothing else', async () => {
    const seed = Number(process.env.RIGHTS_SEED ?? 11);
    const history = new DatabaseHistory(t, seed);
    const witness = new Witness(history);
    try {
      await history.begin(address);
      for (let step = 0; step < STEPS; step += 1) {
        await history.step();
        await witness.sees(watched[step % watched.length] as Name);
        await witness.publicSees();
        await witness.hears();
      }
      for (const who of [...watched, 'ann'] as const) await witness.sees(who);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nseed ${seed}:\n${history.told.join('\n')}`, { cause: error });
    }
  });
});
