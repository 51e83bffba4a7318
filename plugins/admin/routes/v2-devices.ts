// Sessions, tokens and devices of everybody in the public API.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import {
  countDevices,
  deviceParams,
  deviceSchema,
  endDevice,
  listDevices,
  personDevicesSchema,
} from '../devices/devices.ts';

const path = '/api/v2/admin/devices';
const ok = Joi.object({ ok: Joi.valid(true).required() });

export const deviceApi: Route[] = [
  route({
    method: 'GET',
    path,
    rules: { access: { admin: true }, scope: 'admin' },
    options: {
      id: 'admin.devices',
      description: 'How many sessions, tokens and devices each person has; `q` is part of a name or address',
      validate: { query: paging({ q: Joi.string().max(100).allow('') }) },
      response: { schema: Joi.array().items(personDevicesSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { q } = request.query as { q?: string };
      return pagedAnswer(request, h, await countDevices(request.ctx, { q, limit, offset }));
    },
  }),
  route({
    method: 'GET',
    path: `${path}/{user_id}`,
    rules: { access: { admin: true, opaque: ['user_id'] }, scope: 'admin' },
    options: {
      id: 'admin.devices-of',
      description: 'Sessions, tokens and devices of one person that are good, last used first within their kind',
      plugins: { api: { statuses: [404] } },
      validate: { params: params({ user_id: id() }), query: paging() },
      response: { schema: Joi.array().items(deviceSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const all = await listDevices(request.ctx, Number(request.params.user_id));
      return pagedAnswer(request, h, { items: all.slice(offset, offset + limit), total: all.length });
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/{user_id}/{kind}/{device_id}`,
    rules: { access: { admin: true, opaque: ['user_id', 'kind', 'device_id'] }, scope: 'admin' },
    options: {
      id: 'admin.end-device',
      description: 'End a session or token, or disconnect a device; one that keeps pages offline lets go of them',
      plugins: { api: { statuses: [404] } },
      validate: { params: params({ user_id: id(), ...deviceParams }) },
      response: { schema: ok },
    },
    handler: async ({ ctx, params: { user_id, kind, device_id } }) => {
      await endDevice(ctx, { userId: Number(user_id), kind: String(kind), id: String(device_id) });
      return { ok: true } as never;
    },
  }),
];
