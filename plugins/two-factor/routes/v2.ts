// Two-factor in the public API: who has it, for administrators and owners; asked of a workspace; taken off a lost account.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { administration, type User } from '../../auth/contract.ts';
import { demand, requiredAmong } from '../enforcement.ts';
import { ofWorkspace } from '../members.ts';
import { twoFactorPolicies } from '../policies.ts';
import { countsOf, holders } from '../store.ts';

const admin = { admin: true as const };

const personSchema = Joi.object({
  user_id: Joi.number().integer().required().example(1),
  login: Joi.string().required().example('ann'),
  enabled: Joi.boolean().required().description('codes are in use, or there is a passkey'),
  required: Joi.boolean().required().description('the service or a workspace asks for it'),
  backup_codes_left: Joi.number().integer().required().example(10),
  passkeys: Joi.number().integer().required().example(1),
}).meta({ title: 'TwoFactorStatus' });

const workspaceSchema = Joi.object({
  required: Joi.boolean()
    .required()
    .description('members without it are kept out of the workspace until they set it up'),
  members: Joi.array()
    .items(Joi.object({ user_id: Joi.number().integer().required(), enabled: Joi.boolean().required() }))
    .required(),
}).meta({ title: 'WorkspaceTwoFactor' });

async function present(ctx: Ctx, people: User[]) {
  const ids = people.map((one) => one.id);
  const [secured, required, { codes, keys }] = await Promise.all([
    holders(ctx, ids),
    requiredAmong(ctx, people),
    countsOf(ctx, ids),
  ]);
  return people.map((one) => ({
    user_id: one.id,
    login: one.login,
    enabled: secured.includes(one.id),
    required: required.has(one.id),
    backup_codes_left: codes.get(one.id) ?? 0,
    passkeys: keys.get(one.id) ?? 0,
  }));
}

export const twoFactorV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/admin/two-factor',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.two-factor',
      description: 'Two-factor status of all accounts; `q` is part of a name, login or email address',
      validate: { query: paging({ q: Joi.string().max(100).allow('') }) },
      response: { schema: Joi.array().items(personSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const [limit, offset] = windowOf(request);
      const { q } = request.query as { q?: string };
      const { items, total } = await ctx.use(administration).page(ctx, { q, limit, offset });
      return pagedAnswer(request, h, { items: await present(ctx, items), total });
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/admin/two-factor/{user_id}',
    rules: { access: { ...admin, opaque: ['user_id'] }, scope: 'admin' },
    options: {
      id: 'admin.reset-two-factor',
      description: 'Take codes, backup codes and passkeys off an account whose owner has lost them; they are told',
      plugins: { api: { statuses: [404] } },
      validate: { params: params({ user_id: id() }) },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async ({ ctx, params: { user_id } }) => {
      await ctx.use(administration).removeSecondFactor(ctx, Number(user_id));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/workspaces/{workspace_id}/two-factor',
    rules: { access: can(twoFactorPolicies.viewOfWorkspace, 'workspace_id') },
    options: {
      id: 'workspaces.two-factor',
      description: 'Whether a workspace asks for two-factor, and which members have it',
      validate: { params: params({ workspace_id: id() }) },
      response: { schema: workspaceSchema },
    },
    handler: ({ ctx, params: { workspace_id } }) => ofWorkspace(ctx, Number(workspace_id)) as never,
  }),
  route({
    method: 'PUT',
    path: '/api/v2/workspaces/{workspace_id}/two-factor',
    rules: { access: can(twoFactorPolicies.requireInWorkspace, 'workspace_id') },
    options: {
      id: 'workspaces.require-two-factor',
      description: 'Ask all members of a workspace for two-factor, or no longer',
      validate: {
        params: params({ workspace_id: id() }),
        payload: Joi.object({ required: Joi.boolean().required() }).required(),
      },
      response: { schema: workspaceSchema },
    },
    handler: async ({ ctx, params: { workspace_id }, payload }) => {
      await demand(ctx, Number(workspace_id), (payload as { required: boolean }).required);
      return (await ofWorkspace(ctx, Number(workspace_id))) as never;
    },
  }),
];
