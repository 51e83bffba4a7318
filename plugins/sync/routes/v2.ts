// What devices ask: what changed, whole pages, how they stand.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { readSyncPlace } from '../delta/cursor.ts';
import { deltaSince } from '../delta/delta.ts';
import { tagsForDevice } from '../device-tags.ts';
import { documentsOf } from '../documents.ts';
import { forgetDevice, heldStatus, syncStatus, type VersionedId } from '../status.ts';
import { syncDeviceStore } from '../store.ts';
import {
  DOCUMENTS_MAX,
  deltaFields,
  deltaSchema,
  deviceCheckSchema,
  deviceIdSchema,
  deviceTagsSchema,
  documentSchema,
  heldBody,
  syncStatusSchema,
  TAGGED_MAX,
} from './schemas.ts';

interface DeltaInput {
  since?: string | number;
  limit: number;
}

const devicePath = Joi.object({ device: deviceIdSchema().required() });
const ok = Joi.object({ ok: Joi.valid(true).required() });

export const syncV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/sync/delta',
    rules: { access: { member: true } },
    options: {
      id: 'sync.delta',
      description: 'What you see that changed since a cursor, the newest of each thing; first everything',
      validate: { query: Joi.object(deltaFields) },
      response: { schema: deltaSchema },
    },
    handler: async (request) => {
      const { since, limit } = request.query as unknown as DeltaInput;
      return (await deltaSince(request.ctx, readSyncPlace(since, 'query'), limit)) as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/delta',
    rules: { access: { member: true }, scope: 'read' },
    options: {
      id: 'sync.read-delta',
      description: 'The same by a body, for cursors that an address should not carry',
      validate: { payload: Joi.object(deltaFields).required().example({ limit: 500 }) },
      response: { schema: deltaSchema },
    },
    handler: async (request) => {
      const { since, limit } = request.payload as DeltaInput;
      return (await deltaSince(request.ctx, readSyncPlace(since, 'body'), limit)) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sync/status',
    rules: { access: { member: true, opaque: ['device_id'] } },
    options: {
      id: 'sync.status',
      description: 'Your devices, what waits and what failed, of all of them or of one',
      validate: { query: Joi.object({ device_id: deviceIdSchema() }) },
      response: { schema: syncStatusSchema },
    },
    handler: async (request) =>
      (await syncStatus(request.ctx, (request.query as { device_id?: string }).device_id)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/status',
    rules: { access: { member: true, opaque: ['device_id'] }, scope: 'read' },
    options: {
      id: 'sync.check',
      description: 'Of what a device keeps, what is not for it any more and what is another version by now',
      validate: { payload: heldBody },
      response: { schema: deviceCheckSchema },
    },
    handler: async (request) => {
      const { ctx } = request;
      const { device_id, device_name, held } = request.payload as {
        device_id: string;
        device_name?: string;
        held: VersionedId[];
      };
      const answer = await heldStatus(ctx, held);
      await ctx.tx((tx) => syncDeviceStore.touch(tx, userOf(tx).id, device_id, device_name));
      return answer as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/documents',
    rules: { access: { member: true, opaque: ['ids'] }, scope: 'read' },
    options: {
      id: 'sync.documents',
      description: 'Whole pages, to be read and written without a connection; what you do not see is left out',
      validate: {
        payload: Joi.object({ ids: Joi.array().items(id()).min(1).max(DOCUMENTS_MAX).required() })
          .required()
          .example({ ids: [12] }),
      },
      response: { schema: Joi.array().items(documentSchema) },
    },
    handler: async (request) => (await documentsOf(request.ctx, (request.payload as { ids: number[] }).ids)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/sync/tags',
    rules: { access: { member: true, opaque: ['ids'] }, scope: 'read' },
    options: {
      id: 'sync.tags',
      description: 'Your tags, and which of them these pages carry; what you do not see is left out',
      validate: {
        payload: Joi.object({ ids: Joi.array().items(id()).max(TAGGED_MAX).required() })
          .required()
          .example({ ids: [12] }),
      },
      response: { schema: deviceTagsSchema },
    },
    handler: async (request) => (await tagsForDevice(request.ctx, (request.payload as { ids: number[] }).ids)) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/sync/devices/{device}',
    rules: { access: { member: true } },
    options: {
      id: 'sync.forget-device',
      description: 'Forget a device of yours: it lets go of all that it keeps, when it has a connection the next time',
      validate: { params: devicePath },
      response: { schema: ok },
    },
    handler: async ({ ctx, params }) => {
      await forgetDevice(ctx, String(params.device));
      return { ok: true } as never;
    },
  }),
];
