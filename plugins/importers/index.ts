// Imports: sources become pages, files and links, once and not twice, with a preview, a report and a way back.
import { mkdir } from 'node:fs/promises';
import type { Ctx } from '../../core/kernel/context.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { importJobs } from './access.ts';
import { importCommands } from './commands.ts';
import { importers } from './contract.ts';
import { nav } from './nav.ts';
import { importRoutes } from './routes/browser-imports.ts';
import { limitUploads } from './routes/browser-upload.ts';
import { importPageRoutes } from './routes/html.ts';
import { v2Routes } from './routes/v2.ts';
import { giveUp, purgeImports, recoverImports, uploadFolder, workQueued } from './service.ts';
import { jobStore } from './store.ts';
import { tables } from './tables.ts';
import { undoImport } from './undo.ts';

export default definePlugin({
  name: 'importers',
  version: '1.0.0',
  summary: 'Imports of notes, files and archives, with preview, report and undo',
  dependencies: {
    blocks: '^1.0.0',
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
  },
  opens: [importers],
  async setup(app) {
    await mkdir(uploadFolder(app), { recursive: true, mode: 0o700 });
    limitUploads(app, uploadFolder(app));
    // Apart from what every page loads: only the wizard needs these.
    for (const locale of app.messages.locales)
      app.assets.addScript(`import-messages-${locale}.js`, () =>
        app.messages.addingScript(locale, /^(?:importers\.wizard|databases\.type)\./),
      );
  },
  resources: { 'import-job': importJobs },
  routes: [...importPageRoutes, ...importRoutes, ...v2Routes],
  nav,
  tables,
  messages: new URL('./messages/', import.meta.url),
  commands: importCommands,
  jobs: {
    'importers.run': {
      attempts: 10,
      leaseSeconds: 30,
      run: (ctx, { id }, signal) => workQueued(ctx, String(id), signal),
      failed: (ctx, { id }) => giveUp(ctx, String(id)),
    },
    'importers.undo': { leaseSeconds: 30, run: (ctx, { id, user_id }) => undo(ctx, String(id), Number(user_id)) },
    'importers.recover': { cron: '* * * * *', run: recoverImports },
    'importers.purge': { cron: '17 3 * * *', run: purgeImports },
  },
});

async function undo(ctx: Ctx, id: string, userId: number): Promise<void> {
  const job = await jobStore.byId(ctx, id);
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (job && user && !job.undone_at) await undoImport(ctx.as(actorOf(user), 'import'), job);
}
