// Imports: sources become pages, files and links, once and not twice, with a preview, a report and a way back.
import { mkdir } from 'node:fs/promises';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { importJobs } from './access.ts';
import { importCommands } from './commands.ts';
import { importers, importRuns, markupReading } from './contract.ts';
import { importKind } from './job/end-notice.ts';
import { importJobKinds } from './jobs.ts';
import { importNav } from './nav.ts';
import { importRoutes } from './routes/browser-imports.ts';
import { limitImportUploads } from './routes/browser-upload.ts';
import { importPageRoutes } from './routes/html.ts';
import { importV2Routes } from './routes/v2.ts';
import { importRunner } from './runs.ts';
import { importUploadFolder } from './service.ts';
import { importTables } from './tables.ts';

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
    notifications: '^1.0.0',
  },
  opens: [importers],
  adds: [importKind],
  provides: [importRuns, markupReading],
  async setup(app) {
    await mkdir(importUploadFolder(app), { recursive: true, mode: 0o700 });
    limitImportUploads(app, importUploadFolder(app));
    app.provide(importRuns, importRunner);
    // What reads formats is loaded when it is first asked for.
    const reading = async () => (await import('./conversion/html/markup-reading.ts')).markupReader;
    app.provide(markupReading, {
      toMarkdown: async (markup) => (await reading()).toMarkdown(markup),
      toBlocks: async (markup, base) => (await reading()).toBlocks(markup, base),
      article: async (ctx, address) => (await reading()).article(ctx, address),
    });
  },
  resources: { 'import-job': importJobs },
  routes: [...importPageRoutes, ...importRoutes, ...importV2Routes],
  nav: importNav,
  tables: importTables,
  messages: new URL('./messages/', import.meta.url),
  words: { import: /^(?:importers\.wizard|databases\.type)\./ },
  commands: importCommands,
  emits: {
    'import.completed': 'An import ended',
  },
  jobs: importJobKinds,
});
