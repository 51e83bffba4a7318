// The addresses that lead to a forge and back.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { countSignIn, signOn } from '../../sso/contract.ts';
import { requireForge } from '../connection/connection.ts';
import { FORGE_ACCOUNTS_PAGE, finishForgeSignIn, setOut } from '../connection/sign-in.ts';
import { FORGE_CALLBACK } from '../registration/registration.ts';

/** Goes with the link on one's own page, so that no other site can connect an identity of its own. */
export const connectKey = ({ ctx }: Request): string =>
  ctx.app.csrf.tokenFor(`connect forge ${userOf(ctx).sessionId ?? ''}`);

export const signInRoutes: Route[] = [
  route({
    method: 'GET',
    path: FORGE_CALLBACK,
    rules: {
      access: { public: true, because: 'the forge sends people here; the transaction is the proof' },
      html: true,
      early: true,
    },
    options: {
      id: 'forges.callback',
      validate: {
        query: Joi.object({
          state: Joi.string().max(200).when('error', { is: Joi.exist(), otherwise: Joi.required() }),
          code: Joi.string().max(2000),
          error: Joi.string().max(500),
        }).or('code', 'error'),
      },
    },
    handler: (request, h) =>
      request.ctx.use(signOn).refusing(request, h, 'forge', async () => {
        countSignIn(request);
        return finishForgeSignIn(request, h, request.query as { state?: string; code?: string; error?: string });
      }),
  }),
  route({
    method: 'GET',
    path: `${FORGE_ACCOUNTS_PAGE}/{provider}/connect`,
    rules: { access: { member: true }, html: true },
    options: {
      id: 'forges.connect',
      validate: {
        params: params({ provider: Joi.string().max(100) }),
        query: Joi.object({ key: Joi.string().max(200) }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const forge = await requireForge(ctx, (request.params as { provider: string }).provider);
      return ctx.use(signOn).refusing(request, h, forge.key, async () => {
        if (!userOf(ctx).sessionId) throw notFound();
        if (request.query.key !== connectKey(request))
          throw new Problem('csrf_failed', 'The link is that of another session. Open the page again.');
        requireRecentAuthentication(ctx);
        return setOut(request, h, forge, { purpose: 'connect', next: FORGE_ACCOUNTS_PAGE });
      });
    },
  }),
];
