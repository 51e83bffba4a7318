// Forges in the public API: everybody sees which there are, administrators register them.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { connectionStore } from '../connection/store.ts';
import { forgePolicies } from '../policies.ts';
import { forgesShown, presentForge } from '../registration/present.ts';
import { type ForgeInput, removeForge, saveForge } from '../registration/registration.ts';
import { FORGE_OPAQUE_NAMES, forgeBody, forgeSchema } from '../registration/schema.ts';
import type { ForgeRow } from '../registration/store.ts';

const PATH = '/api/v2/forges';
/** A token of an administrator is proof enough; a browser session has to be fresh. */
const writing = { scope: 'write' as const, reauth: 'sessions' as const };

const removedSchema = Joi.object({ ok: Joi.valid(true).required() });

async function remove(request: Request) {
  await removeForge(request.ctx, loaded<ForgeRow>(request, 'id'));
  return { ok: true } as never;
}

export const forgeV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { member: true } },
    options: {
      id: 'forges.list',
      description: 'The forges that people may connect with; at most two',
      validate: { query: paging() },
      response: { schema: Joi.array().items(forgeSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, windowIn(request, await forgesShown(request.ctx))),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { admin: true, opaque: FORGE_OPAQUE_NAMES }, ...writing },
    options: {
      id: 'forges.register',
      description:
        'Register a forge, in place of the one that has its key. Another type or origin takes along neither the secret nor the connections of people',
      validate: { payload: forgeBody },
      response: { schema: forgeSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: async ({ ctx, payload }) => {
      const saved = await saveForge(ctx, payload as ForgeInput);
      const own = ctx.actor.type === 'user' ? await connectionStore.one(ctx, ctx.actor.id, saved.id) : undefined;
      return presentForge(ctx, saved, own?.status ?? 'none') as never;
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    rules: { access: { member: true, refs: [inQuery('id', forgePolicies.delete)] }, ...writing },
    options: {
      id: 'forges.drop',
      description: 'Take the forge named by `id` away; pages that came from it stay',
      validate: { query: Joi.object({ id: id().required() }) },
      response: { schema: removedSchema },
    },
    handler: remove,
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: { access: can(forgePolicies.delete, 'id'), ...writing },
    options: {
      id: 'forges.remove',
      description: 'Take a forge away with the connections of all people; pages that came from it stay',
      validate: { params: params({ id: id() }) },
      response: { schema: removedSchema },
    },
    handler: remove,
  }),
];
