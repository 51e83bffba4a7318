// Model and limits of the agent as administrators store them: they hold from the next question on, the environment wins.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Chat } from './chat.ts';
import { type ModelServer, modelEnvironment, startModel } from './model-server.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let model: ModelServer;
  before(async () => {
    model = await startModel(() => ({ text: 'Yes.', usage: { in: 400, out: 100 } }));
    const { AGENT_MODEL: _, ...environment } = modelEnvironment(model);
    t = await startApp(await open(), { settings: { ...environment, AGENT_MAX_STEPS: '5' } });
  });
  after(async () => {
    await t.stop();
    await model.close();
  });

  const put = (body: object) => t.call('adm', 'PUT', '/api/v2/admin/settings', { body });
  const status = async () => (await t.call('ann', 'GET', '/api/agent/status')).body;
  const setting = async (name: string) => {
    const { body } = await t.call('adm', 'GET', '/api/v2/admin/settings');
    const found = body.settings.find((one: { name: string }) => one.name === name);
    return [found.value, found.source, found.changeable];
  };

  it('let an administrator choose the model of a provider', async () => {
    assert.equal((await status()).configured, false);
    const chat = await Chat.begin(t);
    const early = await chat.call('POST', `${chat.path}/messages`, { text: 'Hello' });
    assert.deepEqual([early.status, early.body.code], [503, 'unavailable']);
    assert.match((await t.call('adm', 'GET', '/admin/agent')).text, /no model is chosen yet/);
    assert.equal((await put({ AGENT_MODEL: 'small-1' })).status, 200);
    assert.deepEqual(await setting('AGENT_MODEL'), ['small-1', 'stored', true]);
    await chat.say('Hello');
    assert.equal(chat.status, 'done');
    assert.equal(model.asked.at(-1)?.body.model, 'small-1');
    assert.equal((await status()).model, 'small-1');
  });

  it('hold from the next question on', async () => {
    await put({ AGENT_MODEL: 'small-1', AGENT_DAY_TOKENS: 510 });
    assert.equal((await status()).day.limit, 510);
    const asked = model.asked.length;
    const chat = await Chat.begin(t);
    await chat.say('Hello again');
    assert.deepEqual([chat.status, chat.of('error')[0].code], ['failed', 'agent_budget']);
    assert.equal(model.asked.length, asked);
    await put({ AGENT_DAY_TOKENS: null });
    assert.equal((await status()).day.limit, 500_000);
    await chat.say('And now');
    assert.equal(chat.status, 'done');
  });

  it('are a form of the administration, where an empty field is the default', async () => {
    const send = (fields: Record<string, string>) => t.form('adm', '/admin/agent', fields);
    const saved = await send({ AGENT_MODEL: 'large-2', AGENT_RUN_TOKENS: '9000', AGENT_DAY_TOKENS: '' });
    assert.deepEqual([saved.status, saved.headers.location], [303, '/admin/agent?done=saved']);
    assert.deepEqual(await setting('AGENT_RUN_TOKENS'), ['9000', 'stored', true]);
    assert.deepEqual(await setting('AGENT_DAY_TOKENS'), ['500000', 'default', true]);
    assert.match((await t.call('adm', 'GET', '/admin/agent')).text, /value="large-2"/);
    const refused = await send({ AGENT_MODEL: 'other', AGENT_RUN_TOKENS: 'many' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Tokens per answer must be a number/);
    assert.match(refused.text, /value="many"/);
    assert.equal((await setting('AGENT_MODEL'))[0], 'large-2');
    assert.equal((await send({ AGENT_API_KEY: 'x' })).status, 422);
    assert.equal((await t.form('ann', '/admin/agent', { AGENT_MODEL: 'mine' })).status, 403);
  });

  for (const [status, body] of [
    [409, { AGENT_BASE_URL: 'https://elsewhere.test' }],
    [409, { AGENT_API_KEY: 'x' }],
    [409, { AGENT_PROVIDER: 'openai', AGENT_MODEL: 'x' }],
    [422, { AGENT_RUN_TOKENS: 0 }],
    [422, { AGENT_NOTHING: 'x' }],
  ] as const)
    it(`do not take ${JSON.stringify(body)}`, async () => {
      const refused = await put(body);
      assert.equal(refused.status, status);
      assert.match(refused.text, new RegExp(Object.keys(body)[0] ?? ''));
    });

  it('that somebody else changed meanwhile are not replaced unseen, and what was typed stays', async () => {
    await put({ AGENT_MODEL: 'first', AGENT_DAY_TOKENS: null, AGENT_RUN_TOKENS: null });
    const { text: page } = await t.call('adm', 'GET', '/admin/agent');
    const was = Object.fromEntries(
      [...page.matchAll(/name="(seen\.\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    assert.equal(was['seen.AGENT_MODEL'], 'first');
    await put({ AGENT_MODEL: 'second' });
    const typed = { AGENT_MODEL: 'first', AGENT_RUN_TOKENS: '7000', AGENT_DAY_TOKENS: '500000' };
    const refused = await t.form('adm', '/admin/agent', { ...was, ...typed });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /role="alert">Somebody else changed a setting[^<]*: Model \(second\)/);
    assert.match(refused.text, /id="AGENT_RUN_TOKENS" name="AGENT_RUN_TOKENS" value="7000"/);
    assert.match(refused.text, /id="AGENT_MODEL" name="AGENT_MODEL" value="second"/);
    assert.deepEqual(await setting('AGENT_RUN_TOKENS'), ['60000', 'default', true]);
    const now = { ...was, 'seen.AGENT_MODEL': 'second' };
    const saved = await t.form('adm', '/admin/agent', { ...now, ...typed, AGENT_MODEL: 'third' });
    assert.equal(saved.status, 303, saved.text);
    assert.deepEqual(await setting('AGENT_MODEL'), ['third', 'stored', true]);
    // What nobody touched is no default that was stored.
    assert.deepEqual(await setting('AGENT_DAY_TOKENS'), ['500000', 'default', true]);
  });

  it('stay as the environment says', async () => {
    assert.deepEqual(await setting('AGENT_MAX_STEPS'), ['5', 'environment', false]);
    assert.deepEqual((await put({ AGENT_MAX_STEPS: 9 })).status, 409);
    const fixed = await t.form('adm', '/admin/agent', { AGENT_MAX_STEPS: '9', AGENT_MODEL: 'mine' });
    assert.equal(fixed.status, 409);
    assert.match(fixed.text, /role="alert">Now set in the environment[^<]*: Steps per answer \(5\)/);
    assert.match(fixed.text, /name="AGENT_MODEL" value="mine"/);
    assert.match(fixed.text, /<input id="AGENT_MAX_STEPS" disabled value="5"/);
    assert.match((await t.call('adm', 'GET', '/admin/agent')).text, /Set by AGENT_MAX_STEPS in the environment/);
  });
});
