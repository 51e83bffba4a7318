// Runs beside pages, also without a connection: keeps scripts and styles, and answers with the frame where the service
// does not. What people write is never in its caches but as files of pages that they keep.
import { keepFrame, shellOf } from './frame.ts';
import { navigate } from './navigation.ts';
import { answerFile, answerStatic } from './static-files.ts';
import { scope, type WorkerCommand } from './worker-scope.ts';

/** Pages that show what everybody may see, or that begin and end a session. */
const OTHERS = /^\/(auth|api|ws|docs|redoc|p|sso|scim|static)(\/|$)/;

scope.addEventListener('install', (event) => event.waitUntil(shellOf()));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith('static-') && name !== OFFLINE.cache);
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
    })(),
  ),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/static/')) return answerStatic(event);
  if (pathname.startsWith('/api/files/')) return answerFile(event);
  if (request.mode === 'navigate' && !OTHERS.test(pathname)) navigate(event);
});

scope.addEventListener('message', (event) => {
  const told = event.data as WorkerCommand;
  if (told.type === 'reload') event.waitUntil(scope.skipWaiting());
  if (told.type === 'frame') event.waitUntil(keepFrame(told.locale));
});
