// The routes of rooms: those of pages, and the one by which sockets hear what happens elsewhere.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { pageKind } from '../document-kinds.ts';
import { liveRoutes } from '../document-routes.ts';

export const roomRoutes: Route[] = [
  ...liveRoutes(pageKind, '/api/pages', 'rooms'),
  route({
    method: 'GET',
    path: '/_rt/events',
    rules: { access: { member: true } },
    options: {
      id: 'rooms.listen',
      isInternal: true,
      validate: { query: Joi.object({ presence: Joi.valid('1'), page: id().optional() }) },
    },
    handler: () => ({ ok: true }),
  }),
];
