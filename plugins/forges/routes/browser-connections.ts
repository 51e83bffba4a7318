// One's own connections with forges, for scripts and programs.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import { connectByToken, disconnect, requireForge } from '../connection/connection.ts';

const member = { member: true as const };
const path = '/api/user/forge/{provider}';
const provider = { params: params({ provider: Joi.string().max(100) }) };

export const forgeConnectionRoutes: Route[] = [
  route({
    method: 'POST',
    path,
    rules: { access: member, session: true, reauth: true },
    options: {
      id: 'forge-account.connect',
      description: 'Connect a forge by a token that the caller made there',
      validate: {
        ...provider,
        payload: Joi.object({ token: Joi.string().trim().min(1).max(2000).required() }).required(),
      },
    },
    handler: async ({ ctx, params: named, payload }) => {
      const forge = await requireForge(ctx, (named as { provider: string }).provider);
      await connectByToken(ctx, forge, (payload as { token: string }).token);
      return { ok: true, provider: forge.key, status: 'ok' };
    },
  }),
  route({
    method: 'DELETE',
    path,
    rules: { access: member, session: true },
    options: {
      id: 'forge-account.disconnect',
      description: 'Disconnect a forge; its token is ended there where the forge has a way for it',
      validate: provider,
    },
    handler: async ({ ctx, params: named }) => {
      await disconnect(ctx, await requireForge(ctx, (named as { provider: string }).provider));
      return { ok: true };
    },
  }),
];
