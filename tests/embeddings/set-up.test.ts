// Search by meaning as it is set up: off by itself, with another dialect, on the command line, in doctor and for agents.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { callTool, toolNamed } from '../../plugins/agent/tools/registry.ts';
import type { Tool } from '../../plugins/agent/tools/tool.ts';
import { embeddingCommands } from '../../plugins/embeddings/commands.ts';
import { embeddingCheck } from '../../plugins/embeddings/doctor.ts';
import { embeddingSettings } from '../../plugins/embeddings/settings.ts';
import { textParts } from '../../plugins/embeddings/text-parts.ts';
import { nearness, packVector, unpackVector } from '../../plugins/embeddings/vectors.ts';
import { migratedDatabase, onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts';

onEachEngine((engine, open) => {
  let t: TestApp;
  let server: EmbeddingServer;
  before(async () => {
    server = await startEmbeddingServer();
    t = await startApp(await open());
  });
  after(async () => {
    await t.stop();
    await server.close();
  });

  const run = async (name: string, on = t): Promise<{ code: number; result: Record<string, unknown> }> => {
    const command = embeddingCommands.find((one) => one.name === name);
    let result: Record<string, unknown> = {};
    const output = { line() {}, table() {}, result: (said: typeof result) => (result = said) };
    const input = { args: [], options: {}, output, signal: new AbortController().signal };
    const code = await command?.run(on.app, input as never);
    return { code: code ?? -1, result };
  };
  const doctor = async (on = t) =>
    (await embeddingCheck.run(on.app.context({ type: 'system', reason: 'tests' }))).detail;

  it('is off by itself: pages are sent nowhere, and who asks for it is told', async () => {
    await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Kennel', markdown: 'One puppy.' });
    await t.settled();
    assert.deepEqual(await t.app.database.reader('page_embeddings'), []);
    const answer = await t.call('ann', 'GET', '/api/v2/search?q=dog&meaning=true');
    assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable']);
    assert.match(answer.body.detail, /not set up/);
    assert.equal((await t.call('ann', 'GET', '/api/search?q=dog')).body.knows_meaning, false);
    assert.equal((await t.call('ann', 'GET', '/api/v2/search?q=dog&meaning=maybe')).status, 422);
    const page = await t.call('ann', 'GET', '/search?q=dog&meaning=true');
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, />By meaning</);
    assert.match(await doctor(), /not set up/);
    assert.deepEqual((await run('embeddings status')).result, { ok: true, provider: null });
    await assert.rejects(run('embeddings rebuild'), /EMBEDDINGS_PROVIDER and EMBEDDINGS_MODEL must be set/);
  });

  it('reads what is there on the command line, says how far it is, and helps agents search', async () => {
    server.fault = 'busy';
    const settings = { EMBEDDINGS_PROVIDER: 'ollama', EMBEDDINGS_MODEL: 'subjects', EMBEDDINGS_BASE_URL: server.url };
    const stored = await migratedDatabase(engine);
    const ready = await startApp(stored, { settings });
    const kennel = { workspace_id: ready.ws1, title: 'Kennel', markdown: 'One puppy.' };
    await ready.call('ann', 'POST', '/api/v2/pages', kennel);
    assert.equal((await run('embeddings rebuild', ready)).code, 1);
    server.fault = 'none';
    const { code, result } = await run('embeddings rebuild', ready);
    assert.deepEqual([code, result.ok, result.waiting, server.asked.at(-1)?.path], [0, true, 0, '/api/embed']);
    assert.match(await doctor(ready), /^subjects has read \d+ pages in \d+ parts, 0 are waiting$/);
    assert.equal((await run('embeddings status', ready)).result.read, result.read);
    const search = toolNamed('search') as Tool;
    const asks = async (q: string) => JSON.stringify(await callTool(ready.ctx('ann'), search, { q }));
    assert.match(await asks('hound'), /Kennel/);
    server.fault = 'busy';
    assert.doesNotMatch(await asks('hund'), /Kennel|error/);
    assert.match(await asks('puppy'), /Kennel/);
    await ready.stop();
    await stored.cleanup();
  });

  it('takes address and key of the agent where both have the same provider, and from nowhere else', () => {
    const of = (settings: object) => embeddingSettings({ settings } as never);
    const agent = { AGENT_PROVIDER: 'openai', AGENT_BASE_URL: 'https://a.test/v1/', AGENT_API_KEY: 'k' };
    const own = { EMBEDDINGS_PROVIDER: 'openai', EMBEDDINGS_MODEL: 'm' };
    assert.deepEqual(of({ ...agent, ...own }), {
      ...{ provider: 'openai', model: 'm', baseUrl: 'https://a.test/v1', apiKey: 'k' },
    });
    const elsewhere = of({ ...agent, ...own, EMBEDDINGS_BASE_URL: 'https://b.test/v1' });
    assert.deepEqual([elsewhere?.baseUrl, elsewhere?.apiKey], ['https://b.test/v1', '']);
    const other = of({ ...agent, ...own, EMBEDDINGS_PROVIDER: 'ollama' });
    assert.deepEqual([other?.baseUrl, other?.apiKey], ['http://127.0.0.1:11434', '']);
    assert.equal(of({ ...agent, EMBEDDINGS_PROVIDER: 'openai', EMBEDDINGS_MODEL: '' }), undefined);
  });
});

it('cuts texts where paragraphs and sentences end, loses none of them, and knows where each part begins', () => {
  for (const text of ['One. '.repeat(2000), `${'x'.repeat(700)}\n`.repeat(8), 'y'.repeat(5000), 'short', '']) {
    const parts = textParts('Title', text);
    const read = parts.map(({ text: words }) => words.replace('Title\n\n', '')).join('');
    assert.equal(read.replace(/\s/g, ''), (text || 'Title').replace(/\s/g, ''));
    for (const { start, text: words } of text ? parts : [])
      assert.ok(text.slice(start).trimStart().startsWith(words.slice('Title\n\n'.length, 100)));
  }
  assert.equal(textParts('Title', 'word '.repeat(100_000)).length, 30);
});

it('keeps what is near as vectors of bytes', () => {
  const of = (vector: number[]) => unpackVector(packVector(vector));
  assert.ok(Math.abs(nearness(of([3, 4]), of([6, 8])) - 1) < 0.02);
  assert.ok(Math.abs(nearness(of([1, 0]), of([0, 1]))) < 0.01);
  assert.ok(nearness(of([1, 2]), of([-1, -2])) < -0.98);
  assert.equal(nearness(of([1]), of([1, 1])), -1);
  assert.equal(nearness(of([0, 0]), of([1, 1])), 0);
});
