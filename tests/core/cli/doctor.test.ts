// The point by which plugins add checks to doctor; the checks of core are proved through the command line.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';
import { diagnose, doctorChecks } from '../../../core/cli/doctor.ts';
import type { App } from '../../../core/kernel/app.ts';
import { adding, definePlugin } from '../../../core/kernel/plugin.ts';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';

const shelves = definePlugin({
  name: 'shelves',
  version: '1.0.0',
  summary: 'Adds two checks to doctor',
  adds: [
    adding(doctorChecks, {
      name: 'shelves',
      run: async (ctx) => ({ ok: ctx.actor.type === 'system', detail: 'all boards are level', count: 3 }),
    }),
    adding(doctorChecks, {
      name: 'broken check',
      run: async () => {
        throw new Error('no ladder');
      },
    }),
  ],
});

let database: TestDatabase;
let app: App;
before(async () => {
  database = await migratedDatabase('sqlite');
  const settings = loadSettings({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, {}, database.dataDir);
  app = await createApp(settings, { plugins: [shelves] });
});
after(async () => {
  await app.stop();
  await database.cleanup();
});

it('runs the checks of plugins after its own; one that throws has failed and stops no other', async () => {
  const steps: [number, number][] = [];
  const found = await diagnose(app, (done, total) => steps.push([done, total]));
  assert.deepEqual(found.slice(-2), [
    { name: 'shelves', ok: true, detail: 'all boards are level', count: 3 },
    { name: 'broken check', ok: false, detail: 'could not run: no ladder' },
  ]);
  assert.ok(found.slice(0, -2).every(({ ok }) => ok));
  assert.deepEqual(steps.at(-1), [found.length, found.length]);
});
