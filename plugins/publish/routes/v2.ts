// Publishing in the API: that of the browser and the public one.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params, timestamp } from '../../../core/http/schema-fields.ts';
import { publicationPolicies } from '../policies.ts';
import { type PublicationSettings, publicationOf, publishPage, unpublish } from '../service.ts';
import { slugSchema } from '../slug.ts';

const publicationSchema = Joi.object({
  published: Joi.boolean().required(),
  slug: Joi.string().required().allow(null).example('handbook'),
  url: Joi.string().required().allow(null).example('https://notes.example.org/p/handbook'),
  with_children: Joi.boolean().required().description('with all that lies below and has no rights of another kind'),
  shows_rows: Joi.boolean().required().description('of a database: its rows, or its forms only'),
  is_indexed: Joi.boolean().required().description('whether search engines may show it'),
  description: Joi.string().required().allow(''),
  form_ids: Joi.array().items(Joi.number().integer()).required().description('forms that anybody may answer'),
  has_password: Joi.boolean().required(),
  expires_at: Joi.string().required().allow(null),
  published_at: Joi.string().required().allow(null),
  may_change: Joi.boolean().required().description('whether you may publish it, change how, or take it back'),
}).meta({ title: 'Publication' });
const savedSchema = publicationSchema.keys({ ok: Joi.valid(true).required() }).meta({ title: 'SavedPublication' });

export const settingsKeys = {
  slug: slugSchema().example('handbook'),
  with_children: Joi.boolean(),
  shows_rows: Joi.boolean(),
  is_indexed: Joi.boolean(),
  description: Joi.string().trim().allow('').max(300),
  form_ids: Joi.array().items(id()).max(50),
  password: Joi.string().min(4).max(128).allow(null).description('null takes it away'),
  expires_at: timestamp().allow(null),
};
/** They are looked for among the views of the page itself. */

const put = (request: Request, name: string) =>
  publishPage(request.ctx, Number(request.params[name]), (request.payload ?? {}) as PublicationSettings) as never;

async function end(request: Request, name: string) {
  await unpublish(request.ctx, Number(request.params[name]));
  return { ok: true } as never;
}

const ok = Joi.object({ ok: Joi.valid(true).required() });
const PATH = '/api/v2/pages/{id}/publish';
const LOCAL = '/api/pages/{page_id}/publish';
const one = { params: params({ id: id() }) };
const local = { params: params({ page_id: id() }) };

export const publicationV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(publicationPolicies.view, 'id') },
    options: {
      id: 'publications.get',
      description: 'Whether and how the page is open to everybody',
      validate: one,
      response: { schema: publicationSchema },
    },
    handler: ({ ctx, params: { id: page } }) => publicationOf(ctx, Number(page)) as never,
  }),
  route({
    method: 'PUT',
    path: PATH,
    rules: { access: can(publicationPolicies.publish, 'id') },
    options: {
      id: 'publications.put',
      description: 'Publish the page at /p/{slug}, or change how; what is not named stays as it is',
      plugins: { api: { statuses: [409] } },
      validate: { ...one, payload: Joi.object(settingsKeys).allow(null) },
      response: { schema: publicationSchema },
    },
    handler: (request) => put(request, 'id'),
  }),
  route({
    method: 'DELETE',
    path: PATH,
    rules: { access: can(publicationPolicies.end, 'id') },
    options: {
      id: 'publications.delete',
      description: 'Take the page back: its address leads nowhere from now on',
      validate: one,
      response: { schema: ok },
    },
    handler: (request) => end(request, 'id'),
  }),
  route({
    method: 'POST',
    path: LOCAL,
    rules: { access: can(publicationPolicies.publish, 'page_id') },
    options: {
      id: 'publishing.publish',
      description: 'Publish the page at /p/{slug}, or change how',
      plugins: { api: { statuses: [409] } },
      validate: { ...local, payload: Joi.object(settingsKeys).allow(null) },
      response: { schema: savedSchema },
    },
    handler: async (request) => ({ ok: true, ...((await put(request, 'page_id')) as object) }) as never,
  }),
  route({
    method: 'DELETE',
    path: LOCAL,
    rules: { access: can(publicationPolicies.end, 'page_id') },
    options: {
      id: 'publishing.end',
      description: 'Take the page back',
      validate: local,
      response: { schema: ok },
    },
    handler: (request) => end(request, 'page_id'),
  }),
];
