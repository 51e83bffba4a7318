// Highlights on pages of the web in the public API.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Highlight } from '../clips/clip-input.ts';
import { addHighlight, highlightsOf, removeHighlight, removeHighlightsOf } from '../highlights/highlights.ts';
import { highlightFields } from './schemas.ts';
import { BASE } from './v2-devices.ts';

const highlightSchema = Joi.object({
  id: Joi.number().integer().required(),
  source_url: Joi.string().required(),
  exact: Joi.string().required(),
  prefix: Joi.string().allow('').required(),
  suffix: Joi.string().allow('').required(),
  note: Joi.string().allow('').required(),
  created_at: Joi.string().required(),
}).meta({ title: 'ClipHighlight' });

const ok = Joi.object({ ok: Joi.valid(true).required() });
const url = () => Joi.string().min(1).max(10_000).required().example('https://example.org/');

export const highlightRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/highlights`,
    rules: { access: { list: true, resource: 'clip-highlight' }, devices: true },
    options: {
      id: 'web-clipper.highlights',
      description: 'What the caller has highlighted on a page of the web',
      validate: { query: Joi.object({ url: url() }) },
      response: { schema: Joi.object({ highlights: Joi.array().items(highlightSchema).required() }) },
    },
    handler: async ({ ctx, query }) => ({ highlights: await highlightsOf(ctx, query.url as string) }) as never,
  }),
  route({
    method: 'POST',
    path: `${BASE}/highlights`,
    rules: { access: { member: true }, devices: true },
    options: {
      id: 'web-clipper.add-highlight',
      description: 'Keep what was highlighted on a page of the web',
      validate: {
        payload: Joi.object({ url: url(), ...highlightFields, exact: highlightFields.exact.required() }).required(),
      },
      plugins: { api: { statuses: [409] } },
      response: { schema: highlightSchema },
    },
    handler({ ctx, payload }) {
      const { url: address, ...highlight } = payload as Highlight & { url: string };
      return addHighlight(ctx, address, highlight) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/highlights`,
    rules: { access: { member: true }, devices: true },
    options: {
      id: 'web-clipper.remove-highlights',
      description: 'Forget all that the caller has highlighted on a page of the web',
      validate: { query: Joi.object({ url: url() }) },
      response: { schema: ok },
    },
    handler: async ({ ctx, query }) => {
      await removeHighlightsOf(ctx, query.url as string);
      return { ok: true } as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/highlights/{id}`,
    rules: { access: { own: true, resource: 'clip-highlight', param: 'id' }, devices: true },
    options: {
      id: 'web-clipper.remove-highlight',
      description: 'Forget a highlight',
      validate: { params: params({ id: id() }) },
      response: { schema: ok },
    },
    handler: async ({ ctx, params: { id: wanted } }) => {
      await removeHighlight(ctx, Number(wanted));
      return { ok: true } as never;
    },
  }),
];
