/** A process of its own that looks at the rules of the clock again and again, until it is killed. */
import { tick } from '../../../plugins/automations/runs/clock.ts';
import { createNamedApp } from './connection.ts';

const app = await createNamedApp();
process.send?.({ ready: true });
for (;;) {
  await tick(app.context({ type: 'system', reason: 'tests' }), {}, new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
