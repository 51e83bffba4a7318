// More calls in one answer than are taken: each of them has a result that says so, in every dialect.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PROVIDERS, type ProviderName } from '../../../plugins/agent/settings.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { Chat } from '../chat.ts';
import { type ModelServer, modelEnvironment, startModel } from '../model-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of three dialects
type Any = any;

/** Calls that a provider was sent, and the results that name them, as its dialect has them. */
const SENT: Record<ProviderName, (body: Any) => { calls: string[]; results: [string, string][] }> = {
  openai: ({ messages }) => ({
    calls: messages.flatMap(({ tool_calls: calls = [] }: Any) => calls.map(({ id }: Any) => id)),
    results: messages.flatMap((one: Any) => (one.role === 'tool' ? [[one.tool_call_id, one.content]] : [])),
  }),
  anthropic({ messages }) {
    const parts = messages.flatMap(({ content }: Any) => content);
    return {
      calls: parts.flatMap(({ type, id }: Any) => (type === 'tool_use' ? [id] : [])),
      results: parts.flatMap((one: Any) => (one.type === 'tool_result' ? [[one.tool_use_id, one.content]] : [])),
    };
  },
  // Without ids: results come in the order of the calls.
  ollama: ({ messages }) => ({
    calls: messages.flatMap(({ tool_calls: calls = [] }: Any) => calls.map((_: Any, at: number) => String(at))),
    results: messages
      .filter(({ role }: Any) => role === 'tool')
      .map(({ content }: Any, at: number) => [String(at), content]),
  }),
};

const CALLS = 23;
const TAKEN = 20;

for (const provider of PROVIDERS)
  onEachEngine((_engine, open) => {
    describe(`calls beyond those that are taken, told to ${provider}`, () => {
      let t: TestApp;
      let model: ModelServer;
      before(async () => {
        model = await startModel();
        t = await startApp(await open(), { settings: modelEnvironment(model, provider) });
      });
      after(async () => {
        await t.stop();
        await model.close();
      });

      it('are refused one by one, and the run goes on', async () => {
        const calls = Array.from({ length: CALLS }, () => ({ name: 'search', args: { q: 'quokka' } }));
        model.script = (_, turn) => (turn === 0 ? { calls } : { text: 'That was too much.' });
        const chat = await Chat.begin(t);
        await chat.say('Look everywhere');
        assert.deepEqual([chat.status, chat.text], ['done', 'That was too much.']);
        const sent = SENT[provider](model.asked[1]?.body);
        assert.equal(sent.calls.length, CALLS);
        assert.deepEqual(
          sent.results.map(([id]) => id),
          sent.calls,
        );
        const refused = sent.results.map(([, text]) => /too_many_calls.*20 calls/.test(text));
        assert.deepEqual(
          refused,
          sent.calls.map((_, at) => at >= TAKEN),
        );
        assert.deepEqual(
          chat.of('tool_result').map(({ ok }) => ok),
          sent.calls.map((_, at) => at < TAKEN),
        );
      });

      it('propose nothing', async () => {
        model.asked = [];
        const calls = Array.from({ length: CALLS }, (_, at) => ({
          name: 'create_page',
          args: { title: `Page ${at}`, workspace_id: t.ws1 },
        }));
        model.script = (_, turn) => (turn === 0 ? { calls } : { text: 'Done.' });
        const chat = await Chat.begin(t);
        await chat.say('Make them all');
        assert.deepEqual([chat.status, chat.of('approval').length], ['waiting', TAKEN]);
      });

      it('end the run by name where they are without number', async () => {
        const calls = Array.from({ length: 500 }, () => ({ name: 'list_tags' }));
        model.script = () => ({ calls });
        const chat = await Chat.begin(t);
        await chat.say('Go on for ever');
        assert.deepEqual([chat.status, chat.of('error')[0]?.code], ['failed', 'model_broken']);
        assert.deepEqual(chat.of('tool_call'), []);
      });
    });
  });
