// Conversations with the agent and what they remember: of one person each, within the bounds of the specification.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exchangeNote, memoryBlock, rememberExchange } from '../../plugins/agent/conversations/memory.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/agent/conversations';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const begin = async (body: object = {}, who: 'ann' | 'bob' = 'ann') =>
    (await t.call(who, 'POST', PATH, { body })).body;

  it('begin with their memory on, and are changed and listed', async () => {
    const first = await begin();
    assert.deepEqual([first.ok, first.memory_enabled, first.mode, first.title], [true, true, 'approve', '']);
    const second = await begin({ title: 'Plans', memory_enabled: false, mode: 'ask' });
    assert.deepEqual([second.memory_enabled, second.mode], [false, 'ask']);
    const body = { memory_enabled: false, title: 'First' };
    const changed = await t.call('ann', 'PATCH', `${PATH}/${first.id}`, { body });
    assert.deepEqual([changed.body.ok, changed.body.memory_enabled, changed.body.title], [true, false, 'First']);
    const { conversations } = (await t.call('ann', 'GET', PATH)).body;
    assert.deepEqual(conversations.map(({ id }: { id: number }) => id).sort(), [first.id, second.id].sort());
    assert.deepEqual((await t.call('ann', 'GET', `${PATH}/${first.id}`)).body.messages, []);
    assert.equal((await t.call('ann', 'DELETE', `${PATH}/${second.id}`)).status, 200);
    assert.equal((await t.call('ann', 'GET', `${PATH}/${second.id}`)).status, 404);
  });

  it('are there for nobody else, administrators included', async () => {
    const { id } = await begin({ title: 'Mine' });
    for (const who of ['bob', 'edi', 'adm'] as const) {
      for (const [method, rest] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/memory'],
        ['PUT', '/memory'],
        ['DELETE', '/memory'],
      ] as const) {
        const body = method === 'PUT' ? { notes: [] } : method === 'PATCH' ? { title: 'x' } : undefined;
        const answer = await t.call(who, method, `${PATH}/${id}${rest}`, body && { body });
        assert.equal(answer.status, 404, `${who} ${method} ${rest}`);
      }
      const { conversations } = (await t.call(who, 'GET', PATH)).body;
      assert.ok(!conversations.some((one: { id: number }) => one.id === id));
    }
    assert.equal((await t.call('anon', 'GET', PATH)).status, 401);
  });

  it('take no number of an event that no event has', async () => {
    const { body } = await t.call('ann', 'POST', '/api/agent/conversations');
    const answer = await t.call('ann', 'GET', `/api/agent/conversations/${body.id}/events?after=2147483648`);
    assert.deepEqual([answer.status, answer.body.detail[0].loc], [422, ['query', 'after']]);
  });

  it('begin at pages that the person sees, and at no others', async () => {
    const page = await t.call('ann', 'POST', '/api/pages', { title: 'Place', workspace_id: t.ws1 });
    const made = await begin({ page_id: page.body.id });
    assert.deepEqual([made.page_id, made.workspace_id], [page.body.id, t.ws1]);
    const refused = await t.call('bob', 'POST', PATH, { body: { page_id: page.body.id } });
    assert.equal(refused.status, 404);
    const own = await begin({}, 'bob');
    const moved = await t.call('bob', 'PATCH', `${PATH}/${own.id}`, { body: { page_id: page.body.id } });
    assert.equal(moved.status, 404);
    for (const body of [{ mode: 'wild' }, { memory_enabled: 'maybe' }, { title: 7 }, { user_id: 1 }, { page_id: 0 }])
      assert.equal((await t.call('ann', 'POST', PATH, { body })).status, 422, JSON.stringify(body));
  });

  it('show what they remember, which can be corrected and forgotten', async () => {
    const { id } = await begin();
    const memory = async () => (await t.call('ann', 'GET', `${PATH}/${id}/memory`)).body;
    assert.deepEqual(await memory(), { enabled: true, notes: [], block: '' });
    const notes = [{ text: 'One' }, { text: 'Two' }];
    const kept = await t.call('ann', 'PUT', `${PATH}/${id}/memory`, { body: { notes } });
    assert.equal(kept.body.block, 'One\nTwo');
    const [first] = kept.body.notes;
    const mended = { notes: [{ id: first.id, text: 'One, mended' }] };
    const after_ = await t.call('ann', 'PUT', `${PATH}/${id}/memory`, { body: mended });
    assert.deepEqual([after_.body.block, after_.body.notes[0].created_at], ['One, mended', first.created_at]);
    for (const body of [
      { notes: Array.from({ length: 21 }, () => ({ text: 'x' })) },
      { notes: [{ text: 'x'.repeat(701) }] },
      { notes: [{ text: '' }] },
      {},
    ])
      assert.equal((await t.call('ann', 'PUT', `${PATH}/${id}/memory`, { body })).status, 422);
    assert.equal((await t.call('ann', 'DELETE', `${PATH}/${id}/memory`)).status, 200);
    assert.deepEqual((await memory()).notes, []);
  });

  it('remember the last 20 exchanges, and nothing while that is off', async () => {
    const { id } = await begin();
    const ctx = t.ctx('ann');
    const conversation = { ...(await t.call('ann', 'GET', `${PATH}/${id}`)).body, memory_enabled: true };
    for (let at = 1; at <= 23; at++) await rememberExchange(ctx, conversation, `Question ${at}`, `Answer ${at}`);
    await rememberExchange(ctx, { ...conversation, memory_enabled: false }, 'Secret', 'Secret');
    const { notes } = (await t.call('ann', 'GET', `${PATH}/${id}/memory`)).body;
    assert.equal(notes.length, 20);
    assert.match(notes[0].text, /Question 4 → Answer 4$/);
    assert.match(notes[19].text, /Question 23 → Answer 23$/);
  });
});

describe('notes', () => {
  it('are one line of at most 700 characters, with 180 of the question', () => {
    assert.equal(
      exchangeNote('2026-11-25', 'What\n is  new?', 'Three\npages.'),
      '2026-11-25 What is new? → Three pages.',
    );
    const long = exchangeNote('2026-11-25', 'q'.repeat(500), 'a'.repeat(5000));
    assert.equal(long.length, 700);
    assert.equal(long.indexOf(' → ') - '2026-11-25 '.length, 180);
    const pairs = exchangeNote('2026-11-25', '😀'.repeat(300), '😀'.repeat(900));
    assert.ok(pairs.isWellFormed() && pairs.length <= 700);
  });

  it('are a block of at most 4000 characters, cut on the left with a marker', () => {
    const notes = Array.from({ length: 20 }, (_, at) => ({ text: `${at} ${'x'.repeat(600)}` }));
    const block = memoryBlock(notes);
    assert.equal(block.length, 4000);
    assert.ok(block.startsWith('[…] x') && block.endsWith(notes.at(-1)?.text ?? ''));
    assert.equal(memoryBlock([{ text: 'a' }, { text: 'b' }]), 'a\nb');
    assert.equal(memoryBlock([{ text: 'y'.repeat(4000) }]), 'y'.repeat(4000));
    assert.ok(memoryBlock([{ text: '😀'.repeat(3000) }]).isWellFormed());
  });
});
