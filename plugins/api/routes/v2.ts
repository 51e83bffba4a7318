// The OpenAPI document itself.
import { type Route, route } from '../../../core/http/route.ts';
import { documentOf } from '../document.ts';

export const openApiRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/openapi.json',
    rules: { access: { public: true, because: 'it describes the product, not what anybody keeps in it' } },
    options: { id: 'api.document', auth: false, description: 'This document', tags: ['API'] },
    handler: async (request, h) => {
      const { text, tag } = await documentOf(request.ctx.app);
      return h.response(text).type('application/json').etag(tag);
    },
  }),
];
