// What the palette of the browser finds behind a sign, from whichever plugin offers it.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { signSources } from '../../../core/views/sign-search.ts';

export const signRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/search/signs',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'search.signs',
      description: 'What is found behind a sign, e.g. tags behind `#`; null where nothing is found behind it',
      validate: {
        query: Joi.object({
          q: Joi.string().max(500).required().example('#garden'),
          limit: Joi.number().integer().min(1).max(100).default(20),
        }),
      },
    },
    handler: async ({ ctx, query }) => {
      const { q, limit } = query as unknown as { q: string; limit: number };
      const [sign = ''] = q;
      const source = ctx.app.contributions(signSources).find((one) => one.sign === sign);
      return { results: source ? await source.find(ctx, q.slice(sign.length).trim(), limit) : null };
    },
  }),
];
