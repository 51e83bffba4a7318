// The worker of a device that keeps pages: what waits there goes on its way also while no page is open.
import { QUEUE_TAG } from '../client/offline/cache-names.ts';
import { sendInBackground } from './background.ts';
import './worker.ts';
import { scope } from './worker-scope.ts';

scope.addEventListener('sync', (event) => {
  if (event.tag === QUEUE_TAG) event.waitUntil(sendInBackground());
});
