// A kind of connectors from a file of the extensions folder: offered, tested and read like the one of the product.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectors } from '../../plugins/agent-connectors/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/connector/weather.ts', import.meta.url));

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    const database = await open();
    const folder = join(database.dataDir, 'extensions');
    mkdirSync(folder, { recursive: true });
    copyFileSync(EXAMPLE, join(folder, 'weather.ts'));
    t = await startApp(database, { settings: { EXTENSIONS_DIR: folder } });
  });
  after(() => t.stop());

  it('is a kind like others', async () => {
    const day = { date: '2026-11-23', sky: 'rain', high: 8, low: 3 };
    t.outbound.answer = (url) => ({
      url,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ days: [day] })),
    });
    const body = { name: 'Sky', kind: 'weather', url: 'https://weather.example/v1', secret: 'k' };
    const made = await t.call('ann', 'POST', '/api/agent/connectors', { body });
    assert.deepEqual([made.status, made.body.kind], [200, 'weather'], made.text);
    const probed = await t.call('ann', 'POST', '/api/agent/connectors/probe', { body: { connector: 'sky' } });
    assert.deepEqual([probed.body.status, probed.body.detail], ['ok', 'The forecast of Berlin answers 200.']);
    const ctx = t.ctx('ann');
    const found = await ctx
      .use(connectors)
      .fetch(ctx, { connector: 'weather', path: '/forecast', query: 'place=Berlin' });
    assert.equal(found.text, '2026-11-23: rain, 3 to 8 °C.');
    assert.ok(t.outbound.asked.every((url) => url === 'https://weather.example/v1/forecast?place=Berlin'));
    assert.match((await t.call('ann', 'GET', '/agent/connectors')).text, /Weather service/);
    // A fault of the extension is told as one, and breaks nothing.
    t.outbound.answer = () => ({ headers: { 'content-type': 'application/json' }, body: Buffer.from('nonsense') });
    await assert.rejects(ctx.use(connectors).fetch(ctx, { connector: 'Sky', path: '/forecast' }), {
      code: 'connector_failed',
    });
    t.outbound.answer = undefined;
  });
});
