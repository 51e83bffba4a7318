// Runs of the agent: what is told of them, how they wait, are stopped, fail by name, and stay within their budgets.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import { endLostRuns } from '../../plugins/agent/runs/lost-runs.ts';
import { migratedDatabase, onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent, toldIn } from './chat.ts';
import type { ModelServer, Reply, Script } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  let page: number;
  before(async () => {
    agent = await startAgent(await open(), undefined, { AGENT_TIMEOUT_S: '1', AGENT_MAX_STEPS: '5' });
    ({ t, model } = agent);
    const made = await t.call('ann', 'POST', '/api/pages', {
      body: { title: 'Quokka', markdown: 'They live on Rottnest.', workspace_id: t.ws1 },
    });
    page = made.body.id;
  });
  after(() => agent.stop());

  const scripted = async (script: Script, who: 'ann' | 'edi' = 'ann', body: object = {}): Promise<Chat> => {
    model.script = script;
    model.asked = [];
    return Chat.begin(t, who, body);
  };
  /** One answer after the other. */
  const inOrder =
    (...replies: Reply[]): Script =>
    (_, turn) =>
      replies[Math.min(turn, replies.length - 1)] as Reply;

  it('answer, with what they read as sources, and remember it', async () => {
    const chat = await scripted(
      inOrder(
        { text: 'Let me see. ', calls: [{ name: 'read_page', args: { page_id: page } }] },
        { text: 'On Rottnest.' },
      ),
    );
    await chat.say('Where do quokkas live?');
    assert.equal(chat.text, 'Let me see. On Rottnest.');
    assert.deepEqual(
      chat.told.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]),
      ['run', 'text', 'tool_call', 'usage', 'tool_result', 'text', 'usage', 'done'],
    );
    const [result] = chat.of('tool_result');
    assert.deepEqual([result.ok, result.sources], [true, [{ page_id: page, title: 'Quokka' }]]);
    assert.match(result.excerpt, /Rottnest/);
    assert.deepEqual(
      chat.of('usage').map(({ in: asked, out }) => [asked, out]),
      [
        [10, 5],
        [10, 5],
      ],
    );
    assert.equal(chat.status, 'done');
    const record = await chat.record();
    assert.equal(record.title, 'Where do quokkas live?');
    assert.deepEqual(
      record.messages.map(({ role }: { role: string }) => role),
      ['user', 'assistant', 'tool', 'assistant'],
    );
    const { notes } = (await chat.call('GET', `${chat.path}/memory`)).body;
    assert.match(notes[0].text, /^\d{4}-\d\d-\d\d Where do quokkas live\? → On Rottnest\.$/);
    // What was read is set apart for the model, and the next run is given what was remembered.
    assert.match(model.asked[1]?.messages.at(-1)?.text ?? '', /^\[data \w+:.*\n# Quokka[\s\S]*\n\[end of data \w+\]$/);
    await chat.say('And?');
    assert.match(model.asked[2]?.system ?? '', /→ On Rottnest\./);
    assert.deepEqual(model.asked[2]?.messages.map(({ role, text }) => [role, text]).at(-1), ['user', 'And?']);
  });

  it('are told again from any event on', async () => {
    const chat = await scripted(inOrder({ text: 'One two three.' }));
    const told = await chat.say('Count');
    assert.deepEqual(await chat.listen(0), told);
    assert.deepEqual(await chat.listen(told[1]?.id), told.slice(2));
    assert.deepEqual(await chat.listen(told.at(-1)?.id), []);
  });

  it('remember nothing where that is off', async () => {
    const chat = await scripted(inOrder({ text: 'Yes.' }), 'ann', { memory_enabled: false });
    await chat.say('Is it so?');
    assert.deepEqual((await chat.call('GET', `${chat.path}/memory`)).body.notes, []);
  });

  it('propose what they would change with a preview, do it when it is allowed, and not else', async () => {
    const write = { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'They smile.' } };
    const chat = await scripted(inOrder({ calls: [write] }, { text: 'Written.' }));
    await chat.say('Write it');
    assert.equal(chat.status, 'waiting');
    const [approval] = chat.of('approval');
    assert.deepEqual(
      [approval.tool, approval.arguments, approval.preview.page.title],
      ['update_page', write.args, 'Quokka'],
    );
    assert.deepEqual(approval.preview.lines.at(-1), {
      kind: 'added',
      pieces: [{ kind: 'added', text: 'They smile.' }],
    });
    const textNow = async () => (await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text;
    assert.doesNotMatch(await textNow(), /smile/);
    await chat.decide('no');
    assert.deepEqual([chat.status, chat.of('tool_result')[0].ok], ['done', false]);
    assert.doesNotMatch(await textNow(), /smile/);
    model.asked = [];
    await chat.say('Do write it');
    await chat.decide('once');
    assert.deepEqual([chat.status, chat.of('tool_result')[0].ok, chat.text], ['done', true, 'Written.']);
    assert.match(await textNow(), /smile/);
    const audit = await t.app.database.reader('api_audit').where({ action: 'agent.update_page' });
    assert.deepEqual(
      audit.map((one) => [one.user_id, one.resource_id]),
      [[t.user('ann').id, String(page)]],
    );
    const decided = await chat.call('POST', `/api/agent/runs/${chat.runId}/decisions`, {
      decisions: [{ action_id: approval.action_id, allow: 'once' }],
    });
    assert.equal(decided.status, 422);
    assert.equal((await chat.undo()).body.undone.length, 1);
    assert.doesNotMatch(await textNow(), /smile/);
  });

  it('are denied by the next question what nobody decided', async () => {
    const write = { name: 'trash_page', args: { page_id: page } };
    const chat = await scripted(inOrder({ calls: [write] }, { text: 'Fine.' }));
    await chat.say('Delete it');
    assert.equal(chat.status, 'waiting');
    const first = chat.runId;
    await chat.say('Never mind');
    assert.equal(chat.status, 'done');
    const { runs } = await chat.record();
    assert.deepEqual(
      runs.map((run: { id: number; status: string; actions: { status: string }[] }) => [
        run.id === first,
        run.status,
        run.actions.map(({ status }) => status),
      ]),
      [
        [true, 'stopped', ['denied']],
        [false, 'done', []],
      ],
    );
  });

  it('call tools with the rights of the person alone: what is hidden is an error of the tool', async () => {
    const hidden = await t.call('bob', 'POST', '/api/pages', { body: { title: 'Secret canary', workspace_id: t.ws2 } });
    const { id } = hidden.body;
    const calls = [
      { name: 'read_page', args: { page_id: id } },
      { name: 'update_page', args: { page_id: id, mode: 'append', markdown: 'x' } },
      { name: 'trash_page', args: { page_id: id } },
      { name: 'create_page', args: { title: 'x', parent_id: id } },
      { name: 'add_comment', args: { page_id: id, body: 'x' } },
    ];
    const chat = await scripted(inOrder({ calls }, { text: 'No.' }));
    await chat.say('Look');
    assert.deepEqual([chat.status, chat.of('approval')], ['done', []]);
    assert.deepEqual(
      chat.of('tool_result').map(({ ok }) => ok),
      [false, false, false, false, false],
    );
    for (const { excerpt } of chat.of('tool_result')) assert.match(excerpt, /^Error not_found/);
    assert.ok(!JSON.stringify(chat.told).includes('canary'));
  });

  it('get over tools that there are not and over arguments that are none, once', async () => {
    const chat = await scripted(
      inOrder(
        { calls: [{ name: 'nothing' }, { name: 'search', args: { q: 7 } }, { name: 'search', raw: '{"q": ' }] },
        { text: 'Sorry.' },
      ),
    );
    await chat.say('Try');
    assert.equal(chat.status, 'done');
    assert.deepEqual(
      chat.of('tool_result').map(({ excerpt }) => excerpt.split(':')[0]),
      ['Error unknown_tool', 'Error validation_failed', 'Error malformed'],
    );
    const again = await scripted(() => ({ calls: [{ name: 'search', raw: 'nonsense' }] }));
    await again.say('Try');
    assert.deepEqual([again.status, again.of('error')[0].code], ['failed', 'model_broken']);
  });

  it('end when they come to no end', async () => {
    const chat = await scripted(() => ({ calls: [{ name: 'list_tags' }] }));
    await chat.say('Go round');
    assert.deepEqual([chat.status, chat.of('error')[0].code, model.asked.length], ['failed', 'too_many_steps', 5]);
  });

  for (const [fault, code] of [
    ['hang', 'model_silent'],
    ['garbage', 'model_broken'],
    ['half', 'model_broken'],
    ['huge', 'model_broken'],
  ] as const)
    it(`fail by name when the model answers with ${fault}, and go on with the next question`, async () => {
      const chat = await scripted((_, turn) =>
        turn ? { text: 'Here.' } : { text: 'Well, this will be long.', fault },
      );
      await chat.say('Hello');
      assert.deepEqual([chat.status, chat.of('error')[0].code], ['failed', code]);
      const [run] = (await chat.record()).runs;
      assert.deepEqual([run.status, run.code], ['failed', code]);
      await chat.say('Again');
      assert.deepEqual([chat.status, chat.text], ['done', 'Here.']);
    });

  it('are one at a time in a conversation, and stop when they are told to', async () => {
    const chat = await scripted((_, turn) => (turn ? { text: 'Here.' } : { text: 'Well', fault: 'hang' }));
    const answering = chat.say('Hello');
    await until(() => model.asked.length === 1);
    const busy = await chat.call('POST', `${chat.path}/messages`, { text: 'And?' });
    assert.equal(busy.status, 409);
    const { runs, watch_after } = await chat.record();
    assert.equal(typeof watch_after, 'number');
    const stopped = await chat.call('POST', `/api/agent/runs/${runs[0].id}/stop`);
    assert.equal(stopped.body.status, 'stopped');
    await answering;
    assert.equal(chat.status, 'stopped');
    await until(async () => (await chat.call('POST', `${chat.path}/messages`, { text: 'And?' })).status === 200);
  });

  it('are watched and stopped from another process', async () => {
    const other = await createApp(t.app.settings);
    const chat = await scripted(() => ({ text: 'Well, this takes a while', fault: 'hang' }));
    const answering = chat.say('Hello');
    await until(() => model.asked.length === 1);
    const headers = t.session('ann');
    const watching = other.server.inject({ url: `${chat.path}/events`, headers });
    const [{ id }] = (await chat.record()).runs;
    const stopped = await other.server.inject({ method: 'POST', url: `/api/agent/runs/${id}/stop`, headers });
    assert.equal(JSON.parse(stopped.payload).status, 'stopped', stopped.payload);
    assert.equal(toldIn((await watching).payload).at(-1)?.data.status, 'stopped');
    await answering;
    assert.equal(chat.of('done')[0].status, 'stopped');
    await other.stop();
  });

  it('belong to one person: nobody else sees, decides, stops or undoes them', async () => {
    const write = { name: 'create_page', args: { title: 'Mine', workspace_id: t.ws1 } };
    const chat = await scripted(inOrder({ calls: [write] }));
    await chat.say('Make it');
    const decisions = [{ action_id: chat.of('approval')[0].action_id, allow: 'once' }];
    for (const who of ['edi', 'bob', 'adm'] as const) {
      const run = `/api/agent/runs/${chat.runId}`;
      for (const [method, path, body] of [
        ['POST', `${run}/decisions`, { decisions }],
        ['POST', `${run}/stop`, undefined],
        ['POST', `${run}/undo`, undefined],
        ['POST', `${chat.path}/messages`, { text: 'x' }],
        ['GET', `${chat.path}/events`, undefined],
      ] as const)
        assert.equal((await t.call(who, method, path, body && { body })).status, 404, `${who} ${path}`);
    }
    const other = await scripted(inOrder({ calls: [write] }), 'edi');
    await other.say('Make it');
    const foreign = await t.call('edi', 'POST', `/api/agent/runs/${other.runId}/decisions`, { body: { decisions } });
    assert.equal(foreign.status, 422, 'an action of another run');
  });

  it('whose process is gone without a word are named, too', async () => {
    const chat = await scripted(inOrder({ text: 'Hello.' }));
    await chat.say('Hello');
    const [place] = t.app.instance.split('.');
    const soon = (ms: number) => new Date(Date.parse(t.app.now()) + ms).toISOString();
    const losses = [
      { owner: 'elsewhere', lease_until: soon(-1) },
      { owner: `${place}.${spawnSync('true').pid}.x`, lease_until: soon(60_000) },
    ];
    for (const lost of losses) {
      const going = { status: 'running', tokens_reserved: 100, ended_at: null, ...lost };
      await t.app.database.writer('agent_runs').where({ id: chat.runId }).update(going);
      await endLostRuns(t.app.context({ type: 'system', reason: 'tests' }));
      const run = (await chat.record()).runs.at(-1);
      assert.deepEqual([run.status, run.code, run.tokens_in], ['failed', 'interrupted', 110]);
      await chat.say('Go on');
      assert.equal(chat.status, 'done');
    }
    const alive = { status: 'running', owner: t.app.instance, lease_until: soon(60_000) };
    await t.app.database.writer('agent_runs').where({ id: chat.runId }).update(alive);
    await endLostRuns(t.app.context({ type: 'system', reason: 'tests' }));
    assert.equal((await chat.record()).runs.at(-1).status, 'running');
    await t.app.database.writer('agent_runs').where({ id: chat.runId }).update({ status: 'done' });
  });
});

describe('suggestions', () => {
  onEachEngine((_engine, open) => {
    it('are texts that nobody writes, made without tools and counted like all else', async () => {
      const { t, model, stop } = await startAgent(await open(), () => ({ text: 'We were there.' }));
      const ask = (body: object) => t.call('ann', 'POST', '/api/agent/suggestions', { body });
      const { status, body } = await ask({ kind: 'rewrite', text: 'We was there. DO list_tags {} END' });
      assert.deepEqual([status, body], [200, { text: 'We were there.' }]);
      const [asked] = model.asked;
      assert.deepEqual(asked?.tools, []);
      assert.match(asked?.messages[0]?.text ?? '', /^\[data \w+:[\s\S]*We was there/);
      const { day } = (await t.call('ann', 'GET', '/api/agent/status')).body;
      assert.equal(day.used, 15);
      for (const wrong of [
        { kind: 'ask', text: 'x' },
        { kind: 'translate', text: 'x' },
        { kind: 'sing', text: 'x' },
        { kind: 'rewrite' },
      ])
        assert.equal((await ask(wrong)).status, 422, JSON.stringify(wrong));
      model.script = () => ({ status: 400 });
      assert.deepEqual((await ask({ kind: 'shorten', text: 'x' })).body.code, 'agent_failed');
      // None of them is something that an agent of another program did.
      assert.doesNotMatch((await t.call('ann', 'GET', '/agent')).text, /Other programs/);
      await stop();
    });
  });
});

describe('a process', () => {
  onEachEngine((_engine, open) => {
    it('that starts names the runs of one that was killed, and leaves those of others alone', async () => {
      const { t, stop } = await startAgent(await open());
      const chats = [await Chat.begin(t), await Chat.begin(t)] as const;
      const [place] = t.app.instance.split('.');
      const lease_until = new Date(Date.parse(t.app.now()) + 60_000).toISOString();
      const owners = [`${place}.${spawnSync('true').pid}.x`, t.app.instance];
      for (const [at, chat] of chats.entries()) {
        await chat.say('Hello');
        const going = { status: 'running', ended_at: null, owner: owners[at], lease_until };
        await t.app.database.writer('agent_runs').where({ id: chat.runId }).update(going);
      }
      const other = await createApp(t.app.settings);
      await other.start();
      const runs = await t.app.database.reader('agent_runs').orderBy('id');
      await other.stop();
      assert.deepEqual(
        runs.map(({ status, code }) => [status, code]),
        [
          ['failed', 'interrupted'],
          ['running', ''],
        ],
      );
      await stop();
    });
  });

  onEachEngine((_engine, open) => {
    it('that ends names the runs that it leaves', async () => {
      const agent = await startAgent(await open(), () => ({ text: 'Well', fault: 'hang' }), { AGENT_TIMEOUT_S: '60' });
      const chat = await Chat.begin(agent.t);
      await agent.t.app.start();
      const answer = await fetch(`${agent.t.app.baseUrl}${chat.path}/messages`, {
        method: 'POST',
        headers: { ...agent.t.session('ann'), 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Hello' }),
      });
      assert.equal(answer.headers.get('content-encoding'), 'identity');
      await until(() => agent.model.asked.length === 1);
      const [text] = await Promise.all([answer.text(), agent.stop()]);
      const told = toldIn(text);
      assert.equal(told.at(-1)?.data.status, 'failed');
      assert.equal(told.at(-2)?.data.code, 'interrupted');
    });
  });
});

describe('budgets', () => {
  onEachEngine((_engine, open) => {
    it('hold before the model is asked', async () => {
      const agent = await startAgent(await open(), () => ({ text: 'Yes.', usage: { in: 4000, out: 1000 } }), {
        AGENT_RUN_TOKENS: '20000',
        AGENT_DAY_TOKENS: '7000',
      });
      const chat = await Chat.begin(agent.t);
      await chat.say('First');
      assert.equal(chat.status, 'done');
      assert.equal(chat.of('usage')[0].left, 2000);
      await chat.say('Second');
      const error = chat.of('error')[0];
      assert.deepEqual([chat.status, error.code], ['failed', 'agent_budget']);
      assert.match(error.detail, /00:00 UTC/);
      assert.equal(agent.model.asked.length, 1);
      const status = await agent.t.call('ann', 'GET', '/api/agent/status');
      assert.deepEqual(status.body, {
        configured: true,
        provider: 'openai',
        model: 'stub',
        day: { used: 5000, limit: 7000 },
        fetch_hosts: [],
        waiting: 0,
      });
      await agent.stop();
    });
  });

  onEachEngine((_engine, open) => {
    it('count what was used in conversations that are deleted since', async () => {
      const { t, stop } = await startAgent(await open(), () => ({ text: 'Yes.', usage: { in: 4000, out: 1000 } }), {
        AGENT_RUN_TOKENS: '20000',
        AGENT_DAY_TOKENS: '16000',
      });
      const used = async () => (await t.call('ann', 'GET', '/api/agent/status')).body.day.used;
      const chats = [await Chat.begin(t), await Chat.begin(t)] as const;
      for (const chat of chats) await chat.say('A secret question');
      await Chat.begin(t, 'edi').then((chat) => chat.say('Of somebody else'));
      const days = async () => (await t.call('adm', 'GET', '/api/v2/admin/agent')).body.days;
      const [before_, counted] = [await used(), await days()];
      assert.deepEqual([before_, counted[0].runs, counted[0].tokens_in], [10_000, 3, 12_000]);
      for (const chat of chats) assert.equal((await chat.call('DELETE', chat.path)).status, 200);
      assert.deepEqual([await used(), await days()], [before_, counted]);
      const left = await t.app.database.reader('agent_messages').whereLike('text', '%secret%');
      assert.deepEqual(left, []);
      const last = await Chat.begin(t);
      await last.say('More');
      await last.say('And more');
      assert.deepEqual([last.status, last.of('error')[0].code], ['failed', 'agent_budget']);
      await stop();
    });
  });

  it('are of no use where there is no model', async () => {
    const database = await migratedDatabase('sqlite');
    const t = await startApp(database);
    const chat = await Chat.begin(t);
    const answer = await chat.call('POST', `${chat.path}/messages`, { text: 'Hello' });
    assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable']);
    const { conversations: before_ } = (await chat.call('GET', '/api/agent/conversations')).body;
    assert.equal((await t.form('ann', '/agent', { text: 'Hello' })).status, 503);
    const { conversations } = (await chat.call('GET', '/api/agent/conversations')).body;
    assert.deepEqual(conversations, before_, 'a question that nobody can answer leaves no conversation behind');
    assert.equal((await t.call('ann', 'GET', '/api/agent/status')).body.configured, false);
    await t.stop();
    await database.cleanup();
  });
});
