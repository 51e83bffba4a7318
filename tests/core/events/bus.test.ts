/** Messages within a process and across two, and what one process learns of another's writes. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import { type Bus, openBus } from '../../../core/events/bus.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startChild } from '../../kit/processes.ts';

type Said = { ready?: true; heard?: string; payload?: string };

onEachEngine((engine) => {
  let where: TestDatabase;
  let database: Database;
  let bus: Bus;
  const warnings: string[] = [];
  before(async () => {
    where = await emptyDatabase(engine);
    database = await openDatabase(where);
    await database.writer.schema.createTable('notes', (table) => table.text('text'));
    bus = await openBus(database, { warn: (_, message) => warnings.push(message) });
  });
  after(async () => {
    await bus.close();
    await database.close();
    await where.cleanup();
  });

  it('refuses a message that does not fit', async () => {
    await assert.rejects(bus.publish('large', 'ä'.repeat(4_000)), RangeError);
    await bus.publish('large', 'a'.repeat(7_000));
  });

  it('delivers to its own process, in order, after publish has returned, on that channel only', async () => {
    const heard: string[] = [];
    let returned = false;
    const done = new Promise<void>((resolve) => {
      bus.subscribe('own', (payload) => {
        heard.push(`${payload}${returned}`);
        if (heard.length === 2) resolve();
      });
    });
    bus.subscribe('other', () => heard.push('wrong'));
    const published = Promise.all([bus.publish('own', 'ü1'), bus.publish('own', '2')]);
    returned = true;
    await Promise.all([published, done]);
    assert.deepEqual(heard.sort(), ['2true', 'ü1true']);
  });

  it('calls the others when one subscriber throws, and none that has left', async () => {
    const calls: string[] = [];
    const leave = bus.subscribe('mixed', () => calls.push('left'));
    leave();
    bus.subscribe('mixed', () => {
      throw new Error('broken subscriber');
    });
    const heard = new Promise<void>((resolve) => bus.subscribe('mixed', () => resolve()));
    await bus.publish('mixed', '');
    await heard;
    assert.deepEqual([calls, warnings], [[], ['a bus subscriber failed']]);
  });

  it('reaches or wakes another process', async () => {
    const child = startChild('bus', where);
    try {
      await child.message<Said>((said) => said.ready === true);
      const channel = engine === 'sqlite' ? 'database.changed' : 'greeting';
      const woken = new Promise<string>((resolve) => bus.subscribe(channel, resolve));
      child.send(engine === 'sqlite' ? { write: 'hello' } : { publish: 'hello' });
      assert.equal(await woken, engine === 'sqlite' ? '' : 'hello');
      await database.transaction((trx) => trx('notes').insert({ text: 'back' }));
      await bus.publish('greeting', 'back');
      const { payload } = await child.message<Said>((said) => said.heard === channel && said.payload !== 'hello');
      assert.equal(payload, engine === 'sqlite' ? '' : 'back');
    } finally {
      await child.kill();
    }
  });
});
