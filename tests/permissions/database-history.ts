// Databases in the random histories: rows, property rights and rules, by the product and by the model.
import { WebSocket } from 'ws';
import type { Role } from '../../core/http/route.ts';
import { until } from '../../testing/until.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import type { Name } from '../kit/app.ts';
import type { ModelPage, Type } from './model.ts';
import { Telling, watched } from './notifications.ts';
import { mark } from './surfaces.ts';

const ROWS = 5;
export interface Publication {
  id: number;
  reach: 'page' | 'rows' | 'tree';
  state: 'open' | 'locked' | 'over';
}

export class DatabaseHistory extends Telling {
  #ahead: (() => Promise<void>)[] = [];
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
    const acts = [name, name, rule, rule, rule, setType, setType, grant, close, close, inside, trash, member, publish];
    // Chance deals them all before any comes again: a history without one of them would show nothing of it.
    if (!this.#ahead.length) this.#ahead = [...acts, publish];
    const [act] = this.#ahead.splice(Math.floor(this.random() * this.#ahead.length), 1);
    return (act as () => Promise<void>).call(this);
  }
}
