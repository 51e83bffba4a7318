// Names that every object has are no ids: as keys of values, widths and limits they are refused, and nothing is written.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('are refused wherever ids are keys', async () => {
    const headers = await t.token('ann');
    const call = (method: string, url: string, body: object) => t.inject(method, url, { headers, body });
    const made = await call('POST', '/api/v2/collections', { title: 'Keys', workspace_id: t.ws1 });
    assert.equal(made.status, 200, made.text);
    const collection = `/api/v2/collections/${made.body.id}`;
    const views = (await t.inject('GET', `${collection}/views`, { headers })).body;
    const row = (await call('POST', `${collection}/rows`, { title: 'One' })).body;
    for (const key of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']) {
      const keyed = (value: unknown) => JSON.parse(`{"${key}":${JSON.stringify(value)}}`);
      const bodies: [method: string, url: string, body: object][] = [
        ['POST', `${collection}/rows`, { title: 'Two', values: keyed('x') }],
        ['PATCH', `/api/v2/rows/${row.id}`, { values: keyed('x') }],
        ['PATCH', `/api/v2/views/${views[0].id}`, { config: { wip_limits: keyed(3) } }],
        ['PATCH', `/api/v2/views/${views[0].id}`, { config: { widths: keyed(100) } }],
        ['PATCH', `/api/v2/views/${views[0].id}`, { config: { aggregates: keyed('count') } }],
        ['POST', `${collection}/query`, { aggregates: keyed('count') }],
      ];
      for (const [method, url, body] of bodies) {
        const { status, text } = await call(method, url, body);
        assert.ok([400, 422].includes(status), `${method} ${url} ${JSON.stringify(body)}: ${status} ${text}`);
      }
    }
    const rows = await t.inject('GET', `${collection}/rows`, { headers });
    assert.equal(rows.body.length ?? rows.body.rows?.length, 1);
  });
});
