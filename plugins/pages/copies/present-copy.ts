// How far a copy of many pages is, as the API and its page tell it, and who is told.
import Joi from 'joi';
import type { ResourceType } from '../../../core/access/access-control.ts';
import { actorId } from '../../../core/kernel/context.ts';
import { COPY_STAGES, type CopyJob, type CopyStatus, copyStore } from './copy-store.ts';

const STATUSES = [
  ...(['queued', 'running', 'cancelling'] as const),
  ...(['completed', 'failed', 'cancelled'] as const),
] satisfies CopyStatus[];
const integer = () => Joi.number().integer().required();
const status = Joi.valid(...STATUSES).required();

/** What is answered instead of the copy where that takes so many pages that nobody waits for it. */
export const startedCopySchema = Joi.object({
  ok: Joi.valid(true).required(),
  job: Joi.object({ id: integer(), status }).required(),
}).meta({ title: 'StartedCopy' });

export const copyJobSchema = Joi.object({
  id: integer(),
  source_id: integer().description('the page that is copied'),
  page_id: integer().allow(null).description('the copy, once it is whole'),
  status,
  done: integer().description('pages that are copied already'),
  total: integer(),
  error: Joi.string().required().allow('').description('why it failed; nothing was copied then'),
  created_at: Joi.string().isoDate().required(),
  finished_at: Joi.string().isoDate().required().allow(null),
}).meta({ title: 'PageCopy' });

export function presentCopy(job: CopyJob) {
  const { id, source_id, page_id, stage, place, total, error, created_at, finished_at } = job;
  const isWhole = job.status === 'completed';
  const isFilled = isWhole || COPY_STAGES.indexOf(stage) > COPY_STAGES.indexOf('fill');
  const done = isFilled ? total : stage === 'fill' ? place : 0;
  return {
    ...{ id, source_id, page_id: isWhole ? page_id : null, status: job.status, done, total },
    ...{ error, created_at, finished_at },
  };
}

/** Of whoever asked for it, and nobody else. */
export const pageCopyResource: ResourceType = {
  async load(ctx, id) {
    const row = await copyStore.byId(ctx, Number(id));
    const { workspace_id: workspaceId = 0, user_id: ownerId = null, source_id: pageId } = row ?? {};
    return row && { id: row.id, workspaceId, epoch: 0, rootId: null, pageId, ownerId, row };
  },
  async role(ctx, { ownerId }) {
    return ownerId !== null && ownerId === actorId(ctx) ? 'owner' : null;
  },
};
