// Codes of a device over JSON: set up, confirm, look, renew the backup codes, switch off.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { activate, disableCodes, renewBackupCodes, setUp, statusOf } from '../enrolment.ts';

const access = { member: true as const };
export const code = () => Joi.string().max(64);

export const factorRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/2fa/status',
    rules: { access, session: true, early: true },
    options: { id: 'two-factor.status', description: 'Whether two-factor is on, begun or required' },
    handler: ({ ctx }) => statusOf(ctx, userOf(ctx)) as never,
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/setup',
    rules: { access, session: true, early: true, reauth: true },
    options: { id: 'two-factor.setup', description: 'Begin; the secret is good once a code of it was sent' },
    handler: async ({ ctx }, h) => h.response({ ok: true, ...(await setUp(ctx)) }).header('cache-control', 'no-store'),
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/activate',
    rules: { access, session: true, early: true },
    options: {
      id: 'two-factor.activate',
      description: 'Confirm with a code; the backup codes are shown once',
      validate: { payload: Joi.object({ code: code().required() }).required() },
    },
    handler: async ({ ctx, payload }, h) => {
      const backup_codes = await activate(ctx, (payload as { code: string }).code);
      return h.response({ ok: true, backup_codes }).header('cache-control', 'no-store');
    },
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/backup-codes',
    rules: { access, session: true, reauth: true },
    options: { id: 'two-factor.renew', description: 'New backup codes, shown once; the old ones are void' },
    handler: async ({ ctx }, h) =>
      h.response({ ok: true, backup_codes: await renewBackupCodes(ctx) }).header('cache-control', 'no-store'),
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/disable',
    rules: { access, session: true, reauth: true },
    options: { id: 'two-factor.disable', description: 'Switch it off, with a recent proof of who one is' },
    handler: async ({ ctx }) => {
      await disableCodes(ctx);
      return { ok: true };
    },
  }),
];
