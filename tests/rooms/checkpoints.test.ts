// What is written together is told of once when it rests, to readers of the stream; whoever looks on sees it come.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { WebSocket } from 'ws';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { come, type Person, paragraph, synced } from './people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  let heard: DomainEvent[] = [];
  const here: Person[] = [];
  const listener = definePlugin({
    name: 'listener',
    version: '1.0.0',
    summary: 'Listens to pages for these tests',
    streams: {
      pages: {
        types: () => ['page.updated'],
        async run(_ctx, events) {
          heard.push(...events);
        },
      },
    },
  });
  before(async () => {
    t = await startApp(await open(), { plugins: [listener] });
    address = await t.app.start();
  });
  after(async () => {
    for (const person of here) person.leave();
    await t.stop();
  });

  it('is one event of whoever wrote last, after all have left', async () => {
    const blocks = [paragraph('a', 'one')];
    const { body } = await t.call('ann', 'POST', '/api/pages', { title: 'Room', workspace_id: t.ws1, blocks });
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('vic') });
    const told: { type: string; id: number; data?: object }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    const [ann, edi] = [come(address, body.id, t.session('ann')), come(address, body.id, t.session('edi'))] as const;
    here.push(ann, edi);
    await synced(ann, edi);
    const content = async () => (await t.call('vic', 'GET', `/api/pages/${body.id}/content`)).text;
    heard = [];
    for (const [person, word] of [
      [ann, ' two'],
      [edi, ' three'],
    ] as const) {
      person.type(word);
      await until(async () => (await content()).includes(word));
    }
    await until(() => told.filter(({ type, id }) => type === 'page.updated' && id === body.id).length === 2);
    await t.app.events.run();
    assert.deepEqual(heard, []);
    ann.leave();
    edi.leave();
    await until(() => heard.length > 0);
    assert.deepEqual(
      heard.map(({ actor_id, data, changed }) => [actor_id, data, changed]),
      [[t.user('edi').id, { id: body.id }, ['content']]],
    );
    const marked = await t.app.database.reader('domain_events').whereLike('data', '%checkpoint%');
    assert.equal(marked.length, 1);
    assert.equal(told.filter(({ type, id }) => type === 'page.updated' && id === body.id).length, 2);
    assert.ok(told.every((one) => !('live' in one) && !('checkpoint' in one) && !one.data));
    socket.terminate();
  });
});
