// People as administrators look after them, in forms that work without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { accounts, administration } from '../../auth/contract.ts';
import { adminPage, listPagination } from '../page-layout.ts';

const PATH = '/admin/users';
const access = { admin: true as const, opaque: ['user_id'] };
const csrf = Joi.string().allow('');
const query = paging({
  q: Joi.string().allow('').max(100).default(''),
  only: Joi.valid('admins', 'inactive', ''),
  done: Joi.string().max(20),
});

interface Query {
  q?: string;
  only?: 'admins' | 'inactive' | '';
  page?: number;
  limit?: number;
}

interface View {
  message?: string;
  link?: { name: string; address: string };
}

/** A refused form has no checked query, so that the list then starts from its beginning. */
async function usersPage(request: Request, h: ResponseToolkit, view: View = {}) {
  const { ctx } = request;
  const { q = '', only = '', page = 1, limit = 50 } = (request.method === 'get' ? request.query : {}) as Query;
  const options = { q, only: only || undefined, limit, offset: (page - 1) * limit };
  const { items, total } = await ctx.use(administration).page(ctx, options);
  const guarded = await ctx.use(administration).guarded(
    ctx,
    items.map(({ id: userId }) => userId),
  );
  const address = `${PATH}?${new URLSearchParams({ q, only })}`;
  return adminPage(request, h, 'users', {
    q,
    only,
    myId: userOf(ctx).id,
    people: items.map((one) => ({
      ...one,
      name: one.full_name || one.login,
      guarded: guarded.includes(one.id),
      at: one.last_login_at ? momentText(ctx, one.last_login_at) : '',
    })),
    ...(request.method === 'get' ? listPagination(request, total, address) : { page: 1, last: 1, address }),
    link: view.link ?? null,
    message: view.message ?? '',
  });
}

const again: ShowAgain = (request, h, { message }) => usersPage(request, h, { message });

const idOf = (request: Request): number => Number(request.params.user_id);

interface Act {
  name: string;
  body: Record<string, Joi.Schema>;
  done: string;
  run(ctx: Ctx, userId: number, values: { is_admin?: boolean; is_active?: boolean }): Promise<unknown>;
}

const acts: Act[] = [
  {
    name: 'change',
    body: { is_admin: Joi.boolean(), is_active: Joi.boolean() },
    done: 'changed',
    run: (ctx, userId, { is_admin, is_active }) => ctx.use(administration).change(ctx, userId, { is_admin, is_active }),
  },
  {
    name: 'remove-second-factor',
    body: {},
    done: 'unguarded',
    run: (ctx, userId) => ctx.use(administration).removeSecondFactor(ctx, userId),
  },
  { name: 'delete', body: {}, done: 'deleted', run: (ctx, userId) => ctx.use(administration).remove(ctx, userId) },
  { name: 'sign-out', body: {}, done: 'out', run: (ctx, userId) => ctx.use(administration).signOut(ctx, userId) },
];

export const userRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true }, html: true },
    options: { id: 'admin-pages.users', validate: { query } },
    handler: (request, h) => usersPage(request, h),
  }),
  ...acts.map(({ name, body, done, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/{user_id}/${name}`,
      rules: { access, html: true, form: true, refused: again },
      options: {
        id: `admin-pages.${name}-user`,
        validate: { params: params({ user_id: id() }), payload: Joi.object({ csrf, ...body }).allow(null) },
      },
      handler: async (request, h) => {
        await run(request.ctx, idOf(request), (request.payload ?? {}) as { is_admin?: boolean });
        return h.redirect(`${PATH}?done=${done}`).code(303);
      },
    }),
  ),
  route({
    method: 'POST',
    path: `${PATH}/{user_id}/reset-link`,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.reset-link',
      validate: { params: params({ user_id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const address = await ctx.use(administration).resetLink(ctx, idOf(request));
      const person = await ctx.use(accounts).byId(ctx, idOf(request));
      const page = await usersPage(request, h, { link: { name: person?.full_name || person?.login || '', address } });
      // The link signs somebody in: it is part of this one answer only.
      return page.header('cache-control', 'no-store');
    },
  }),
];
