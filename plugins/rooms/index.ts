// Rooms: several people write one text at once, by sockets that speak the plain y-websocket protocol.

import { doctorChecks } from '../../core/cli/doctor.ts';
import type { App } from '../../core/kernel/app.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { liveDocument, pageMarks } from '../pages/contract.ts';
import { documentCheck } from './doctor.ts';
import { documentMark, pageKind, pageName } from './document-kinds.ts';
import { Stream } from './event-socket.ts';
import { LazyRooms } from './lazy-rooms.ts';
import { liveKinds, rooms } from './points.ts';
import { bringAll, removeOrphans } from './recovery-jobs.ts';
import { roomRoutes } from './routes/browser.ts';
import { Gate } from './socket-upgrade.ts';
import { docStore } from './store.ts';
import { roomTables } from './tables.ts';

function setup(app: App): void {
  const stream = new Stream(app);
  const house = new LazyRooms(app, stream.faces.attendance);
  const gate = new Gate(app, house, stream);
  app.provide(rooms, house);
  app.provide(liveDocument, {
    among: (ctx, ids) => docStore.among(ctx, pageKind.kind, ids),
    settle: (ctx, id) => house.settle(ctx, pageName(id)),
    prepare: (ctx, id, change) => house.prepare(ctx, pageName(id), change),
    checkpoint: async (ctx, id) => (await import('./projection.ts')).checkpointDocument(ctx, pageName(id)),
  });
  app.server.ext('onPreStart', () => {
    stream.start();
    gate.start();
  });
  app.server.ext('onPreStop', () => gate.stop());
}

export default definePlugin({
  name: 'rooms',
  version: '1.0.0',
  summary: 'Live documents: several people write one text at once, and nothing is lost',
  tables: roomTables,
  messages: new URL('./messages/', import.meta.url),
  dependencies: { blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  provides: [rooms, liveDocument],
  setup,
  opens: [liveKinds],
  adds: [adding(doctorChecks, documentCheck), adding(liveKinds, pageKind), adding(pageMarks, documentMark)],
  routes: roomRoutes,
  slots: [
    { slot: 'sidebar', template: '/rooms/follow' },
    { slot: 'embed', template: '/rooms/follow-embedded' },
  ],
  jobs: {
    'rooms.bring': { cron: '* * * * *', run: bringAll },
    'rooms.purge': { cron: '23 * * * *', run: removeOrphans },
  },
});
