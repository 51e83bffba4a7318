// Who is named in the history of a page that people write together.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { synced, withRooms } from './people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const { enter, make } = withRooms(open, (started) => {
    t = started;
  });
  const content = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body;
  const texts = (blocks: { content?: { text?: string }[] }[]) => blocks.map((block) => block.content?.[0]?.text ?? '');

  it('names in the history everybody who wrote what a version holds, and nobody else', async () => {
    const id = await make();
    const authors = async () =>
      [
        ...(await t.call('vic', 'GET', `/pages/${id}/history`)).text.matchAll(/<span class="meta">([^<]*)<\/span>/g),
      ].map(([, by]) => by);
    const people = [enter('ann', id), enter('edi', id), enter('vic', id)] as const;
    const [ann, edi] = people;
    await synced(...people);
    edi.type(' by Edi');
    await until(async () => texts((await content(id)).blocks)[0] === 'one by Edi');
    ann.type(' and Ann');
    await until(async () => texts((await content(id)).blocks)[0] === 'one by Edi and Ann');
    assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/versions`)).status, 200);
    assert.deepEqual(await authors(), ['by Edi Example and Ann Example', 'by Ann Example']);
    edi.type('!');
    await until(async () => texts((await content(id)).blocks)[0] === 'one by Edi and Ann!');
    // Words that were written together are a version of their own before a program takes their place.
    const { blocks, sync_version } = await content(id);
    const put = { body: { blocks: blocks.slice(0, 1) }, headers: { 'if-match': `"v${sync_version}"` } };
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${id}/content`, put)).status, 200);
    for (const person of people) person.leave();
    assert.deepEqual((await authors()).slice(0, 3), [
      'by Ann Example',
      'by Edi Example',
      'by Edi Example and Ann Example',
    ]);
  });

  it('has what is written by now in the newest version, of those who wrote it and not of whoever looks', async () => {
    const id = await make();
    const [edi, ann] = [enter('edi', id), enter('ann', id)] as const;
    await synced(edi, ann);
    edi.type(' more');
    await until(() => ann.text() === 'one more');
    const look = async () => (await t.call('vic', 'GET', `/pages/${id}/history`)).text;
    const versionsNow = async () => (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body;
    assert.match(await look(), /more/);
    assert.match(await look(), /by Edi Example/);
    const found: { id: number; user_id: number }[] = await versionsNow();
    assert.equal(found.length, 2, 'looking again makes no further one');
    assert.equal(found[0]?.user_id, t.user('edi').id);
    edi.leave();
    ann.leave();
    await look();
    assert.equal((await versionsNow()).length, 2);
  });
});
