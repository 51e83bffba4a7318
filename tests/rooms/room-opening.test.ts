// Rooms that cannot be opened while a database fails: whoever opens them hears so, and the service goes on.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Attendance } from '../../plugins/rooms/attendance/attendance.ts';
import { pageName } from '../../plugins/rooms/document-kinds.ts';
import { Rooms } from '../../plugins/rooms/rooms.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { paragraph } from './people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('fails for whoever opens a room, also while one before it is given up', async (context) => {
    const page = { title: 'Room', workspace_id: t.ws1, blocks: [paragraph('a', 'one')] };
    const { id } = (await t.call('ann', 'POST', '/api/pages', page)).body;
    const rooms = new Rooms(t.app, new Attendance(t.app, () => {}));
    const first = await rooms.room(pageName(id));
    rooms.drop(first);
    await setImmediate();
    const fails = context.mock.method(t.app.resource('page'), 'load', () => Promise.reject(new Error('no line')));
    const second = rooms.room(pageName(id));
    rooms.drop(first);
    await assert.rejects(second, /no line/);
    await setImmediate();
    fails.mock.restore();
    const third = await rooms.room(pageName(id));
    assert.notEqual(third, first);
    rooms.drop(third);
  });
});
