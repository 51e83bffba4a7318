// What devices send, and what is decided about changes that two made at once.
import Joi from 'joi';
import { pagedAnswer, windowIn, windowOf } from '../../../core/http/pagination.ts';
import { inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { filePolicies } from '../../files/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { type Batch, takeBatch } from '../batch/batch.ts';
import { type ConflictDecision, decideConflict, shownConflict, visibleConflicts } from '../conflicts/conflicts.ts';
import { refuseSeen } from '../delta/delta.ts';
import { type FilePlace, placeFile } from '../device-files.ts';
import type { Conflict } from '../model.ts';
import { syncQueue } from '../status.ts';
import { batchBody, batchSchema, conflictSchema, deviceIdSchema, filePlaceBody, queueEntrySchema } from './schemas.ts';

const MIB16 = 16 * 1024 * 1024;

export const batchRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/sync/batch',
    rules: { access: { member: true, opaque: ['device_id'] } },
    options: {
      id: 'sync.queue',
      description: 'Changes that your devices sent in the last 30 days, of all of them or of one, newest first',
      validate: { query: paging({ device_id: deviceIdSchema() }) },
      response: { schema: Joi.array().items(queueEntrySchema) },
    },
    handler: async (request, h) => {
      const { device_id } = request.query as { device_id?: string };
      return pagedAnswer(request, h, await syncQueue(request.ctx, device_id, windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/batch',
    // Each change is made once by its client_id: a key for all of them would make them one transaction.
    rules: { access: { member: true, opaque: ['device_id'] }, idempotent: false },
    options: {
      id: 'sync.batch',
      description: 'Up to 500 changes in their order, each as a whole; what was sent before is answered as it was then',
      payload: { maxBytes: MIB16 },
      validate: { payload: batchBody },
      response: { schema: batchSchema },
    },
    handler: async (request) => ({ results: await takeBatch(request.ctx, request.payload as Batch) }) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/files',
    rules: {
      access: {
        member: true,
        refs: [inBody('page_id', pagePolicies.attachFile), inBody('file_id', filePolicies.view)],
        opaque: ['block_id', 'after'],
      },
    },
    options: {
      id: 'sync.place-file',
      description: 'Put an uploaded file into a page, behind the block where it was put without a connection; once',
      plugins: { api: { statuses: [409, 423] } },
      validate: { payload: filePlaceBody },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await placeFile(request.ctx, request.payload as FilePlace);
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sync/conflicts',
    rules: { access: { member: true } },
    options: {
      id: 'sync.conflicts',
      description: 'Changes of your devices that somebody else was sooner with, newest first',
      validate: { query: paging({ state: Joi.valid('open', 'mine', 'theirs', 'both') }) },
      response: { schema: Joi.array().items(conflictSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      refuseSeen(ctx);
      const { state } = request.query as { state?: Conflict['state'] };
      const { items, total } = windowIn(request, await visibleConflicts(ctx, state));
      return pagedAnswer(request, h, { items: await Promise.all(items.map((one) => shownConflict(ctx, one))), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/conflicts/{id}',
    rules: { access: { own: true, resource: 'sync-conflict', param: 'id' } },
    options: {
      id: 'sync.resolve',
      description: 'Take what your device wanted, leave what is there, or keep both; the copy goes unless both stay',
      plugins: { api: { statuses: [409, 423] } },
      validate: {
        params: params({ id: id() }),
        payload: Joi.object({ keep: Joi.valid('mine', 'theirs', 'both').required() })
          .required()
          .example({ keep: 'both' }),
      },
      response: { schema: conflictSchema },
    },
    handler: async (request) => {
      const { ctx } = request;
      refuseSeen(ctx);
      const { keep } = request.payload as { keep: ConflictDecision };
      return (await shownConflict(ctx, await decideConflict(ctx, Number(request.params.id), keep))) as never;
    },
  }),
];
