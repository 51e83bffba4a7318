// Asking a model in each of three dialects: what is sent and understood, and every way in which an answer fails.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import type { App } from '../../../core/kernel/app.ts';
import { Outbound } from '../../../core/outbound/outbound.ts';
import { askModel } from '../../../plugins/agent/model/ask-model.ts';
import type { ModelPart, ModelQuestion } from '../../../plugins/agent/model/dialect.ts';
import { ollama } from '../../../plugins/agent/model/ollama.ts';
import { PROVIDERS, type ProviderName } from '../../../plugins/agent/settings.ts';
import { until } from '../../../testing/until.ts';
import { type ModelServer, startModel } from '../model-server.ts';

const QUESTION: ModelQuestion = {
  system: 'Be brief.',
  messages: [
    { role: 'user', text: 'What is there?' },
    { role: 'assistant', text: 'I look.', calls: [{ id: 'c0', name: 'search', arguments: '{"q":"a"}' }] },
    { role: 'tool', callId: 'c0', name: 'search', text: 'Three pages' },
    { role: 'user', text: 'And now?' },
  ],
  tools: [{ name: 'search', description: 'Finds', parameters: { type: 'object', properties: { q: {} } } }],
  most: 100,
};

const outbound = new Outbound();
const logged: object[] = [];
const app = { outbound, log: { warn: (about: object) => logged.push(about) } } as never as App;
let model: ModelServer;
before(async () => {
  model = await startModel();
});
afterEach(() => {
  model.asked = [];
});
after(async () => {
  await model.close();
  await outbound.close();
});

async function ask(
  provider: ProviderName,
  { isStreamed = true, silenceMs = 20_000, url = model.url, signal = new AbortController().signal } = {},
): Promise<ModelPart[]> {
  const baseUrl = provider === 'openai' ? `${url}/v1` : url;
  const settings = { provider, model: 'stub', apiKey: 'KEY-7f3a', baseUrl, isStreamed, silenceMs };
  return Array.fromAsync(askModel(app, settings, QUESTION, signal));
}
const textOf = (parts: ModelPart[]): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const callsOf = (parts: ModelPart[]) => parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));

for (const provider of PROVIDERS) {
  describe(provider, () => {
    for (const isStreamed of [true, false]) {
      const way = isStreamed ? 'piece by piece' : 'at once';
      it(`hears what was said so far, and answers with text and calls ${way}`, async () => {
        const args = { q: 'größer 😀', limit: 3 };
        model.script = () => ({
          text: 'Grüße, 😀 and more.',
          calls: [{ name: 'search', args }, { name: 'list_tags' }],
        });
        const parts = await ask(provider, { isStreamed });
        assert.equal(textOf(parts), 'Grüße, 😀 and more.');
        const calls = callsOf(parts);
        assert.deepEqual(
          calls.map(({ name, arguments: text }) => [name, JSON.parse(text)]),
          [
            ['search', args],
            ['list_tags', {}],
          ],
        );
        assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
        const used = parts.flatMap((part) => (part.type === 'usage' ? [part] : []));
        assert.deepEqual([used.find((one) => one.in)?.in, used.findLast((one) => one.out)?.out], [10, 5]);
        assert.equal(parts.at(-1)?.type, 'end');
        const [asked] = model.asked;
        assert.deepEqual([asked?.system, asked?.tools], ['Be brief.', ['search']]);
        assert.deepEqual(
          asked?.messages.map(({ role, text, calls: made }) => [role, text, made.map(({ name }) => name)]),
          [
            ['user', 'What is there?', []],
            ['assistant', 'I look.', ['search']],
            ['tool', 'Three pages', []],
            ['user', 'And now?', []],
          ],
        );
        const key = asked?.headers[provider === 'anthropic' ? 'x-api-key' : 'authorization'];
        assert.equal(key, provider === 'anthropic' ? 'KEY-7f3a' : 'Bearer KEY-7f3a');
      });

      it(`tells an answer ${way} that breaks off from a whole one`, async () => {
        for (const isCut of [true, undefined]) {
          model.script = () => ({ text: 'It would be', ...(isCut && { isCut }) });
          const parts = await ask(provider, { isStreamed });
          assert.deepEqual([textOf(parts), parts.at(-1)], ['It would be', { type: 'end', isCut: isCut === true }]);
        }
      });

      for (const fault of ['garbage', 'half', 'huge', 'nothing'] as const)
        it(`names an answer ${way} that is ${fault}`, async () => {
          model.script = () => ({ text: 'A long text that is not finished in time.', fault });
          await assert.rejects(ask(provider, { isStreamed }), { code: 'model_broken' });
          assert.equal(model.asked.length, 1, 'what has begun is not asked for again');
        });

      it(`gives up on silence ${way}`, async () => {
        model.script = () => ({ text: 'Never', fault: 'hang' });
        await assert.rejects(ask(provider, { isStreamed, silenceMs: 50 }), { code: 'model_silent' });
      });
    }

    it('is asked once more when it was busy, and not when it refused', async () => {
      model.script = (_, turn) => (turn ? { text: 'Now.' } : { status: 429, headers: { 'retry-after': '0' } });
      assert.equal(textOf(await ask(provider)), 'Now.');
      model.asked = [];
      model.script = () => ({ status: 503, headers: { 'retry-after': '0' } });
      await assert.rejects(ask(provider), { code: 'model_refused', message: /503/ });
      assert.equal(model.asked.length, 2);
      model.asked = [];
      model.script = () => ({ status: 401 });
      logged.length = 0;
      await assert.rejects(ask(provider), (error: Error) => /401/.test(error.message) && !/KEY/.test(error.message));
      assert.equal(model.asked.length, 1);
      const told = JSON.stringify(logged);
      assert.match(told, /"code":"model_refused".*401/, 'whoever reads the log hears of it');
      assert.doesNotMatch(told, /KEY|What is there|Three pages/);
    });

    it('is left when it refuses with words that never end', async () => {
      model.script = () => ({ status: 500, headers: { 'retry-after': '0' }, fault: 'hang' });
      await assert.rejects(ask(provider, { silenceMs: 600_000 }), { code: 'model_refused' });
      await until(() => model.answering === 0, 'the end of its answers');
    });

    it('is left when nobody waits any more', async () => {
      const stop = new AbortController();
      model.script = () => {
        setImmediate(() => stop.abort(new Error('stopped')));
        return { text: 'Never', fault: 'hang' };
      };
      await assert.rejects(ask(provider, { signal: stop.signal }));
    });
  });
}

describe('the site of the operator', () => {
  it('is no other one, and no redirect leads to one', async () => {
    let reached = 0;
    const other = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    model.script = () => ({ status: 307, headers: { location: elsewhere } });
    await assert.rejects(ask('openai'), { code: 'model_broken' });
    const site = outbound.operator(model.url);
    await assert.rejects(site.stream(elsewhere, { silenceMs: 1000, maxBytes: 10 }), /another origin/);
    assert.equal(reached, 0);
    other.close();
  });

  it('may be away', async () => {
    await assert.rejects(ask('openai', { url: 'http://127.0.0.1:1' }), { code: 'model_unreachable' });
  });
});

describe('the room that Ollama is asked for', () => {
  const settings = { model: 'm', apiKey: '', isStreamed: true, baseUrl: '' } as never;
  const room = (text: string, most = 100): number => {
    const { body } = ollama.request({ ...QUESTION, most, messages: [{ role: 'user', text }] }, settings);
    return (body as { options: { num_ctx: number } }).options.num_ctx;
  };

  it('holds all that is sent and the answer, in few sizes', () => {
    assert.equal(room('short'), 8192);
    assert.equal(room('short', 8192), 16_384);
    assert.equal(room('x'.repeat(60_000)), 32_768);
    assert.equal(room('x'.repeat(3_000_000)), 131_072);
  });
});
