// What the editor asks of other sites while somebody writes.
import Joi from 'joi';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { titleOfLink } from '../link-title.ts';

export const bookmarkRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/link-title',
    rules: { access: can(pagePolicies.edit, 'page_id') },
    options: {
      id: 'bookmarks.read-title',
      description: 'Ask another site for the title of one of its pages; null where it says none or is not to be asked',
      validate: {
        params: params({ page_id: id() }),
        payload: Joi.object({ url: Joi.string().max(2048).required() }).required(),
      },
    },
    handler: async ({ ctx, payload }) => ({
      ok: true,
      title: await titleOfLink(ctx, (payload as { url: string }).url),
    }),
  }),
];
