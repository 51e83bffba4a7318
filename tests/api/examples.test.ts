// The example of each body in the document of the API: sent as it stands by the owner of what the address names.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildDocument, type OpenApiDocument } from '../../core/openapi/openapi.ts';
import type { Operation } from '../../core/openapi/route-metadata.ts';
import { notifications } from '../../plugins/notifications/contract.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { startPairing } from '../clipper/device.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const WHERE = '/api/v2';

let database: TestDatabase;
let t: TestApp;
let document: OpenApiDocument;
before(async () => {
  database = await migratedDatabase('sqlite');
  t = await startApp(database);
  // The sites that examples name are nowhere.
  t.outbound.answer = () => ({});
  document = await buildDocument(t.app.server);
});
after(async () => {
  await t.stop();
  await database.cleanup();
});

/** What an address and a body name, by the name that they have there. */
type Made = Record<string, number | string>;

let count = 0;
const unlike = (word: string): string => `${word} ${++count}`;

async function made(path: string, body: object): Promise<number> {
  const { status, body: answer, text } = await t.call('ann', 'POST', WHERE + path, { body });
  assert.equal(status, 200, `${path} ${text}`);
  return answer.id;
}

const page = () => made('/pages', { workspace_id: t.ws1, title: 'Notes' });

/** A database with the properties that examples call 21 to 23, and a row. */
async function base(): Promise<Made> {
  const id = await made('/collections', { workspace_id: t.ws1, name: 'Talks' });
  const property = (name: string, type: string) => made(`/collections/${id}/properties`, { name, type });
  const names = { 21: await property('Place', 'text'), 22: await property('Seats', 'number') };
  const day = await property('Day', 'date');
  const people = await property('Speaker', 'person');
  const row = await made(`/collections/${id}/rows`, {
    title: 'Stand-up',
    values: { [day]: '2026-11-20' },
    calendar: { repeat: { frequency: 'daily' } },
  });
  const ids = { id, collection_id: id, property_id: names[21], people, row, row_id: row };
  return { ...names, 23: day, ...ids, day: '2026-11-22' };
}

/** Something in such a database. */
const inBase = (path: string, body: (home: Made) => object) => async (): Promise<Made> => {
  const home = await base();
  return { ...home, id: await made(path.replace('{id}', String(home.id)), body(home)) };
};

const alone = (path: string, body: () => object) => async (): Promise<Made> => ({ id: await made(path, body()) });

/** What an operation is tried on, by the word of its address. */
const makers: Record<string, () => Promise<Made>> = {
  automations: alone('/automations', () => ({
    ...{ workspace_id: t.ws1, name: 'Press', trigger_type: 'button' },
    actions_json: [{ kind: 'notify', message: 'Pressed', user_ids: [t.user('vic').id] }],
  })),
  collections: base,
  comments: async () => ({ id: await made(`/pages/${await page()}/comments`, { body: 'Hello' }) }),
  dashboards: alone('/dashboards', () => ({ workspace_id: t.ws1, name: 'All' })),
  groups: alone('/groups', () => ({ workspace_id: t.ws1, name: unlike('Crew') })),
  imports: alone('/imports', () => ({ source: 'clipper', url: 'https://example.org/', dry_run: true })),
  notifications: async () => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    const notice = { type: 'mention', cause: unlike('cause'), topic: 'x', url: '/', pageId: null, actorId: null };
    await system.use(notifications).tell(system, { ...notice, userIds: [t.user('ann').id] });
    const [{ id }] = (await t.call('ann', 'GET', `${WHERE}/notifications`)).body;
    return { id: 0, notification: id };
  },
  pages: async () => ({ id: await page() }),
  projects: async () => {
    const at = new Date().toISOString();
    const row = {
      name: unlike('handbook'),
      push_secret_encrypted: '',
      proj_type: 'gitea',
      owner: 'ann',
      workspace_id: t.ws1,
      ref: 'main',
      created_at: at,
    };
    const [{ id }] = await t.app.database.writer('projects').insert(row).returning('id');
    return { id };
  },
  'row-templates': inBase('/collections/{id}/templates', () => ({ name: 'Call' })),
  rows: async () => {
    const home = await base();
    return { ...home, id: home.row as number };
  },
  sprints: inBase('/sprints', ({ id }) => ({
    ...{ collection_id: id, name: 'One' },
    ...{ starts_on: '2026-11-16', ends_on: '2026-11-27' },
  })),
  'synced-blocks': alone('/synced-blocks', () => ({ workspace_id: t.ws1, blocks: [] })),
  tags: alone('/tags', () => ({ name: unlike('Topic') })),
  templates: alone('/templates/pages', () => ({ workspace_id: t.ws1, name: 'Plan' })),
  sync: async () => {
    const target = await page();
    const change = { client_id: unlike('change').replace(' ', '-'), type: 'page_delete', payload: { id: target } };
    const mutations = [{ ...change, base_version: 0, client_timestamp: 0 }];
    const sent = await t.call('ann', 'POST', `${WHERE}/sync/batch`, { device_id: 'examples', mutations });
    assert.equal(sent.body.results[0].status, 'conflict', sent.text);
    const [conflict] = (await t.call('ann', 'GET', `${WHERE}/sync/conflicts`)).body;
    return { id: conflict.id };
  },
  'web-clipper': async () => {
    const clip = { clip_type: 'bookmark', source_url: 'https://example.org/', workspace_id: t.ws1 };
    const { body } = await t.call('ann', 'POST', `${WHERE}/web-clipper/clip`, clip);
    const { poll_token, verifier } = await startPairing(t);
    return { id: body.id, poll_token, verifier };
  },
  views: inBase('/collections/{id}/views', () => ({ name: 'Mine', kind: 'table' })),
  webhooks: alone('/webhooks', () => ({ workspace_id: t.ws1, url: 'https://example.org/hooks' })),
  workspaces: async () => {
    const id = await made('/workspaces', { name: 'Office' });
    await made(`/workspaces/${id}/members`, { email: t.user('vic').email, role: 'viewer' });
    return { id, workspace_id: id, ws_id: id };
  },
};

/** With what was made in the places of the ids that an example names; many a name may be given once only. */
function named(value: unknown, names: Made, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inside]) => [
        /^2[123]$/.test(name) ? names[name] : name,
        named(inside, names, name),
      ]),
    );
  if (typeof value === 'string' && key === 'name') return unlike(value);
  // Secrets that are good for one thing alone.
  if (typeof value === 'string' && /^(poll_token|verifier)$/.test(key)) return names[key] ?? value;
  if (typeof value === 'string' && key === 'until') return new Date(Date.now() + 86_400_000).toISOString();
  if (typeof value !== 'number') return value;
  if (key === 'user_ids') return names.user_id ?? value;
  if (key === 'ids') return names.notification ?? value;

  if (/^(property_id|visible)$/.test(key) && names[value]) return names[value];
  return (key === 'id' ? names.row : /_id$/.test(key) && names[key]) || value;
}

const bodies = () =>
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${WHERE}/`))
    .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation.requestBody);
const FORM = 'multipart/form-data';
const exampleOf = ({ requestBody }: Operation) =>
  (requestBody?.content['application/json'] ?? formOf(requestBody))?.example;
const formOf = (body: Operation['requestBody']) => body?.content[FORM];

/** The example of a form as browsers send it. What it says of a file is not the picture that an emoji has to be. */
function formBody({ operationId, requestBody }: Operation) {
  const { file, ...texts } = (formOf(requestBody)?.example ?? {}) as Record<string, string>;
  const content = operationId === 'emoji.create' ? PIXEL : Buffer.from(file as string);
  return multipart(texts, { field: 'file', name: 'example.txt', content });
}

async function sent({ path, method, operation }: ReturnType<typeof bodies>[number]): Promise<string[]> {
  const isAdmin = [`${WHERE}/admin/`, `${WHERE}/sso/`, `${WHERE}/forges`].some((one) => path.startsWith(one));
  const names: Made = {
    ...{ user_id: t.user('vic').id, workspace_id: t.ws1 },
    ...{ page_id: await page(), parent_id: await page(), view_id: (await makers.views?.())?.id as number },
    ...(await makers[path.split('/')[3] as string]?.()),
  };
  if (path.endsWith('/rules')) names.property_id = names.people as number;
  const address = path.replace(/\{(\w+)\}/g, (_, name) => String(names[name]));
  const isJson = operation.requestBody?.content['application/json'];
  const given = isJson ? { body: named(exampleOf(operation), names), headers: {} } : formBody(operation);
  // With a key all that the operation writes is one transaction: one that needs a second connection would wait for ever.
  const headers = { ...given.headers, 'idempotency-key': unlike('key').replace(' ', '-') };
  const send = () => t.call(isAdmin ? 'adm' : 'ann', method.toUpperCase(), address, { body: given.body, headers });
  const { status, text } = await send();
  if (status !== 200) return [`${operation.operationId} ${status} ${text}`];
  const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key');
  const again = takesKey ? await send() : undefined;
  const isKept = !again || (again.text === text && again.headers['idempotency-replayed'] === 'true');
  return isKept ? [] : [`${operation.operationId} answered differently when it was repeated`];
}

describe('the examples of bodies', () => {
  it('can be sent by whoever owns what the address names, all of them', async () => {
    const refused: string[] = [];
    const tried: string[] = [];
    for (const one of bodies()) {
      refused.push(...(await sent(one)));
      tried.push(one.operation.operationId);
    }
    assert.deepEqual(refused, []);
    assert.ok(tried.length > 60, String(tried.length));
  });

  it('are there for every operation, and name every field that is required', () => {
    const bare = bodies().filter(({ operation }) => exampleOf(operation) === undefined);
    assert.deepEqual(
      bare.map(({ operation }) => operation.operationId),
      [],
    );
    const forms = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, requestBody }) => {
        const { schema, example } = formOf(requestBody) ?? {};
        const missing = (schema?.required ?? []).filter((name) => !(name in (example as object)));
        return schema ? [[operationId, missing] as const] : [];
      }),
    );
    assert.deepEqual(
      forms.filter(([, missing]) => missing.length),
      [],
    );
    for (const id of ['emoji.create', 'files.create', 'account.avatar', 'pages.upload', 'items.upload'])
      assert.ok(
        forms.some(([name]) => name === id),
        id,
      );
  });

  it('name no other thing that may be left out', () => {
    const { example } = document.paths['/api/v2/pages']?.post?.requestBody?.content['application/json'] ?? {};
    assert.deepEqual(Object.keys(example as object), ['title', 'page_icon', 'markdown']);
  });
});
