// Random histories of a database: whom rows name, a property for few, and what is published, by every way to its rows.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { WebSocket } from 'ws';
import type { Role } from '../../core/route.ts';
import { type Any, type Made, makeDatabase } from '../collections/made.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { until } from '../rooms/people.ts';
import { chance } from './chance.ts';
import { Model, type ModelPage, type Type } from './model.ts';
import { mark } from './surfaces.ts';

const STEPS = 18;
const ROWS = 5;
const watched: Name[] = ['edi', 'com', 'vic', 'bob'];
const MARKS = /zq(\d+)qz/g;
/** Of rows, in the property for few. */
const SECRETS = /sq(\d+)qs/g;
const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))].sort((a, b) => a - b);
const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

interface Publication {
  id: number;
  reach: 'page' | 'rows' | 'tree';
  state: 'open' | 'locked' | 'over';
}

class History {
  readonly t: TestApp;
  readonly random: () => number;
  readonly model = new Model({ ann: 'owner', edi: 'editor', com: 'commenter', vic: 'viewer' }, ['adm']);
  readonly marked = new Map<number, number>();
  readonly told: string[] = [];
  readonly feeds = new Map<Name, string>();
  readonly heard = new Map<Name, { id: number; page_id?: number; type: string }[]>();
  /** who was given the property for few; undefined: nobody ever, so that everybody has it */
  given: Map<string, number> | undefined;
  published: Publication | undefined;
  db!: Made;
  calendar = 0;
  folder = 0;
  wall = 0;
  bell = 0;

  constructor(t: TestApp, seed: number) {
    this.t = t;
    this.random = chance(seed);
  }

  pick = <T>(all: T[]): T => all[Math.floor(this.random() * all.length)] as T;

  async send(who: Name, method: string, url: string, body?: unknown) {
    this.told.push(`${who} ${method} ${url} ${JSON.stringify(body ?? '')}`);
    const answer = await this.t.call(who, method, url, body === undefined ? undefined : { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  live = (): ModelPage[] => [...this.model.pages.values()].filter((page) => page.deletedWith === null);
  rows = (): ModelPage[] => this.live().filter(({ names }) => names);
  base = (): string => `/api/v2/collections/${this.db.id}`;
  numberOf = (id: number): number => [...this.marked].find(([, one]) => one === id)?.[0] as number;

  keep(id: number, parent: number | null, more: Partial<ModelPage> = {}): void {
    const fresh = { creator: 'ann', type: 'inherit' as const, people: new Map(), groups: new Map(), deletedWith: null };
    this.model.pages.set(id, { id, parent, ...fresh, ...more });
  }

  title(): { number: number; title: string } {
    const number = this.marked.size + 1;
    return { number, title: `Kumquat ${mark(number)}` };
  }

  async page(parent: number | null): Promise<number> {
    const { number, title } = this.title();
    const body = { workspace_id: this.t.ws1, parent_id: parent, title };
    const { id } = await this.send('ann', 'POST', '/api/v2/pages', body);
    this.marked.set(number, id);
    this.keep(id, parent);
    return id;
  }

  /** A database in a folder, a page that shows it, one that everybody reads, and sockets of all. */
  async begin(address: string): Promise<void> {
    const { t } = this;
    this.folder = await this.page(null);
    const { number, title } = this.title();
    const properties = [
      { name: 'Who', type: 'person' },
      { name: 'When', type: 'date' },
      { name: 'Secret', type: 'text' },
    ];
    this.db = await makeDatabase(t, properties, { title, parent_id: this.folder });
    this.marked.set(number, this.db.pageId);
    this.keep(this.db.pageId, this.folder, { rules: new Map() });
    const view = { name: 'Days', kind: 'calendar', config: { date_property_id: this.db.by.When.id } };
    this.calendar = (await this.send('ann', 'POST', `${this.base()}/views`, view)).id;
    this.wall = await this.page(null);
    const blocks = [{ type: 'database', data: { collectionId: this.db.id } }];
    await this.send('ann', 'PUT', `/api/v2/pages/${this.wall}/content`, { blocks });
    this.bell = await this.page(null);
    await this.letHear('bob');
    for (const who of watched) {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session(who) });
      const heard: { id: number; type: string }[] = [];
      socket.on('message', (data) => heard.push(JSON.parse(String(data))));
      this.heard.set(who, heard);
      await until(() => socket.readyState === WebSocket.OPEN);
    }
    for (let count = 0; count < 3; count++) await this.addRow();
  }

  /** The page by which a socket is known to have been told all that came before. */
  async letHear(who: Name): Promise<void> {
    const body = { user_id: this.t.user(who).id, role: 'viewer' };
    await this.send('adm', 'POST', `/api/v2/pages/${this.bell}/permissions`, body);
    this.model.page(this.bell).people.set(who, 'viewer');
  }

  async addRow(): Promise<void> {
    const by = ['editor', 'owner'].includes(this.model.role('edi', this.db.pageId) ?? '') ? 'edi' : 'ann';
    const { number, title } = this.title();
    const { Who, When, Secret } = this.db.by;
    const named = this.people();
    // Who does not have the property does not fill it in: that is done by somebody who has.
    const values = { [Who.id]: named.map((one) => this.t.user(one).id), [When.id]: { start: '2026-11-24' } };
    const { id } = await this.send(by, 'POST', `${this.base()}/rows`, { title, values });
    this.marked.set(number, id);
    this.keep(id, this.db.pageId, { creator: by, names: new Set(named) });
    await this.send('ann', 'PATCH', `/api/v2/rows/${id}`, { values: { [Secret.id]: `sq${number}qs` } });
  }

  people = (): Name[] => watched.filter((one) => this.model.members.has(one) && this.random() < 0.4);

  async name(): Promise<void> {
    const row = this.pick(this.rows());
    if (!row) return this.addRow();
    const named = this.people();
    const values = { [this.db.by.Who.id]: named.map((one) => this.t.user(one).id) };
    await this.send('ann', 'PATCH', `/api/v2/rows/${row.id}`, { values });
    row.names = new Set(named);
  }

  async rule(): Promise<void> {
    const { rules, type } = this.model.page(this.db.pageId);
    if (!rules || type === 'private') return this.setType();
    const kind = this.pick(['named', 'named', 'makers'] as const);
    const property_id = kind === 'named' ? this.db.by.Who.id : null;
    if (rules.has(kind) && this.random() < 0.4) {
      const all: Any[] = await this.send('ann', 'GET', `${this.base()}/rules`);
      const { id } = all.find((one) => one.property_id === property_id);
      await this.send('ann', 'DELETE', `${this.base()}/rules/${id}`);
      rules.delete(kind);
    } else {
      const role = this.pick<Role>(['viewer', 'commenter', 'editor']);
      await this.send('ann', 'POST', `${this.base()}/rules`, { property_id, role });
      rules.set(kind, role);
    }
  }

  places = (): ModelPage[] => this.live().filter(({ id }) => id !== this.bell && id !== this.wall);

  async setType(): Promise<void> {
    const page = this.pick(
      [...this.places(), this.model.page(this.db.pageId)].filter((one) => one.deletedWith === null),
    );
    const type = this.pick<Type>(['inherit', 'restricted', 'restricted', 'private']);
    await this.send('ann', 'PUT', `/api/v2/pages/${page.id}/permissions/type`, { permission_type: type });
    this.model.setType(page.id, type, 'ann');
  }

  async grant(): Promise<void> {
    const [page, who, role] = [this.pick(this.places()), this.pick(watched), this.pick<Role>(['viewer', 'editor'])];
    const url = `/api/v2/pages/${page.id}/permissions`;
    if (page.people.has(who)) {
      const all: Any[] = await this.send('ann', 'GET', url);
      await this.send('ann', 'DELETE', `${url}/${all.find((one) => one.user_id === this.t.user(who).id).id}`);
      page.people.delete(who);
    } else {
      await this.send('adm', 'POST', url, { user_id: this.t.user(who).id, role });
      page.people.set(who, role);
    }
  }

  /** Who may see the property for few; the last right that is taken opens it. */
  async close(): Promise<void> {
    const url = `${this.base()}/properties/${this.db.by.Secret.id}/permissions`;
    const who = this.pick(watched.filter((one) => this.model.members.has(one)));
    if (!who) return;
    const known = this.given?.get(who);
    if (known === undefined) {
      const body = { user_id: this.t.user(who).id, role: this.pick(['viewer', 'editor']) };
      const { id } = await this.send('ann', 'POST', url, body);
      this.given = new Map([...(this.given ?? []), [who, id]]);
    } else {
      await this.send('ann', 'DELETE', `${url}/${known}`);
      this.given?.delete(who);
      if (!(await this.send('ann', 'GET', url)).length) this.given = undefined;
    }
  }

  hasSecret = (who: string): boolean =>
    !this.given || this.given.has(who) || this.model.role(who, this.db.pageId) === 'owner';

  async inside(): Promise<void> {
    const row = this.pick(this.rows());
    const child = this.pick(this.live().filter(({ parent }) => parent !== null && this.model.page(parent).names));
    if (!row) return this.addRow();
    if (!child || this.random() < 0.5) return void (await this.page(row.id));
    await this.send('ann', 'POST', `/api/v2/pages/${child.id}/move`, { parent_id: row.id });
    child.parent = row.id;
  }

  async trash(): Promise<void> {
    const gone = [...this.model.pages.values()].find((one) => one.deletedWith === one.id);
    const row = this.pick(this.rows());
    if (gone) {
      await this.send('ann', 'POST', `/api/v2/pages/${gone.id}/restore`);
      this.model.restore(gone.id);
    } else if (row) {
      await this.send('ann', 'POST', `/api/v2/pages/${row.id}/trash`);
      this.model.trash(row.id);
    }
  }

  async member(): Promise<void> {
    const who = this.pick(watched.filter((one) => one !== 'bob'));
    const url = `/api/v2/workspaces/${this.t.ws1}/members`;
    if (this.model.members.has(who)) {
      await this.send('ann', 'DELETE', `${url}/${this.t.user(who).id}`);
      this.model.leave(who);
      // What was closed stays closed when somebody who had it goes.
      this.given?.delete(who);
      await this.letHear(who);
    } else {
      await this.send('ann', 'POST', url, { email: `${who}@example.org`, role: 'viewer' });
      this.model.members.set(who, 'viewer');
    }
  }

  async publish(): Promise<void> {
    const { published } = this;
    const url = `/api/v2/pages/${published?.id ?? this.pick([this.folder, this.db.pageId])}/publish`;
    const id = Number(url.split('/')[4]);
    const reach = this.pick(id === this.folder ? ['rows', 'tree'] : ['page', 'rows', 'tree']) as Publication['reach'];
    const settings = {
      slug: 'history',
      with_children: reach === 'tree',
      shows_rows: reach !== 'page',
      is_indexed: true,
    };
    const act = published ? this.pick(['end', 'lock', 'expire', 'change']) : 'begin';
    if (act === 'end') {
      await this.send('ann', 'DELETE', url);
      this.published = undefined;
    } else if (act === 'lock') {
      await this.send('ann', 'PUT', url, { ...settings, password: 'sesame', expires_at: null });
      this.published = { id, reach, state: 'locked' };
    } else {
      const expires_at = act === 'expire' ? new Date(Date.now() + 3_600_000).toISOString() : null;
      await this.send('ann', 'PUT', url, { ...settings, password: null, expires_at });
      if (act === 'expire') {
        const past = new Date(Date.now() - 1000).toISOString();
        await this.t.ctx('adm').tx((tx) => tx.db('publications').where({ page_id: id }).update({ expires_at: past }));
      }
      this.published = { id, reach, state: act === 'expire' ? 'over' : 'open' };
    }
  }

  step(): Promise<void> {
    if (this.rows().length < ROWS && this.random() < 0.12) return this.addRow();
    const { name, rule, setType, grant, close, inside, trash, member, publish } = this;
    const acts = [name, name, name, rule, rule, rule, setType, setType, grant, close, close, inside];
    return this.pick([...acts, trash, member, publish, publish, publish]).call(this);
  }
}

class Witness {
  readonly history: History;

  constructor(history: History) {
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
    await ask('/shared');
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
    const history = new History(t, seed);
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
