// A property filled by the agent: five rows are looked at, then all are filled as a run, and that is undone.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { runnerOf } from '../../plugins/agent/runs/runner.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, startAgent } from './chat.ts';
import type { Asked, ModelServer } from './model-server.ts';

/** As a model does: the mood of each row that it is asked about. */
function moods({ messages }: Asked): string {
  const [, json = '[]'] = /instructions for you\]\n([\s\S]*)\n\[end/.exec(messages[0]?.text ?? '') ?? [];
  const rows = JSON.parse(json) as { id: number; Name: string }[];
  return `Here: ${JSON.stringify(Object.fromEntries(rows.map(({ id, Name }) => [id, /sun/i.test(Name) ? 'Good' : 'Bad'])))}`;
}

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  let home: { id: number; page_id: number };
  let mood: number;
  let name: number;
  before(async () => {
    agent = await startAgent(await open(), (asked) => ({ text: moods(asked) }));
    ({ t, model } = agent);
    home = await call('POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Days' });
    const config = { options: [{ name: 'Good' }, { name: 'Bad' }] };
    mood = (await call('POST', `/api/v2/collections/${home.id}/properties`, { name: 'Mood', type: 'select', config }))
      .id;
    name = (await call('GET', `/api/v2/collections/${home.id}/properties`))[0].id;
    for (let at = 0; at < 7; at++)
      await call('POST', `/api/v2/collections/${home.id}/rows`, { title: `${at % 2 ? 'Rain' : 'Sun'} ${at}` });
  });
  after(() => agent.stop());

  const call = async (method: string, path: string, body?: object) => {
    const answer = await t.call('ann', method, path, body && { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const fields = (act: string, more: object = {}) => ({
    ...{
      page_id: home.page_id,
      property_id: mood,
      from: name,
      wish: 'How the day was',
      only_empty: 'yes',
      act,
      ...more,
    },
  });
  const filled = async (): Promise<number> =>
    (await call('GET', `/api/v2/collections/${home.id}/rows`)).filter(
      (row: { values: Record<string, unknown> }) => row.values[mood] != null,
    ).length;

  it('shows five rows and writes none of them', async () => {
    const { status, text } = await t.form('ann', '/agent/fill', fields('preview'));
    assert.equal(status, 200);
    assert.equal(text.match(/<td>(Good|Bad)<\/td>/g)?.length, 5);
    assert.match(text, /Fill 7 rows/);
    assert.deepEqual([await filled(), model.asked[0]?.tools], [0, []]);
  });

  it('takes one of the places that runs have: a fifth at once is told to wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    model.script = (asked) => promise.then(() => ({ text: moods(asked) }));
    const all = Array.from({ length: 5 }, () => t.form('ann', '/agent/fill', fields('preview')));
    const first = await Promise.race(all);
    assert.equal(first.status, 503);
    assert.match(first.text, /busy with others/);
    resolve();
    assert.deepEqual((await Promise.all(all)).map(({ status }) => status).sort(), [200, 200, 200, 200, 503]);
    assert.equal(await filled(), 0);
  });

  it('fills all rows as a run, which is undone', async () => {
    const answer = await t.form('ann', '/agent/fill', fields('fill'));
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    const path = `/api${answer.headers.location}`.replace('/api/agent/', '/api/agent/conversations/');
    await until(async () => (await call('GET', path)).runs[0].status === 'done');
    assert.equal(await filled(), 7);
    const [run] = (await call('GET', path)).runs;
    assert.equal(run.actions.length, 7);
    const { undone, kept } = await call('POST', `/api/agent/runs/${run.id}/undo`);
    assert.deepEqual([undone.length, kept, await filled()], [7, [], 0]);
  });

  it('says what is not a valid value its property, writes what was shown, and asks only for the other rows', async () => {
    model.script = (asked) => ({ text: moods(asked).replaceAll('Bad', 'Awful') });
    const shown = await t.form('ann', '/agent/fill', fields('preview'));
    assert.equal(shown.text.match(/<td>Good<\/td>/g)?.length, 3);
    assert.equal(shown.text.match(/<td><s>Awful<\/s> <span class="hint">is not a valid value/g)?.length, 2);
    const [, hidden = ''] = /name="seen" value="([^"]+)"/.exec(shown.text) ?? [];
    const seen = hidden.replaceAll('&#34;', '"').replaceAll('&quot;', '"');
    assert.equal(Object.keys(JSON.parse(seen).values).length, 5);
    model.asked.length = 0;
    model.script = () => ({ text: '{}' });
    const { headers, status, text } = await t.form('ann', '/agent/fill', fields('fill', { seen }));
    assert.equal(status, 303, text);
    const path = `/api${headers.location}`.replace('/api/agent/', '/api/agent/conversations/');
    await until(async () => (await call('GET', path)).runs[0].status === 'done');
    assert.equal(model.asked.length, 1);
    assert.equal((model.asked[0]?.messages[0]?.text ?? '').match(/"id":\d+/g)?.length, 2);
    assert.equal(await filled(), 3);
    // Another wish is another question: what was shown before is no answer to it.
    model.asked.length = 0;
    const other = await t.form('ann', '/agent/fill', fields('fill', { seen, wish: 'Something else' }));
    const second = `/api${other.headers.location}`.replace('/api/agent/', '/api/agent/conversations/');
    await until(async () => (await call('GET', second)).runs[0].status === 'done');
    assert.equal(model.asked.length, 1);
    await call('POST', `/api/agent/runs/${(await call('GET', path)).runs[0].id}/undo`);
    assert.equal(await filled(), 0);
    const forged = await t.form('ann', '/agent/fill', fields('fill', { seen: '{"values":{}}' }));
    assert.equal(forged.status, 422);
  });

  it('asks for the rights of an editor, for a property that a text can fill, and for sources', async () => {
    assert.equal((await t.form('vic', '/agent/fill', fields('preview'))).status, 403);
    assert.equal((await t.form('bob', '/agent/fill', fields('fill'))).status, 404);
    const none = await t.form('ann', '/agent/fill', fields('fill', { from: mood }));
    assert.match(none.text, /role="alert">Properties to read must name a property other than the one to fill\./);
    assert.equal((await t.form('ann', '/agent/fill', fields('fill', { property_id: 2_000_000_000 }))).status, 422);
    const wishless = await t.form('ann', '/agent/fill', fields('preview', { wish: '' }));
    assert.deepEqual([wishless.status, /role="alert"/.test(wishless.text)], [422, true]);
    assert.equal((await t.form('ann', '/agent/fill', fields('preview', { page_id: 'x' }))).status, 422);
    assert.equal(await filled(), 0);
  });

  it('goes on with the rows that are left where the service was stopped', async () => {
    assert.equal(await filled(), 0);
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    model.asked = [];
    model.script = async (asked, turn) => {
      if (turn === 1) await held;
      return { text: moods(asked) };
    };
    const { headers } = await t.form('ann', '/agent/fill', fields('fill'));
    const path = `/api${headers.location}`.replace('/api/agent/', '/api/agent/conversations/');
    await until(() => model.asked.length === 2);
    const [{ id, actions }] = (await call('GET', path)).runs;
    // As a process leaves it that ends after a row was written, and before it could say so.
    await runnerOf(t.app).close();
    go();
    await t.app.database.writer('agent_messages').where({ call_id: actions[4].call_id, role: 'tool' }).delete();
    assert.deepEqual([(await call('GET', path)).runs[0].code, await filled()], ['interrupted', 5]);
    model.asked = [];
    model.script = (asked) => ({ text: moods(asked) });
    await call('POST', `/api/agent/runs/${id}/continue`);
    await until(async () => (await call('GET', path)).runs[0].status === 'done');
    const { runs: told, messages } = await call('GET', path);
    assert.deepEqual([model.asked.length, await filled(), told.length], [1, 7, 1]);
    assert.deepEqual([model.asked[0]?.tools, model.asked[0]?.messages[0]?.text.match(/"id":\d+/g)?.length], [[], 2]);
    assert.deepEqual(
      told[0].actions.map(({ status }: { status: string }) => status),
      Array(7).fill('done'),
    );
    assert.equal(messages.filter(({ role }: { role: string }) => role === 'tool').length, 7);
    await call('POST', `/api/agent/runs/${id}/undo`);
    assert.equal(await filled(), 0);
  });

  const conversationAt = ({ headers }: { headers: Record<string, string> }): string =>
    `/api${headers.location}`.replace('/api/agent/', '/api/agent/conversations/');
  const done = (path: string) => until(async () => (await call('GET', path)).runs[0].status === 'done');
  const rowsNow = (): Promise<{ id: number; title: string; values: Record<string, unknown> }[]> =>
    call('GET', `/api/v2/collections/${home.id}/rows`);
  const moodOf = async (id: number) => (await rowsNow()).find((row) => row.id === id)?.values[mood];

  it('asks anew about a row that was changed after it was looked at', async () => {
    model.script = (asked) => ({ text: moods(asked) });
    const shown = await t.form('ann', '/agent/fill', fields('preview'));
    const [, hidden = ''] = /name="seen" value="([^"]+)"/.exec(shown.text) ?? [];
    const seen = hidden.replaceAll('&#34;', '"').replaceAll('&quot;', '"');
    const id = Number(Object.keys(JSON.parse(seen).values)[0]);
    await call('PATCH', `/api/v2/rows/${id}`, { title: 'Rain after all' });
    model.asked = [];
    const path = conversationAt(await t.form('ann', '/agent/fill', fields('fill', { seen })));
    await done(path);
    assert.match(model.asked.map(({ messages }) => messages[0]?.text).join('\n'), /Rain after all/);
    const options: { id: unknown; name: string }[] = (
      await call('GET', `/api/v2/collections/${home.id}/properties`)
    ).find((one: { id: number }) => one.id === mood).config.options;
    assert.equal(await moodOf(id), options.find((one) => one.name === 'Bad')?.id);
    await call('POST', `/api/agent/runs/${(await call('GET', path)).runs[0].id}/undo`);
    await call('PATCH', `/api/v2/rows/${id}`, { title: 'Sun 0' });
    assert.equal(await filled(), 0);
  });

  it('leaves alone what somebody else fills while the model thinks', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    model.asked = [];
    model.script = async (asked) => {
      await held;
      return { text: moods(asked) };
    };
    const [first, , , , , , last] = await rowsNow();
    const path = conversationAt(await t.form('ann', '/agent/fill', fields('fill')));
    await until(() => model.asked.length === 1);
    // One that the model is asked about now, and one of which its turn has not come.
    for (const row of [first, last]) await call('PATCH', `/api/v2/rows/${row?.id}`, { values: { Mood: 'Bad' } });
    const kept = [await moodOf(first?.id as number), await moodOf(last?.id as number)];
    go();
    await done(path);
    assert.deepEqual([await moodOf(first?.id as number), await moodOf(last?.id as number)], kept);
    const [{ id, actions }] = (await call('GET', path)).runs;
    const states: string[] = actions.map(({ status }: { status: string }) => status);
    assert.deepEqual([states.filter((one) => one === 'done').length, await filled()], [5, 7]);
    await call('POST', `/api/agent/runs/${id}/undo`);
    assert.equal(await filled(), 2);
    for (const row of [first, last]) await call('PATCH', `/api/v2/rows/${row?.id}`, { values: { Mood: null } });
  });

  it('stops half-way, with what is filled by then there to be undone', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    model.asked = [];
    model.script = async (asked, turn) => {
      if (turn === 1) await held;
      return { text: moods(asked) };
    };
    const path = conversationAt(await t.form('ann', '/agent/fill', fields('fill')));
    await until(() => model.asked.length === 2);
    const [{ id }] = (await call('GET', path)).runs;
    await call('POST', `/api/agent/runs/${id}/stop`);
    go();
    assert.deepEqual([(await call('GET', path)).runs[0].status, await filled()], ['stopped', 5]);
    await call('POST', `/api/agent/runs/${id}/undo`);
    assert.equal(await filled(), 0);
  });

  it('reads no property that the person does not see', async () => {
    const other = await call('POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Other' });
    const [foreign] = await call('GET', `/api/v2/collections/${other.id}/properties`);
    const answer = await t.form('ann', '/agent/fill', fields('preview', { from: [String(name), String(foreign.id)] }));
    assert.match(answer.text, /role="alert">Properties to read must name properties of this database\./);
  });

  it('says so when the answer is nonsense, in the language of whoever reads it', async () => {
    model.script = () => ({ text: 'No idea.' });
    const { status, text } = await t.form('ann', '/agent/fill', fields('preview'));
    assert.equal(status, 200);
    assert.match(text, /role="alert">The answer broke off or could not be understood\. Ask again/);
    const sent = new URLSearchParams(Object.entries(fields('preview')).map(([field, value]) => [field, String(value)]));
    const german = await t.call('ann', 'POST', '/agent/fill', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', 'accept-language': 'de' },
      body: sent.toString() as never,
    });
    assert.match(german.text, /role="alert">Die Antwort brach ab oder war nicht zu verstehen/);
  });
});
