// The setup of plugins: a fault names the plugin, and one that waits for ever does not hold up the start for ever.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { App } from '../../../core/kernel/app.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { migratedDatabase } from '../../../testing/databases.ts';
import { startApp } from '../../kit/app.ts';

const started = async (setup: (app: App) => void | Promise<void>) => {
  const plugin = definePlugin({ name: 'late', version: '1.0.0', summary: 'Is always late', setup });
  const t = await startApp(await migratedDatabase('sqlite'), { plugins: [plugin], setupMs: 200 });
  await t.stop();
};

it('a setup that waits for ever is named', async () => {
  await assert.rejects(
    started(() => new Promise(() => {})),
    /plugin late: its setup did not end within 0\.2 s/,
  );
});

it('a setup that fails is named', async () => {
  await assert.rejects(
    started(async () => {
      throw new Error('no shelf');
    }),
    /plugin late: no shelf/,
  );
});
