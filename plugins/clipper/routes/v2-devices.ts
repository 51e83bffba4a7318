// Devices in the public API: pairing, who one is, and the end of a credential.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { presentQuota, quotaOf } from '../clips/quota.ts';
import { pairedDeviceStore } from '../devices/device-store.ts';
import { listPairedDevices, presentDevice, revokeAllDevices, revokeDevice } from '../devices/devices.ts';
import { beginPairing, type PairingInput, pollPairing } from '../devices/pairing.ts';
import { extensionFiles } from '../extension-files.ts';
import { clipperStatusSchema, pairedDeviceSchema, pairingBody } from './schemas.ts';

export const BASE = '/api/v2/web-clipper';
const ok = Joi.object({ ok: Joi.valid(true).required() });
const devicesSchema = Joi.object({ devices: Joi.array().items(pairedDeviceSchema).required() });

async function statusOf(ctx: Ctx) {
  const { id, login, fullName, email, device, scopes = ['read', 'write'] } = userOf(ctx);
  const row = device === undefined ? undefined : await pairedDeviceStore.byId(ctx, device);
  return {
    ok: true,
    user: { id, login, full_name: fullName, email },
    device: row ? presentDevice(row, device) : null,
    scopes: scopes.join(','),
    quota: presentQuota(await quotaOf(ctx)),
  };
}

const member = { member: true } as const;
const oneOwn = { own: true, resource: 'extension-device', name: 'id' } as const;

export const deviceRoutes: Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/auth/start`,
    rules: {
      access: { public: true, because: 'an extension has no credential before it is paired', opaque: ['device_id'] },
      devices: true,
      idempotent: false,
    },
    options: {
      id: 'web-clipper.start-pairing',
      description: 'Ask to be connected; a person allows the code at /extensions/connect',
      validate: { payload: pairingBody },
      plugins: { api: { statuses: [429] } },
      response: {
        schema: Joi.object({
          user_code: Joi.string().required().example('WDJB-MJHT'),
          poll_token: Joi.string().required(),
          expires_in: Joi.number().integer().required().example(300),
        }),
      },
    },
    handler: ({ ctx, payload }) => beginPairing(ctx, payload as PairingInput) as never,
  }),
  route({
    method: 'POST',
    path: `${BASE}/auth/poll`,
    rules: {
      access: { public: true, because: 'the secret of the extension is its proof' },
      devices: true,
      idempotent: false,
    },
    options: {
      id: 'web-clipper.poll-pairing',
      description: 'What has become of a pairing; `token` is given once',
      validate: {
        payload: Joi.object({
          poll_token: Joi.string().max(100).required(),
          verifier: Joi.string().min(32).max(200).required(),
        }).required(),
      },
      plugins: { api: { statuses: [404] } },
      response: {
        schema: Joi.object({
          status: Joi.valid('waiting', 'denied', 'paired').required(),
          token: Joi.string().example('cpx_…'),
          device_id: Joi.string(),
        }),
      },
    },
    handler({ ctx, payload }) {
      const { poll_token, verifier } = payload as { poll_token: string; verifier: string };
      return pollPairing(ctx, poll_token, verifier) as never;
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/auth/verify`,
    rules: { access: member, scope: 'read', devices: true, idempotent: false },
    options: {
      id: 'web-clipper.verify',
      description: 'Whether a credential is good, and whose it is',
      response: { schema: clipperStatusSchema },
    },
    handler: ({ ctx }) => statusOf(ctx) as never,
  }),
  route({
    method: 'GET',
    path: `${BASE}/status`,
    rules: { access: member, devices: true },
    options: {
      id: 'web-clipper.status',
      description: 'Who calls, and how much may still be clipped this hour',
      response: { schema: clipperStatusSchema },
    },
    handler: ({ ctx }) => statusOf(ctx) as never,
  }),
  route({
    method: 'GET',
    path: `${BASE}/devices`,
    rules: { access: { list: true, resource: 'extension-device' }, devices: true },
    options: {
      id: 'web-clipper.devices',
      description: 'Connected devices of the caller, newest first',
      response: { schema: devicesSchema },
    },
    handler: async ({ ctx }) => ({ devices: await listPairedDevices(ctx) }) as never,
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/devices`,
    rules: {
      access: {
        member: true,
        refs: [
          { in: 'query', ...oneOwn },
          { in: 'payload', ...oneOwn },
        ],
      },
      devices: true,
    },
    options: {
      id: 'web-clipper.revoke-devices',
      description: 'Disconnect the device named by ?id= or the body, without either all devices of the caller',
      validate: { query: Joi.object({ id: id() }), payload: Joi.object({ id: id() }).allow(null) },
      response: { schema: ok },
    },
    handler: async ({ ctx, query, payload }) => {
      const named = (query.id as number | undefined) ?? (payload as { id?: number } | null)?.id;
      await (named === undefined ? revokeAllDevices(ctx) : revokeDevice(ctx, named));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/devices/{id}`,
    rules: { access: { own: true, resource: 'extension-device', param: 'id' }, devices: true },
    options: {
      id: 'web-clipper.revoke-device',
      description: 'Disconnect a device: its credential ends at once',
      validate: { params: params({ id: id() }) },
      response: { schema: ok },
    },
    handler: async ({ ctx, params: { id: wanted } }) => {
      await revokeDevice(ctx, Number(wanted));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/extensions`,
    rules: { access: member, devices: true },
    options: {
      id: 'web-clipper.extensions',
      description: 'The extensions that can be downloaded here',
      response: {
        schema: Joi.object({
          extensions: Joi.array()
            .items(
              Joi.object({
                browser: Joi.valid('chromium', 'firefox').required(),
                version: Joi.string().required(),
                url: Joi.string().required(),
                sha256: Joi.string().required(),
                size: Joi.number().integer().required(),
              }),
            )
            .required(),
        }),
      },
    },
    handler: async ({ ctx }) => ({ extensions: await extensionFiles(ctx.app) }) as never,
  }),
];
