// The star of a page without scripts.
import Joi from 'joi';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { favoritePolicies } from '../policies.ts';
import { dropFavorite, keepFavorite } from '../service.ts';

export const favoriteFormRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/favorites/{page_id}',
    rules: { access: can(favoritePolicies.keep, 'page_id'), form: true, html: true },
    options: {
      id: 'favorites.toggle-by-form',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        params: params({ page_id: id() }),
        payload: Joi.object({ keep: Joi.valid('0', '1').required(), csrf: Joi.string().allow('') }).required(),
      },
    },
    handler: async (request, h) => {
      const pageId = Number(request.params.page_id);
      if ((request.payload as { keep: string }).keep === '1') await keepFavorite(request.ctx, pageId);
      else await dropFavorite(request.ctx, pageId);
      return h.redirect(`/pages/${pageId}`).code(303);
    },
  }),
];
