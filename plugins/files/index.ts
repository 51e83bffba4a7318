// Stored files: their records, who may read them, and the address that serves them.

import { doctorChecks } from '../../core/cli/doctor.ts';
import { fileRecords } from '../../core/files/file-records.ts';
import { fileHolders } from '../../core/files/file-response.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { fileResources } from './access.ts';
import { partUploadService, purgeUploads } from './chunked-uploads.ts';
import { files, partUploads, readableFiles, readablePages } from './contract.ts';
import { fileCheck } from './doctor.ts';
import { limitUploads } from './multipart.ts';
import { fileRoutes } from './routes/browser.ts';
import { fileV2Routes } from './routes/v2.ts';
import { fileService, purgeFiles } from './service.ts';
import { fileRecordStore, fileStore } from './store.ts';
import { fileTables } from './tables.ts';

async function purgeAll(ctx: Ctx): Promise<void> {
  await purgeUploads(ctx);
  await purgeFiles(ctx);
}

export default definePlugin({
  name: 'files',
  version: '1.0.0',
  summary: 'Stored files and the pages that refer to them',
  tables: fileTables,
  messages: new URL('./messages/', import.meta.url),
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0' },
  provides: [files, partUploads, fileRecords],
  opens: [readablePages, readableFiles],
  adds: [adding(doctorChecks, fileCheck), adding(fileHolders, fileStore.leaveOutReferred)],
  setup(app) {
    limitUploads(app);
    app.provide(files, fileService);
    app.provide(partUploads, partUploadService);
    app.provide(fileRecords, fileRecordStore);
  },
  resources: fileResources,
  routes: [...fileV2Routes, ...fileRoutes],
  jobs: { 'files.purge': { cron: '23 4 * * *', run: purgeAll } },
});
