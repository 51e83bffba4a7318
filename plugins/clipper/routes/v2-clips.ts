// Clips in the public API: taking one, and what has become of those that were taken.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { inBody } from '../../../core/http/policy.ts';
import { rateHeaders } from '../../../core/http/rate-limits.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { INPUT_KINDS } from '../../databases/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { takeClip } from '../clips/clip.ts';
import type { ClipInput } from '../clips/clip-input.ts';
import type { ClipRow } from '../clips/clip-store.ts';
import { type ClipChange, changeClip, knownClips, listClips } from '../clips/clips.ts';
import { presentQuota, quotaOf } from '../clips/quota.ts';
import { targetsFor } from '../clips/targets.ts';
import { CLIP_BODY_MAX, CLIP_PLACES, clipBody, clipSchema, takenSchema } from './schemas.ts';
import { BASE } from './v2-devices.ts';

const addressQuery = Joi.object({ url: Joi.string().min(1).max(10_000).required().example('https://example.org/') });

const targetSchema = Joi.object({
  kind: Joi.valid('workspace', 'page', 'collection').required(),
  id: Joi.number().integer().required(),
  page_id: Joi.number().integer().allow(null).required(),
  title: Joi.string().allow('').required(),
  icon: Joi.string().allow('').required(),
  workspace_id: Joi.number().integer().required(),
  path: Joi.array().items(Joi.string().allow('')).required(),
  is_home: Joi.boolean().required().description('clips that name no place go here'),
  properties: Joi.array().items(
    Joi.object({
      id: Joi.number().integer().required(),
      name: Joi.string().allow('').required(),
      type: Joi.string().required(),
      input: Joi.valid(...INPUT_KINDS).description('the field of a form for one value; absent where a form has none'),
      options: Joi.array().items(Joi.string().allow('')),
    }),
  ),
}).meta({ title: 'ClipTarget' });

export const clipRoutes: Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/clip`,
    // What is done once has a name of its own, client_id; a key would keep the pictures of a clip in memory. A clip that
    // was sent before is answered as it was, also where its place has gone since: places are looked at after that.
    rules: { access: { member: true, opaque: ['client_id', ...CLIP_PLACES] }, devices: true, idempotent: false },
    options: {
      id: 'web-clipper.clip',
      description:
        'Keep an article, a selection, a bookmark or a screenshot: as a page, as a row, or in a page that is there. An article without text is read by the service itself. 50 an hour',
      payload: { maxBytes: CLIP_BODY_MAX },
      validate: { payload: clipBody },
      plugins: { api: { statuses: [400, 409, 429] } },
      response: { schema: takenSchema },
    },
    async handler({ ctx, payload }, h) {
      const { id: taken, pageId, isRepeated } = await takeClip(ctx, payload as ClipInput);
      const quota = await quotaOf(ctx);
      const answer = h.response({
        ...{ ok: true, id: taken, page_id: pageId },
        url: pageId === null ? null : `${ctx.app.baseUrl}/pages/${pageId}`,
        quota: presentQuota(quota),
        ...(isRepeated && { repeated: true }),
      });
      for (const [name, value] of Object.entries(rateHeaders(quota))) answer.header(name, value);
      return answer;
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/clips`,
    rules: { access: { list: true, resource: 'extension-clip' }, devices: true },
    options: {
      id: 'web-clipper.clips',
      description: 'What the caller has clipped, newest first',
      validate: { query: paging() },
      response: { schema: Joi.array().items(clipSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, await listClips(request.ctx, ...windowOf(request))),
  }),
  route({
    method: 'PATCH',
    path: `${BASE}/clips/{id}`,
    rules: {
      access: {
        own: true,
        resource: 'extension-clip',
        param: 'id',
        refs: [inBody('parent_id', pagePolicies.addBelow)],
      },
      devices: true,
    },
    options: {
      id: 'web-clipper.change-clip',
      description: 'Give the page of a clip another title, tags or place; `undone` takes the clip back',
      validate: {
        params: params({ id: id() }),
        payload: Joi.object({
          title: Joi.string().trim().min(1).max(500),
          tags: Joi.array().items(Joi.string().trim().min(1).max(100)).max(50),
          parent_id: id().allow(null),
          undone: Joi.valid(true),
        })
          .min(1)
          .required()
          .example({ title: 'On lighthouses', tags: ['reading'] }),
      },
      plugins: { api: { statuses: [409, 423] } },
      response: { schema: clipSchema },
    },
    handler: (request) =>
      changeClip(request.ctx, loaded<ClipRow>(request, 'id'), request.payload as ClipChange) as never,
  }),
  route({
    method: 'GET',
    path: `${BASE}/known`,
    rules: { access: { list: true, resource: 'extension-clip' }, devices: true },
    options: {
      id: 'web-clipper.known',
      description: 'The caller’s clips of an address whose pages are still there',
      validate: { query: addressQuery },
      response: {
        schema: Joi.object({
          clips: Joi.array()
            .items(clipSchema.keys({ tags: Joi.array().items(Joi.string()).required() }).meta({ title: 'KnownClip' }))
            .required(),
        }),
      },
    },
    handler: async ({ ctx, query }) => ({ clips: await knownClips(ctx, query.url as string) }) as never,
  }),
  route({
    method: 'GET',
    path: `${BASE}/targets`,
    rules: { access: { list: true, resource: 'page' }, devices: true },
    options: {
      id: 'web-clipper.targets',
      description: 'Places where the caller may put a clip: opened last, or found by `q`',
      validate: { query: Joi.object({ q: Joi.string().trim().allow('').max(200).default('') }) },
      response: { schema: Joi.object({ targets: Joi.array().items(targetSchema).required() }) },
    },
    handler: async ({ ctx, query }) => ({ targets: await targetsFor(ctx, query.q as string) }) as never,
  }),
];
