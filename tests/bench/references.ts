// The bare servers that the product is measured beside: R1 answers a small JSON, R2 selects one row, S does the least
// work that our operations must do. Started as a process of its own: `references.ts <R1|R2|S> <folder>`.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { server as createServer, type Request } from '@hapi/hapi';
import ejs from 'ejs';
import knex, { type Knex } from 'knex';

const [kind, folder = '.'] = process.argv.slice(2);

const open = (): Knex =>
  knex({
    client: 'sqlite3',
    connection: { filename: join(folder, 'reference.db') },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (
        raw: { exec(sql: string, done: (error: Error | null) => void): void },
        done: (error: Error | null) => void,
      ) => raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000', done),
    },
  });

const server = createServer({ host: '127.0.0.1', port: 0, debug: false });

const template = ejs.compile(
  `<!doctype html><title><%= page.title %></title><nav><% for (const link of links) { %><a href="/pages/<%= link.id %>"><%= link.title %></a><% } %></nav><main><h1><%= page.title %></h1><%= page.content %></main>`,
);

async function authorize(db: Knex, request: Request, scope: string): Promise<void> {
  const header = String((request.headers as Record<string, string>).authorization ?? '');
  const hash = createHash('sha256').update(header.slice(7)).digest('hex');
  const token = await db('tokens').where({ hash }).first();
  if (!token?.scopes.includes(scope)) throw new Error('refused');
}

function routesOfStub(db: Knex): void {
  server.route([
    {
      method: 'GET',
      path: '/pages/{id}',
      handler: async (request) => {
        await authorize(db, request, 'read');
        return db('pages').where({ id: request.params.id }).first();
      },
    },
    {
      method: 'GET',
      path: '/list',
      handler: async (request, h) => {
        await authorize(db, request, 'read');
        const [rows, [count]] = await Promise.all([
          db('pages').select('id', 'title').orderBy('id').limit(50),
          db('pages').count({ total: '*' }),
        ]);
        return h.response(rows).header('x-total-count', String(count?.total));
      },
    },
    {
      method: 'GET',
      path: '/rows',
      handler: async (request, h) => {
        await authorize(db, request, 'read');
        const wanted = () => db('entries').where('points', '>=', 500);
        const [rows, [count]] = await Promise.all([
          wanted().orderBy('due').orderBy('id').limit(50),
          wanted().count({ total: '*' }),
        ]);
        return h.response(rows).header('x-total-count', String(count?.total));
      },
    },
    {
      method: 'POST',
      path: '/rows',
      handler: async (request) => {
        await authorize(db, request, 'write');
        const row = request.payload as { title: string; notes: string };
        return db.transaction(async (trx) => {
          const [id] = await trx('entries').insert(row);
          await trx.raw('INSERT INTO found(rowid, title, body) VALUES (?, ?, ?)', [
            FIRST_ROW + (id as number),
            row.title,
            row.notes,
          ]);
          await trx('audit').insert({ page_id: id, action: 'create' });
          return { id };
        });
      },
    },
    {
      method: 'GET',
      path: '/search',
      handler: async (request) => {
        await authorize(db, request, 'read');
        return db.raw(searchSql, [String(request.query.q)]);
      },
    },
    {
      method: 'POST',
      path: '/pages',
      handler: async (request) => {
        await authorize(db, request, 'write');
        const { title, markdown } = request.payload as { title: string; markdown: string };
        return db.transaction(async (trx) => {
          const [id] = await trx('pages').insert({ title, content: markdown });
          await trx.raw('INSERT INTO found(rowid, title, body) VALUES (?, ?, ?)', [id as number, title, markdown]);
          await trx('versions').insert({ page_id: id, content: markdown });
          await trx('audit').insert({ page_id: id, action: 'create' });
          return { id };
        });
      },
    },
    {
      method: 'GET',
      path: '/html/{id}',
      handler: async (request, h) => {
        await authorize(db, request, 'read');
        const page = await db('pages').where({ id: request.params.id }).first();
        const links = await db('pages').select('id', 'title').orderBy('id').limit(50);
        return h.response(template({ page, links })).type('text/html');
      },
    },
  ]);
}

/** Rows are found beside pages. */
const FIRST_ROW = 1_000_000_000;

const searchSql = `SELECT rowid, bm25(found) AS rank, snippet(found, 1, '', '', '…', 24) AS snippet FROM found WHERE found MATCH ? ORDER BY rank LIMIT 20`;

server.route({ method: 'GET', path: '/', handler: () => ({ ok: true }) });
if (kind === 'R2' || kind === 'S') {
  const db = open();
  if (kind === 'S') routesOfStub(db);
  else
    server.route({
      method: 'GET',
      path: '/pages/{id}',
      handler: (request) => db('pages').where({ id: request.params.id }).first(),
    });
  await db('pages').where({ id: 1 }).first();
}
await server.start();
console.log(`listening on ${server.info.uri}`);
