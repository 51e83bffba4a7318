// Random histories of a workspace, after each step of which everybody sees what an independent model says, by every way.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Role, roles } from '../../core/http/route.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { Doors } from './access-paths.ts';
import type { Type } from './model.ts';
import { Telling, watched } from './notifications.ts';
import { mark, type Traces, Witness } from './surfaces.ts';

const STEPS = 20;
const PAGES = 7;

class History extends Telling {
  readonly traces = new Map<number, Traces>();
  #ahead: (() => Promise<void>)[] = [];

  /** A page with a body, a file, a synced block, a link and an embed of another, and comments on it. */
  async create(): Promise<void> {
    const { t, model } = this;
    const parent = this.live().length && this.random() < 0.7 ? this.pick(this.live()).id : null;
    const by =
      parent === null || this.random() < 0.5
        ? 'ann'
        : ((['edi'] as const).find((one) => this.writes(one, parent)) ?? 'ann');
    const number = this.marked.size + 1;
    const upload = { field: 'file', name: `${mark(number)}.txt`, content: Buffer.from(mark(number)) };
    const form = multipart({ workspace_id: t.ws1 }, upload);
    const file = await t.call('adm', 'POST', '/api/v2/files', { body: form.body, headers: form.headers });
    assert.equal(file.status, 200, file.text);
    const other = this.live().length ? this.pick(this.live()).id : null;
    const blocks = [
      { id: 'words', type: 'paragraph', data: {}, content: [{ type: 'text', text: `kumquat ${mark(number)}` }] },
      { id: 'file', type: 'file', data: { fileId: file.body.id, name: upload.name } },
      ...(other ? [{ id: 'link', type: 'pageLink', data: { pageId: other } }] : []),
      ...(other ? [{ id: 'synced', type: 'synced', data: { syncedBlockId: this.traces.get(other)?.syncedId } }] : []),
    ];
    const title = `Page ${mark(number)}`;
    // An administrator wrote the file's block: nobody else may read the file before the page shows it.
    const page = await this.send(by, 'POST', '/api/pages', {
      title,
      workspace_id: t.ws1,
      parent_id: parent,
      markdown: title,
    });
    this.marked.set(number, page.id);
    await this.send('adm', 'PUT', `/api/pages/${page.id}/content`, { blocks });
    const words = [{ id: 'w', type: 'paragraph', data: {}, content: [{ type: 'text', text: mark(number) }] }];
    const synced = await this.send('adm', 'POST', '/api/v2/synced-blocks', {
      title: mark(number),
      blocks: words,
      page_id: page.id,
    });
    const named = watched.filter((one) => one !== 'bob').map((one) => `<@${t.user(one).id}>`);
    await this.send('adm', 'POST', `/api/v2/pages/${page.id}/comments`, { body: `${mark(number)} ${named.join(' ')}` });
    model.pages.set(page.id, {
      id: page.id,
      parent,
      creator: by,
      type: 'inherit',
      people: new Map(),
      groups: new Map(),
      deletedWith: null,
    });
    await t.app.events.run();
    const keptBy = watched.filter((one) => model.reads(one, page.id));
    for (const one of keptBy) {
      await this.send(one, 'POST', '/api/v2/favorites', { page_id: page.id });
      await this.send(one, 'POST', `/api/v2/pages/${page.id}/tags`, { name: `Of ${one}` });
    }
    this.traces.set(page.id, {
      syncedId: synced.id,
      fileUrl: file.body.url,
      fileId: file.body.id,
      linksTo: other,
      keptBy,
    });
  }

  writes = (who: Name, id: number): boolean => ['editor', 'owner'].includes(this.model.role(who, id) ?? '');

  async move(): Promise<void> {
    const page = this.pick(this.live());
    const below = new Set(this.model.below(page.id).map(({ id }) => id));
    const parent = this.pick([null, ...this.live().map(({ id }) => id)].filter((id) => id === null || !below.has(id)));
    await this.send('ann', 'POST', `/api/v2/pages/${page.id}/move`, { parent_id: parent });
    page.parent = parent;
  }

  async grantPerson(): Promise<void> {
    const [page, who, role] = [this.pick(this.live()), this.pick(watched), this.pick<Role>([...roles])];
    await this.send('adm', 'POST', `/api/v2/pages/${page.id}/permissions`, { user_id: this.t.user(who).id, role });
    page.people.set(who, role);
  }

  async grantGroup(): Promise<void> {
    const page = this.pick(this.live().filter(({ type }) => type !== 'private'));
    const group = this.pick([...this.model.groups.keys()]);
    if (!page || !group) return this.makeGroup();
    const access = this.pick([
      ['view', 'viewer'],
      ['comment', 'commenter'],
      ['edit', 'editor'],
    ] as [string, Role][]);
    await this.send('ann', 'POST', `/api/pages/${page.id}/share`, { group_id: group, access: access[0] });
    page.groups.set(group, access[1]);
  }

  async revoke(): Promise<void> {
    const page = this.pick(this.live().filter(({ people, groups }) => people.size + groups.size));
    if (!page) return;
    const given = this.pick(await this.send('ann', 'GET', `/api/v2/pages/${page.id}/permissions`)) as Record<
      string,
      number
    >;
    await this.send('ann', 'DELETE', `/api/v2/pages/${page.id}/permissions/${given.id}`);
    if (given.group_id) page.groups.delete(given.group_id);
    else page.people.delete(this.nameOf(given.user_id as number));
  }

  nameOf = (id: number): Name =>
    (['adm', 'ann', ...watched] as Name[]).find((one) => this.t.user(one).id === id) as Name;

  async setType(type: Type): Promise<void> {
    const page = this.pick(this.live());
    await this.send('ann', 'PUT', `/api/v2/pages/${page.id}/permissions/type`, { permission_type: type });
    this.model.setType(page.id, type, 'ann');
  }

  restrict = (): Promise<void> => this.setType('restricted');
  makePrivate = (): Promise<void> => this.setType('private');
  open = (): Promise<void> => this.setType('inherit');

  async makeGroup(): Promise<void> {
    const { id } = await this.send('ann', 'POST', '/api/v2/groups', {
      workspace_id: this.t.ws1,
      name: `Group ${this.told.length}`,
    });
    this.model.groups.set(id, new Set());
    for (const one of watched) if (this.model.members.has(one) && this.random() < 0.6) await this.join(id, one);
  }

  async join(group: number, who: Name): Promise<void> {
    await this.send('ann', 'POST', `/api/v2/groups/${group}/members`, { user_id: this.t.user(who).id });
    this.model.groups.get(group)?.add(who);
  }

  async changeGroup(): Promise<void> {
    const [group, members] = this.pick([...this.model.groups]) ?? [];
    if (!group || !members) return this.makeGroup();
    const who = this.pick(watched.filter((one) => this.model.members.has(one)));
    if (this.random() < 0.2) {
      await this.send('ann', 'DELETE', `/api/v2/groups/${group}`);
      this.model.groups.delete(group);
      for (const page of this.model.pages.values()) page.groups.delete(group);
    } else if (members.has(who)) {
      await this.send('ann', 'DELETE', `/api/v2/groups/${group}/members/${this.t.user(who).id}`);
      members.delete(who);
    } else await this.join(group, who);
  }

  async changeMember(): Promise<void> {
    const who = this.pick(watched.filter((one) => one !== 'bob'));
    const { id } = this.t.user(who);
    const url = `/api/v2/workspaces/${this.t.ws1}/members`;
    const role = this.pick<Role>(['viewer', 'commenter', 'editor']);
    if (!this.model.members.has(who)) {
      await this.send('ann', 'POST', url, { email: `${who}@example.org`, role });
      this.model.members.set(who, role);
    } else if (this.random() < 0.5) {
      await this.send('ann', 'PATCH', `${url}/${id}`, { role });
      this.model.members.set(who, role);
    } else {
      await this.send('ann', 'DELETE', `${url}/${id}`);
      this.model.leave(who);
    }
  }

  async trash(): Promise<void> {
    const page = this.pick(this.live());
    await this.send('ann', 'POST', `/api/v2/pages/${page.id}/trash`);
    this.model.trash(page.id);
  }

  async bringBack(): Promise<void> {
    const page = this.pick([...this.model.pages.values()].filter((one) => one.deletedWith === one.id));
    if (!page) return;
    if (this.random() < 0.75) {
      await this.send('ann', 'POST', `/api/v2/pages/${page.id}/restore`);
      this.model.restore(page.id);
    } else {
      const below = this.model.below(page.id).map(({ id }) => id);
      await this.send('ann', 'DELETE', `/api/v2/pages/${page.id}?permanent=true`);
      this.model.remove(page.id);
      // Without their page these would be kept for the editors of the workspace.
      for (const id of below.filter((one) => !this.model.pages.has(one)))
        await this.send('adm', 'DELETE', `/api/v2/synced-blocks/${this.traces.get(id)?.syncedId}`);
    }
  }

  async step(): Promise<void> {
    if (this.live().length < 3 || (this.model.pages.size < PAGES && this.random() < 0.3)) return this.create();
    const { grantPerson, grantGroup, restrict, makePrivate, open, revoke, move } = this;
    const { changeGroup, changeMember, trash, bringBack } = this;
    const acts = [grantPerson, grantPerson, grantGroup, grantGroup, restrict, restrict, makePrivate, open, revoke];
    // Chance deals them all before any comes again: a history without one of them would show nothing of it.
    if (!this.#ahead.length) this.#ahead = [...acts, move, move, changeGroup, changeMember, trash, bringBack];
    const [act] = this.#ahead.splice(Math.floor(this.random() * this.#ahead.length), 1);
    await act?.call(this);
  }
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  before(async () => {
    t = await startApp(await open());
    // It listens, and does what is to be done later when it is told to.
    await t.app.server.start();
    address = `http://127.0.0.1:${t.app.server.info.port}`;
  });
  after(() => t.stop());

  it('show everybody what they may see, and nothing else', async () => {
    const seed = Number(process.env.RIGHTS_SEED ?? 7);
    const history = new History(t, seed);
    const { model, traces, marked } = history;
    const witness = new Witness(t, model, traces, marked);
    const doors = new Doors(t, model, traces, marked, address);
    try {
      for (let step = 0; step < STEPS; step += 1) {
        await history.step();
        const [one, other] = [0, 1].map((more) => watched[(step + more) % watched.length] as Name) as [Name, Name];
        await witness.lists(one);
        await witness.pages(other);
        await doors.menus(one);
        await (step % 2 ? doors.rooms(other) : doors.exports(one));
      }
      await witness.lists('ann');
      await witness.pages('ann');
    } catch (error) {
      const told = `seed ${seed}:\n${history.told.filter((one) => !/favorites|tags|comments|synced|files/.test(one)).join('\n')}`;
      throw new Error(`${(error as Error).message}\n${told}`, { cause: error });
    } finally {
      doors.leave();
    }
  });
});
