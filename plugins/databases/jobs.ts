// Work of databases that is done by itself.
import type { JobKind } from '../../core/events/jobs.ts';
import { forgetChanges } from './schema/purge-changes.ts';

export const databaseJobKinds: Record<string, JobKind> = {
  'databases.purge-changes': { cron: '47 2 * * *', run: forgetChanges },
  'databases.change-schema': {
    run: async (...given) => (await import('./schema-change/run-job.ts')).runSchemaJob(...given),
    failed: async (...given) => (await import('./schema-change/run-job.ts')).giveUpSchemaJob(...given),
  },
  // Loaded when there is something to take: few databases are ever filled so.
  'databases.import-table': {
    run: async (...given) => (await import('./table-import/run.ts')).takeTable(...given),
    failed: async (...given) => (await import('./table-import/run.ts')).failTableImport(...given),
  },
};
