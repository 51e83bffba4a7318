// Fills the product's database and the references' database with the same 5,000 pages.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import knex from 'knex';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { openSession } from '../../plugins/auth/sessions/sessions.ts';
import { createToken } from '../../plugins/auth/tokens.ts';
import { markdownToBlocks } from '../../plugins/blocks/markdown/lazy.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { markdown, PAGES } from './data.ts';

export const SECRET_KEY = 'a key for measurements, long enough';

export interface Prepared {
  token: string;
  cookie: string;
  /** without which the session changes nothing */
  csrf: string;
  workspaceId: number;
  /** the page whose 50 siblings fill the sidebar */
  htmlPage: number;
}

/** A person with a workspace and a token, on a database that is there already. */
export async function preparePerson(env: Record<string, string>): Promise<{ token: string; workspaceId: number }> {
  const app = await createApp(loadSettings(env));
  const person = { login: 'writer', email: 'writer@example.org', full_name: 'writer', password_hash: 'none' };
  const user = await insertAccount(app.context({ type: 'system', reason: 'bench' }), person);
  const { token } = await createToken(app.context(actorOf(user)), {});
  const [workspaceId] = await app.database.reader('workspaces').where({ owner_id: user.id }).pluck('id');
  await app.stop();
  return { token, workspaceId };
}

/** One member who is no administrator, so that rights are really resolved. */
export async function prepareProduct(folder: string): Promise<Prepared> {
  const app = await createApp(loadSettings({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY }));
  const system = app.context({ type: 'system', reason: 'bench' });
  const person = (login: string) => ({ login, email: `${login}@example.org`, full_name: login, password_hash: 'none' });
  await insertAccount(system, person('first'));
  const user = await insertAccount(system, person('reader'));
  const ctx = app.context(actorOf(user));
  const { token } = await createToken(ctx, {});
  const { cookie, id: session } = await openSession(ctx, user.id, 'bench');
  const [home] = await app.database.reader('workspaces').where({ owner_id: user.id }).pluck('id');
  let shown = 0;
  // Ten folders of sixteen or seventeen folders of thirty pages: the sidebar of a page has about fifty links.
  for (let index = 0; index < PAGES; index += 500) {
    const folder = await ctx.use(pages).create(ctx, { workspaceId: home, title: `Shelf ${index}`, kind: 'folder' });
    for (let place = index; place < index + 500; place += FOLDER) {
      const count = Math.min(FOLDER, index + 500 - place);
      const first = await ctx.tx((tx) => fill(tx, home, folder.id, place, count));
      shown ||= first;
    }
  }
  const csrf = app.csrf.tokenFor(session);
  await app.stop();
  return { token, csrf, cookie: `session=${cookie}`, workspaceId: home, htmlPage: shown };
}

const FOLDER = 30;

/** A folder of pages; returns the id of the first one. */
async function fill(tx: Ctx, workspaceId: number, shelf: number, from: number, count: number): Promise<number> {
  const service = tx.use(pages);
  const parent = await service.create(tx, { workspaceId, parentId: shelf, title: `Folder ${from}`, kind: 'folder' });
  for (let place = from; place < from + count; place += 1) {
    const { title, body } = markdown(place);
    await service.create(tx, { workspaceId, parentId: parent.id, title, blocks: markdownToBlocks(body) });
  }
  return parent.id + 1;
}

export async function prepareReferences(folder: string, token: string, count = PAGES): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const db = knex({
    client: 'sqlite3',
    connection: { filename: join(folder, 'reference.db') },
    useNullAsDefault: true,
  });
  await db.raw('PRAGMA journal_mode = WAL');
  await db.schema.createTable('pages', (table) => {
    table.increments('id');
    table.text('title');
    table.text('content');
  });
  for (const name of ['versions', 'audit']) {
    await db.schema.createTable(name, (table) => {
      table.increments('id');
      table.integer('page_id').index();
      table.text(name === 'audit' ? 'action' : 'content');
    });
  }
  await db.schema.createTable('tokens', (table) => {
    table.text('hash').unique();
    table.text('scopes');
  });
  await db('tokens').insert({ hash: createHash('sha256').update(token).digest('hex'), scopes: 'read,write' });
  await db.raw('CREATE VIRTUAL TABLE found USING fts5(title, body)');
  await db.transaction(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const { title, body } = markdown(index);
      const [id] = await trx('pages').insert({ title, content: body });
      await trx.raw('INSERT INTO found(rowid, title, body) VALUES (?, ?, ?)', [id as number, title, body]);
    }
  });
  await db.destroy();
}

/** 1,000 Markdown files in ten folders. */
export function writeFiles(folder: string, count = 1000): void {
  for (let index = 0; index < count; index += 1) {
    const parent = join(folder, `part-${index % 10}`);
    mkdirSync(parent, { recursive: true });
    const { title, body } = markdown(index);
    writeFileSync(join(parent, `${title}.md`), `# ${title}\n\n${body}`);
  }
}
