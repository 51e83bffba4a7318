// The approval policy: what may happen unasked, whatever a model was told to do.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MODES } from '../../plugins/agent/model.ts';
import { type ApprovalContext, isTypedIn, verdict } from '../../plugins/agent/runs/approval-policy.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { ModelServer, Reply } from './model-server.ts';

const FLAGS = ['privateRead', 'tainted', 'isAllowed', 'isAtPage', 'isTyped'] as const;

/** Every situation that there can be. */
const situations: ApprovalContext[] = MODES.flatMap((mode) =>
  Array.from({ length: 2 ** FLAGS.length }, (_, bits) => ({
    mode,
    ...(Object.fromEntries(FLAGS.map((flag, at) => [flag, Boolean(bits & (1 << at))])) as Omit<
      ApprovalContext,
      'mode'
    >),
  })),
);

describe('the approval policy', () => {
  it('lets every reading through, and nothing out unasked once something was read', () => {
    for (const now of situations) {
      assert.equal(verdict({ class: 'read' }, now), 'run');
      const out = verdict({ class: 'outward' }, now);
      const isFree = !now.privateRead && !now.tainted && (now.isTyped || now.isAllowed);
      assert.equal(out, isFree ? 'run' : 'ask', JSON.stringify(now));
      const acting = now.mode === 'ask' ? 'refuse' : out;
      assert.equal(verdict({ class: 'outward', isActing: true }, now), acting, JSON.stringify(now));
    }
  });

  it('writes nothing in the mode ask, and in the others what was allowed or lies at the page', () => {
    for (const now of situations) {
      const expected =
        now.mode === 'ask'
          ? 'refuse'
          : now.isAllowed || (now.mode === 'auto' && now.isAtPage && !now.tainted)
            ? 'run'
            : 'ask';
      assert.equal(verdict({ class: 'write' }, now), expected, JSON.stringify(now));
    }
  });

  it('takes an address for typed only when it was typed to the last sign', () => {
    const texts = ['Look at https://a.example/x?y=1, please', 'and (https://b.example/)'];
    for (const url of ['https://a.example/x?y=1', 'https://b.example/']) assert.ok(isTypedIn(texts, url), url);
    for (const url of [
      'https://a.example/x',
      'https://a.example/x?y=12',
      'https://b.example/z',
      'https://a.example/',
      '',
      7,
    ])
      assert.ok(!isTypedIn(texts, url), String(url));
  });
});

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  let home: number;
  let inside: number;
  let beside: number;
  before(async () => {
    agent = await startAgent(await open());
    ({ t, model } = agent);
    t.outbound.answer = (url) => ({ body: Buffer.from(`<p>Words of ${url}</p>`) });
    const make = async (title: string, extra: object = { workspace_id: t.ws1 }) =>
      (await t.call('ann', 'POST', '/api/pages', { body: { title, markdown: 'Text', ...extra } })).body.id;
    home = await make('Home');
    inside = await make('Inside', { workspace_id: t.ws1, parent_id: home });
    beside = await make('Beside');
  });
  after(() => agent.stop());

  async function run(replies: Reply[], text: string, body: object = {}): Promise<Chat> {
    model.asked = [];
    model.script = (_, turn) => replies[turn] ?? { text: 'Done.' };
    const chat = await Chat.begin(t, 'ann', body);
    await chat.say(text);
    return chat;
  }
  const append = (page_id: number) => ({ name: 'update_page', args: { page_id, mode: 'append', markdown: 'More' } });
  const fetching = (url: string) => ({ name: 'web_fetch', args: { url } });

  it('reads an address that was typed unasked, and any other one only when it is allowed', async () => {
    t.outbound.asked = [];
    const typed = await run([{ calls: [fetching('https://a.example/x')] }], 'Read https://a.example/x');
    assert.deepEqual([typed.status, t.outbound.asked], ['done', ['https://a.example/x']]);
    const other = await run([{ calls: [fetching('https://a.example/x?leak=1')] }], 'Read https://a.example/x');
    assert.deepEqual([other.status, t.outbound.asked.length], ['waiting', 1]);
    assert.deepEqual(other.of('approval')[0].preview.fields, [{ name: 'url', text: 'https://a.example/x?leak=1' }]);
    await other.decide('once');
    assert.equal(t.outbound.asked.length, 2);
  });

  it('asks for each way out once something was read, a typed address included, and in later runs as well', async () => {
    t.outbound.asked = [];
    const read = { calls: [{ name: 'read_page', args: { page_id: beside } }] };
    const chat = await run([read, { calls: [fetching('https://a.example/x')] }], 'Read https://a.example/x');
    assert.deepEqual([chat.status, t.outbound.asked], ['waiting', []]);
    await chat.decide('run');
    model.asked = [];
    model.script = (_, turn) => (turn ? { text: 'Done.' } : { calls: [fetching('https://a.example/x')] });
    await chat.say('Again: https://a.example/x');
    assert.deepEqual([chat.status, t.outbound.asked.length], ['waiting', 1]);
  });

  it('lets what was allowed for the run happen again, until more was read', async () => {
    const replies = [
      { calls: [append(inside)] },
      { calls: [append(inside)] },
      { calls: [{ name: 'read_page', args: { page_id: beside } }] },
      { calls: [append(inside)] },
    ];
    const chat = await run(replies, 'Write');
    assert.equal(chat.of('approval').length, 1);
    await chat.decide('run');
    assert.deepEqual([chat.status, chat.of('tool_result').length, chat.of('approval').length], ['waiting', 3, 1]);
  });

  it('writes at the page of the conversation and below unasked in the mode auto, and nowhere else', async () => {
    const body = { page_id: home, mode: 'auto' };
    const below = { name: 'create_page', args: { title: 'New', parent_id: inside } };
    const chat = await run([{ calls: [append(home), append(inside), below, append(beside)] }], 'Write', body);
    assert.deepEqual(
      chat.of('tool_result').map(({ ok }) => ok),
      [true, true, true],
    );
    assert.deepEqual([chat.status, chat.of('approval').map((one) => one.arguments.page_id)], ['waiting', [beside]]);
    const away = { name: 'move_page', args: { page_id: inside, parent_id: null } };
    assert.equal((await run([{ calls: [away] }], 'Move', body)).status, 'waiting');
    const read = { calls: [{ name: 'read_page', args: { page_id: beside } }] };
    assert.equal((await run([read, { calls: [append(home)] }], 'Write', body)).status, 'waiting');
    const told = { name: 'notify_user', args: { user_id: t.user('edi').id, page_id: home, text: 'Hello' } };
    assert.equal((await run([{ calls: [told] }], 'Tell edi', body)).status, 'waiting');
  });

  it('offers nothing that writes in the mode ask, and does it no more when it is called all the same', async () => {
    const chat = await run([{ calls: [append(home)] }], 'Write', { mode: 'ask' });
    assert.deepEqual([chat.status, chat.of('approval'), chat.of('tool_result')[0].ok], ['done', [], false]);
    const { tools = [] } = model.asked[0] ?? {};
    for (const name of ['update_page', 'notify_user', 'run_automation']) assert.ok(!tools.includes(name), name);
    for (const name of ['read_page', 'web_fetch']) assert.ok(tools.includes(name), name);
    const told = { name: 'notify_user', args: { user_id: t.user('edi').id, page_id: home, text: 'Hello' } };
    assert.equal((await run([{ calls: [told] }], 'Tell edi', { mode: 'ask' })).of('tool_result')[0].ok, false);
  });

  it('tells people something at most five times a run', async () => {
    const tell = (at: number) => ({
      name: 'notify_user',
      args: { user_id: t.user('edi').id, page_id: home, text: `Hello ${at}` },
    });
    const chat = await run([{ calls: [1, 2, 3, 4, 5, 6].map(tell) }], 'Tell edi');
    await chat.decide('once');
    assert.deepEqual(
      chat.of('tool_result').map(({ ok }) => ok),
      [true, true, true, true, true, false],
    );
  });
});
