// Why something of the agent came to nothing, as somebody reads it whose language is German.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { Answer, TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { ModelServer } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  before(async () => {
    agent = await startAgent(await open());
    ({ t, model } = agent);
  });
  after(() => agent.stop());

  const german = { 'accept-language': 'de' };
  const shown = async ({ id }: Chat): Promise<string> =>
    (await t.call('ann', 'GET', `/agent/${id}`, { headers: { ...german, accept: 'text/html' } })).text;
  const sent = (path: string, body: object): Promise<Answer> =>
    t.call('ann', 'POST', path, { body, headers: { ...(t.session('ann') as object), ...german } });

  it('is told what tools refused, without the code that is for the model', async () => {
    const missing = { name: 'read_page', args: { page_id: 999_999 } };
    model.script = (_, turn) => (turn === 0 ? { calls: [{ name: 'dance' }, missing] } : { text: 'No.' });
    model.asked = [];
    const chat = await Chat.begin(t);
    await chat.say('Tanz');
    const page = await shown(chat);
    assert.match(page, /Ein Werkzeug dance gibt es nicht\./);
    assert.match(page, /Das gibt es nicht, oder du darfst es nicht sehen\./);
    assert.doesNotMatch(page, /Error \w+:|No tool is called/);
  });

  it('is told what they did not allow', async () => {
    const write = { name: 'create_page', args: { title: 'Tanz', workspace_id: t.ws1 } };
    model.asked = [];
    model.script = (_, turn) => (turn === 0 ? { calls: [write] } : { text: 'Gut.' });
    const chat = await Chat.begin(t);
    await chat.say('Leg eine Seite an');
    await chat.decide('no');
    const page = await shown(chat);
    assert.match(page, /Du hast das nicht erlaubt\./);
    assert.doesNotMatch(page, /did not allow/);
  });

  it('is told why a run ended for a reason that has no words of its own', async () => {
    model.script = () => ({ text: 'Gut.' });
    const chat = await Chat.begin(t);
    await chat.say('Hallo');
    const detail = 'The session or the account that asked has ended, and the run with it.';
    await t.app.database.writer('agent_runs').where({ id: chat.runId }).update({ status: 'failed', code: 'x', detail });
    const page = await shown(chat);
    assert.match(page, /Die Sitzung oder das Konto, von dem die Frage kam, ist beendet/);
    assert.ok(!page.includes(detail));
  });

  it('is told why there is no suggestion', async () => {
    for (const [status, words] of [
      [400, 'Der Modellserver hat die Anfrage abgelehnt (400).'],
      [503, 'Der Modellserver ist überlastet oder gestört (503).'],
    ] as const) {
      model.script = () => ({ status, headers: { 'retry-after': '0' } });
      const answer = await sent('/api/agent/suggestions', { kind: 'shorten', text: 'x' });
      assert.deepEqual([answer.status, answer.body.detail], [502, words]);
    }
  });

  it('is told why a connector is refused, and what a test of one found', async () => {
    t.outbound.answer = () => {
      throw new Error('reset');
    };
    const taken = await sent('/api/agent/connectors', { name: 'search', url: 'https://wiki.example.org/' });
    assert.deepEqual([taken.status, taken.body.detail], [409, 'Den Namen search verwendet der Dienst selbst.']);
    const made = await sent('/api/agent/connectors', { name: 'Wiki', url: 'https://wiki.example.org/' });
    const tested = await sent('/api/agent/connectors/probe', { id: made.body.id });
    assert.match(tested.text, /Die Verbindung zur Website ist fehlgeschlagen\./);
  });
});
