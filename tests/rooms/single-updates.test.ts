// Changes that come without a socket: what waited on a device goes like this, one update after the other.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeStateAsUpdate } from 'yjs';
import { updateTo } from '../../plugins/rooms/document/ydoc.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { paragraph, synced, withRooms } from './people.ts';

const UPDATES = 12;

onEachEngine((_engine, open) => {
  let t: TestApp;
  const { enter, make } = withRooms(open, (started) => {
    t = started;
  });

  it('are taken one after the other while nobody is in the room', async () => {
    const id = await make();
    const ann = enter('ann', id);
    await synced(ann);
    const before = ann.blocks();
    const whole = [encodeStateAsUpdate(ann.doc)];
    for (let n = 1; n <= UPDATES; n += 1) {
      const lines = Array.from({ length: n }, (_none, at) => paragraph(`line-${at}`, `${at}`));
      whole.push(updateTo(whole, { blocks: [...before, ...lines] }) as Uint8Array);
    }
    ann.leave();
    const statuses: number[] = [];
    for (const update of whole.slice(1)) {
      const headers = { ...t.session('ann'), 'content-type': 'application/octet-stream' };
      const sent = { method: 'POST', url: `/api/pages/${id}/updates`, headers, payload: Buffer.from(update) } as const;
      statuses.push((await t.app.server.inject(sent)).statusCode);
    }
    assert.deepEqual(statuses, Array(UPDATES).fill(200));
    const { body } = await t.call('ann', 'GET', `/api/pages/${id}/content`);
    assert.equal(body.blocks.length, before.length + UPDATES);
  });
});
