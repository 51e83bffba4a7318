// Three people with different rights who name each other's files wherever they can, and an administrator who writes beside them.
import assert from 'node:assert/strict';
import * as Y from 'yjs';
import type { Block } from '../../plugins/blocks/block.ts';
import { type FileRecord, files, fileUrl } from '../../plugins/files/contract.ts';
import { referencesIn } from '../../plugins/rooms/document/references.ts';
import { project, write } from '../../plugins/rooms/document/ydoc.ts';
import { until } from '../../testing/until.ts';
import { importPath, vaultOf } from '../importers/imports.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { come, type Person, paragraph, synced } from './people.ts';

/** They may all write on one page: its owner, an editor, and a guest. */
const WRITERS = ['ann', 'edi', 'bob'] as const;
type Writer = (typeof WRITERS)[number];
type Room = 'pages' | 'synced';

const MEDIA = ['image', 'video', 'audio', 'pdf', 'file'];
const BLOCKS_MAX = 25;
const BYTES = { 'content-type': 'application/octet-stream' };

export interface Stage {
  t: TestApp;
  /** where each process listens */
  addresses: string[];
  random(): number;
  /** of a folder for what is imported */
  base: string;
}

export class Scene {
  readonly #stage: Stage;
  /** of whom nobody else may read them */
  readonly #canaries: FileRecord[] = [];
  readonly #before = new Map<string, number>();
  readonly #rooms = new Map<string, Person>();
  readonly #templates: number[] = [];
  #page = 0;
  #block = 0;
  #count = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async set(): Promise<void> {
    const { t } = this.#stage;
    for (const who of WRITERS) {
      const workspace_id = who === 'bob' ? t.ws2 : t.ws1;
      const shown = [await this.#store(who), await this.#store(who)];
      const blocks = shown.map(({ id }) => this.#media('file', { fileId: id }));
      const { id } = await this.#ok(who, 'POST', '/api/pages', { title: `Of ${who}`, workspace_id, blocks });
      await this.#ok(who, 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'private' });
      this.#canaries.push(...shown);
    }
    for (const [key, status] of await this.#statuses(this.#stage.addresses[0] as string)) this.#before.set(key, status);
    const blocks = [paragraph('first', 'first')];
    this.#page = (await this.#ok('ann', 'POST', '/api/pages', { title: 'All', workspace_id: t.ws1, blocks })).id;
    const { email } = t.user('bob');
    await this.#ok('ann', 'POST', `/api/pages/${this.#page}/share`, { email, access: 'edit' });
    const once = { blocks, page_id: this.#page };
    this.#block = (await this.#ok('ann', 'POST', '/api/v2/synced-blocks', once)).id;
    for (const [at, who] of [...WRITERS, 'adm' as const].entries())
      for (const kind of ['pages', 'synced'] as const) this.#enter(who, kind, at);
    await synced(...this.#rooms.values());
  }

  #enter(who: Name, kind: Room, at: number): void {
    const { t, addresses } = this.#stage;
    const address = addresses[at % addresses.length] as string;
    const id = kind === 'pages' ? this.#page : this.#block;
    this.#rooms.set(`${who} ${kind}`, come(address, id, t.session(who), { kind }));
  }

  async #ok(who: Name, method: string, url: string, body?: object) {
    const answer = await this.#stage.t.call(who, method, url, body && { body });
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  }

  /** What is refused, or overtaken, is as good. */
  async #try(who: Name, method: string, url: string, body?: object): Promise<void> {
    const { status, text } = await this.#stage.t.call(who, method, url, body && { body });
    assert.ok([200, 412, 422].includes(status), `${who} ${method} ${url}: ${status} ${text}`);
  }

  #store(who: Writer): Promise<FileRecord> {
    const { t } = this.#stage;
    const name = `canary ${this.#count++}`;
    const workspaceId = who === 'bob' ? t.ws2 : t.ws1;
    return t.app.use(files).store(t.ctx(who), { content: Buffer.from(name), name, workspaceId, maxBytes: 100 });
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#stage.random() * list.length)] as T;
  }

  #media = (type: string, data: Block['data']): Block => ({ id: this.#id(), type, data: { name: 'x', ...data } });
  #id = (): string => `b${this.#count++}`;
  #room = (who: Name): Person => this.#rooms.get(`${who} ${this.#pick(['pages', 'synced'])}`) as Person;

  /** Somebody and a file that they may not read. */
  #thief(): [Writer, FileRecord] {
    const who = this.#pick(WRITERS);
    const hidden = this.#canaries.filter(({ id }) => this.#before.get(`${who} ${id}`) === 404);
    return [who, this.#pick(hidden)];
  }

  #planted(file: FileRecord): Block {
    const url = fileUrl(file);
    return this.#pick([
      () => this.#media(this.#pick(MEDIA), { fileId: file.id }),
      () => this.#media(this.#pick(MEDIA), { fileId: file.id, width: -1 }),
      () => this.#media(this.#pick(MEDIA), { url }),
      () => this.#media(this.#pick(MEDIA), { url: `${this.#stage.t.app.baseUrl}${url}` }),
      (): Block => ({ id: this.#id(), type: 'bookmark', data: { url: 'https://a.test', imageFileId: file.id } }),
      (): Block => ({ id: this.#id(), type: 'mermaid', data: { source: 'graph', fileId: file.id } }),
    ])();
  }

  readonly #thefts: (() => Promise<void> | void)[] = [
    () => {
      const [who, file] = this.#thief();
      const room = this.#room(who);
      room.rewrite([...room.blocks().slice(-BLOCKS_MAX), this.#planted(file)]);
    },
    () => {
      const [who, file] = this.#thief();
      const walker = this.#room(who)
        .doc.getXmlFragment('blocks')
        .createTreeWalker((node) => MEDIA.includes((node as Y.XmlElement).nodeName));
      for (const element of walker) (element as Y.XmlElement).setAttribute('fileId', file.id as never);
    },
    async () => {
      const [who, file] = this.#thief();
      const kind = this.#pick(['pages', 'synced'] as const);
      const aside = new Y.Doc();
      Y.applyUpdate(aside, Y.encodeStateAsUpdate((this.#rooms.get(`${who} ${kind}`) as Person).doc));
      const before = Y.encodeStateVector(aside);
      write(aside, { blocks: [...project(aside).blocks, this.#planted(file)] });
      const url = `/api/${kind}/${kind === 'pages' ? this.#page : this.#block}/updates`;
      const headers = { ...this.#stage.t.session(who), ...BYTES };
      const payload = Buffer.from(Y.encodeStateAsUpdate(aside, before));
      const { statusCode } = await this.#stage.t.app.server.inject({ method: 'POST', url, headers, payload });
      assert.equal(statusCode, 200);
    },
    async () => {
      const [who, file] = this.#thief();
      const { blocks } = await this.#ok(who, 'GET', `/api/v2/pages/${this.#page}/content`);
      const body = { blocks: [...blocks, this.#planted(file)] };
      await this.#try(who, 'PUT', `/api/v2/pages/${this.#page}/content`, body);
    },
    async () => {
      const [who, file] = this.#thief();
      const append = `![x](${fileUrl(file)})`;
      await this.#try(who, 'PATCH', `/api/v2/pages/${this.#page}/markdown`, { append });
    },
    async () => {
      const [who, file] = this.#thief();
      await this.#try(who, 'PATCH', `/api/v2/synced-blocks/${this.#block}`, { blocks: [this.#planted(file)] });
    },
    async () => {
      const [, file] = this.#thief();
      const blocks = [
        this.#planted(file),
        { ...paragraph('w', ''), data: { text: `<a href="${fileUrl(file)}">x</a>` } },
      ];
      const { t } = this.#stage;
      const body = { workspace_id: t.ws1, name: 'T', blocks: this.#pick([blocks, blocks.slice(1)]) };
      const answer = await t.call('edi', 'POST', '/api/v2/templates/pages', { body });
      if (answer.status === 200) this.#templates.push(answer.body.id);
    },
    async () => {
      const [who, file] = this.#thief();
      if (who === 'bob') return;
      const tree = { 'Note.md': `![x](${fileUrl(file)})\n\n[y](${fileUrl(file)})` };
      await importPath(this.#stage.t, vaultOf(tree, this.#id(), this.#stage.base), { who });
    },
  ];

  readonly #upkeep: (() => Promise<void> | void)[] = [
    () => {
      const room = this.#room('adm');
      const number = this.#pick(this.#canaries).id;
      const typed: Block[] = [
        { ...paragraph(this.#id(), 'Heading'), type: 'heading', data: { level: (number % 4) + 1 } },
        { ...paragraph(this.#id(), 'list'), type: 'numbered', data: { start: number } },
        this.#media('image', { url: '/static/cover-dawn.svg', width: number }),
        { ...paragraph(this.#id(), ''), content: [{ type: 'mention', userId: number }] },
      ];
      room.rewrite([...room.blocks().slice(-BLOCKS_MAX), this.#pick(typed)]);
    },
    () => {
      const room = this.#room('adm');
      const blocks = room.blocks();
      const moved = this.#pick(blocks);
      if (moved) room.rewrite([...blocks.filter((one) => one !== moved), moved]);
    },
    () => {
      const room = this.#room('adm');
      const copied = this.#pick(room.blocks());
      if (copied) room.rewrite([...room.blocks().slice(-BLOCKS_MAX), { ...copied, id: this.#id() }]);
    },
    async () => void (await this.#ok('adm', 'POST', `/api/v2/pages/${this.#page}/duplicate`)),
    async () => void (await this.#ok('adm', 'POST', `/api/pages/${this.#page}/versions`)),
    async () => {
      const url = `/api/v2/pages/${this.#page}/versions`;
      const { id } = this.#pick((await this.#ok('adm', 'GET', url)) as { id: number }[]);
      await this.#ok('adm', 'POST', `${url}/${id}/restore`);
    },
    () => this.#try('adm', 'PATCH', `/api/v2/pages/${this.#page}/markdown`, { append: 'and more' }),
    async () => {
      const { blocks } = await this.#ok('adm', 'GET', `/api/v2/pages/${this.#page}/content`);
      await this.#try('adm', 'PUT', `/api/v2/pages/${this.#page}/content`, { blocks });
    },
    async () => {
      const { t } = this.#stage;
      const id = this.#pick(this.#templates);
      if (id !== undefined) await this.#ok('adm', 'POST', `/api/v2/templates/pages/${id}/use`, { workspace_id: t.ws1 });
    },
  ];

  async play(): Promise<void> {
    await this.#pick(this.#pick([this.#thefts, this.#upkeep]))();
    // Others get a turn, as between two keys.
    await new Promise((resolve) => setTimeout(resolve, this.#stage.random() * 10));
  }

  async #statuses(address: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const who of WRITERS)
      for (const file of this.#canaries) {
        const headers = this.#stage.t.session(who);
        const { status, body } = await fetch(`${address}${fileUrl(file)}`, { headers, redirect: 'manual' });
        await body?.cancel();
        found.set(`${who} ${file.id}`, status);
      }
    return found;
  }

  /** Everybody is asked for every file, in each process; and no document names one that its writer could not read. */
  async check(): Promise<void> {
    for (const kind of ['pages', 'synced'] as const) {
      const here = [...this.#rooms].flatMap(([key, room]) => (key.endsWith(kind) ? room : []));
      await until(() => new Set(here.map((room) => JSON.stringify(room.blocks()))).size === 1);
    }
    await this.#ok('ann', 'GET', `/api/v2/pages/${this.#page}/content`);
    await this.#ok('ann', 'GET', `/api/v2/synced-blocks/${this.#block}`);
    for (const address of this.#stage.addresses) assert.deepEqual(await this.#statuses(address), this.#before);
    const secret = new Set<number | string>(this.#canaries.map(({ id }) => id));
    for (const [key, { doc }] of this.#rooms) {
      const named = referencesIn(doc).filter(
        ({ kind, id }) => kind === 'files' && (secret.has(id) || typeof id === 'string'),
      );
      assert.deepEqual(
        named.map(({ id }) => id),
        [],
        key,
      );
    }
  }

  leave(): void {
    for (const room of this.#rooms.values()) room.leave();
  }
}
