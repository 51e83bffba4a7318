// Sessions, tokens and devices of everybody as pages of administrators, in forms that work without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { countDevices, deviceKindsOf, deviceParams, endDevice, listDevices, personById } from '../devices/devices.ts';
import { adminPage, listPagination } from '../page-layout.ts';

const PATH = '/admin/devices';
const query = paging({ q: Joi.string().allow('').max(100).default('') });

async function listPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const { q, page, limit } = request.query as { q: string; page: number; limit: number };
  const { items, total } = await countDevices(ctx, { q, limit, offset: (page - 1) * limit });
  return adminPage(request, h, 'devices', {
    q,
    kinds: deviceKindsOf(ctx).map(({ kind, label }) => ({ kind, label: ctx.app.messages.text(ctx.locale, label) })),
    people: items,
    ...listPagination(request, total, `${PATH}?${new URLSearchParams({ q })}`),
  });
}

async function personPage(request: Request, h: ResponseToolkit, message = '') {
  const { ctx } = request;
  const user = await personById(ctx, Number(request.params.user_id));
  const devices = await listDevices(ctx, user.id);
  const at = (moment: string | null) => moment && momentText(ctx, moment);
  const shown = devices.map((one) => ({ ...one, made: at(one.created_at), used: at(one.last_used_at) }));
  const kinds = deviceKindsOf(ctx).map(({ kind, label }) => ({
    kind,
    label: ctx.app.messages.text(ctx.locale, label),
    devices: shown.filter((one) => one.kind === kind),
  }));
  const title = user.full_name || user.login;
  return adminPage(request, h, 'devices', { template: 'person-devices', title, user, kinds, message });
}

const again: ShowAgain = (request, h, { message }) => personPage(request, h, message);

export const devicePages: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true }, html: true },
    options: { id: 'admin-pages.devices', validate: { query } },
    handler: listPage,
  }),
  route({
    method: 'GET',
    path: `${PATH}/{user_id}`,
    rules: { access: { admin: true, opaque: ['user_id'] }, html: true },
    options: {
      id: 'admin-pages.devices-of',
      validate: { params: params({ user_id: id() }), query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => personPage(request, h),
  }),
  route({
    method: 'POST',
    path: `${PATH}/{user_id}/{kind}/{device_id}/end`,
    rules: {
      access: { admin: true, opaque: ['user_id', 'kind', 'device_id'] },
      html: true,
      form: true,
      refused: again,
    },
    options: {
      id: 'admin-pages.end-device',
      validate: { params: params({ user_id: id(), ...deviceParams }), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async ({ ctx, params: { user_id, kind, device_id } }, h) => {
      await endDevice(ctx, { userId: Number(user_id), kind: String(kind), id: String(device_id) });
      return h.redirect(`${PATH}/${user_id}?done=ended`).code(303);
    },
  }),
];
