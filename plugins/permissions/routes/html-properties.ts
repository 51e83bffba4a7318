// Who sees which property of a database: a page with forms that work without scripts, which the dialog shows, too.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { invalid, notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { type Collection, databases, type PropertyRole } from '../../databases/contract.ts';
import type { Page } from '../../pages/contract.ts';
import { suggestionsFor } from '../invitation-candidates.ts';
import { namedBy } from '../invite.ts';
import { propertySharingPolicies } from '../policies.ts';
import { propertyRole } from '../present.ts';
import { grantProperty, PROPERTY_ROLES, revokeProperty } from '../properties/property-grants.ts';
import { type NamedPropertyGrant, propertyGrantStore } from '../properties/property-store.ts';

const PATH = '/pages/{page_id}/sharing/properties';
const path = params({ page_id: id() });

async function databaseOf(request: Request): Promise<{ page: Page; place: Collection }> {
  const { ctx } = request;
  const page = loaded<Page>(request, 'page_id');
  const place = page.kind === 'collection' ? await ctx.use(databases).ofPage(ctx, page.id) : undefined;
  if (!place) throw notFound();
  return { page, place };
}

/** A property that the actor sees; the title is everybody's. @throws Problem not_found */
async function propertyOf(request: Request, { id: collectionId }: Collection, propertyId: number): Promise<number> {
  const seen = await request.ctx.use(databases).properties(request.ctx, collectionId);
  if (!seen.some((one) => one.id === propertyId)) throw notFound();
  return propertyId;
}

async function rightsPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { page, place } = await databaseOf(request);
  const [properties, through, rows, known] = await Promise.all([
    ctx.use(databases).properties(ctx, place.id),
    ctx.use(databases).narrowedThrough(ctx, place.id),
    propertyGrantStore.listed(ctx, place.id),
    suggestionsFor(ctx, page),
  ]);
  const t = ctx.app.messages.in(ctx.locale);
  const show = ({ id: one, role, ...row }: NamedPropertyGrant) => ({
    id: one,
    role,
    kind: row.group_id !== null ? 'users' : 'user',
    name: row.group_name ?? (row.user_name || row.user_email) ?? t('permissions.properties.gone'),
  });
  const done = String(request.query.done ?? '');
  return h.view('permissions/properties', {
    title: t('permissions.properties.title', { page: page.title || t('permissions.untitled') }),
    breadcrumb: [
      { title: page.title, href: `/pages/${page.id}` },
      { title: t('permissions.sharing.short'), href: `/pages/${page.id}/sharing` },
      { title: t('permissions.properties.short') },
    ],
    shared: page,
    known,
    roles: PROPERTY_ROLES,
    properties: properties
      .filter(({ type }) => type !== 'title')
      .map(({ id: one, name }) => ({
        id: one,
        name,
        isNarrow: through.has(one),
        given: rows.filter(({ property_id }) => property_id === one).map(show),
      })),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && ['given', 'taken'].includes(done) ? t(`permissions.done.${done}`) : '',
  });
}

interface Values {
  property_id: number;
  permission_id: number;
  who: string;
  role: PropertyRole;
}

const acts = {
  give: {
    body: { who: Joi.string().trim().max(254).required(), role: propertyRole().required() },
    done: 'given',
    async run(request: Request, { who, role, property_id }: Values) {
      const { page, place } = await databaseOf(request);
      const grantee = await namedBy(request.ctx, page, who);
      if (!grantee) throw invalid(['body', 'who'], 'must be somebody in this workspace');
      await grantProperty(request.ctx, place, await propertyOf(request, place, property_id), grantee, role);
    },
  },
  take: {
    body: { permission_id: id().required() },
    done: 'taken',
    async run(request: Request, { permission_id, property_id }: Values) {
      const { place } = await databaseOf(request);
      await revokeProperty(request.ctx, place, await propertyOf(request, place, property_id), permission_id);
    },
  },
};

export const propertyPermissionRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(propertySharingPolicies.manageOnPage, 'page_id'), html: true },
    options: {
      id: 'sharing.properties',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => rightsPage(request, h),
  }),
  ...Object.entries(acts).map(([name, { body, done, run }]) =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      // Properties and grants count within the database, whose role decides.
      rules: {
        access: can(propertySharingPolicies.manageOnPage, 'page_id', { opaque: ['property_id', 'permission_id'] }),
        form: true,
        html: true,
        refused: rightsPage,
      },
      options: {
        id: `sharing.${name}-property`,
        payload: { allow: ['application/x-www-form-urlencoded'] },
        validate: { params: path, payload: Joi.object({ csrf, property_id: id().required(), ...body }).required() },
      },
      handler: async (request, h) => {
        await run(request, request.payload as Values);
        return h.redirect(`/pages/${request.params.page_id}/sharing/properties?done=${done}`).code(303);
      },
    }),
  ),
];
