/** A process of its own that looks at the rules of the clock again and again, until it is killed. */
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';
import { tick } from '../../../plugins/automations/runs/clock.ts';

const app = await createApp(
  loadSettings({
    DATA_DIR: process.env.TEST_DATA_DIR ?? '',
    DATABASE_URL: process.env.TEST_URL ?? '',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'a key for tests that is long enough',
  }),
);
process.send?.({ ready: true });
for (;;) {
  await tick(app.context({ type: 'system', reason: 'tests' }), {}, new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
