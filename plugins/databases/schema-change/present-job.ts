// How far a change of a schema is, as the API and the command line tell it.
import { affectedProperties } from '../visibility/schema-change-role.ts';
import type { SchemaJob } from './store.ts';

const propertyIn = ({ plan_json }: SchemaJob): number | null => affectedProperties(JSON.parse(plan_json))[0] ?? null;

/** Until the old values are gone nothing else is changed, not even back. */
const statusOf = ({ status, finished_at }: SchemaJob) =>
  status === 'completed' && finished_at === null ? 'running' : status;

export const presentSchemaJob = (job: SchemaJob) => ({
  ...{
    id: job.id,
    collection_id: job.collection_id,
    property_id: propertyIn(job),
    status: statusOf(job),
    done: Math.min(job.done, job.total),
  },
  ...{ total: job.total, undo: job.undo_id, error: job.error },
  ...{ created_at: job.created_at, finished_at: job.finished_at },
});
