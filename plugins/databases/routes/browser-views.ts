// Views as one person looks at them: what they filter and sort by for themselves is kept, and given up.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import type { LoadedView } from '../access.ts';
import { formPayload } from '../forms/form-bodies.ts';
import { viewPolicies } from '../policies.ts';
import { filterSchema } from '../query/filter.ts';
import type { ViewDraft } from '../views/model.ts';
import { sortsSchema } from '../views/view-config.ts';
import { dropViewDraft, keepViewDraft } from '../views/view-drafts.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { okAnswer, okAnswerSchema } from './schemas.ts';

const path = '/api/views/{view_id}/draft';
const viewPath = params({ view_id: id() });
const viewIn = (request: Request): LoadedView => loaded<LoadedView>(request, 'view_id');

export const viewDraftRoutes: Route[] = [
  route({
    method: 'PUT',
    path,
    rules: { access: can(viewPolicies.draft, 'view_id') },
    options: {
      id: 'views.keep-draft',
      description: 'Filter and sort a shared view for yourself only',
      validate: {
        params: viewPath,
        payload: Joi.object({ filter: filterSchema.allow(null).required(), sorts: sortsSchema.required() }).required(),
      },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      const { view, collection } = viewIn(request);
      const schema = await visibleSchemaOf(request.ctx, collection);
      await keepViewDraft(request.ctx, schema, view, request.payload as ViewDraft);
      return okAnswer as never;
    },
  }),
  route({
    method: 'DELETE',
    path,
    rules: { access: can(viewPolicies.draft, 'view_id') },
    options: {
      id: 'views.drop-draft',
      description: 'Look at a shared view as everybody does',
      validate: { params: viewPath },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await dropViewDraft(request.ctx, viewIn(request).view);
      return okAnswer as never;
    },
  }),
  route({
    method: 'POST',
    path: '/views/{view_id}/draft/reset',
    rules: { access: can(viewPolicies.draft, 'view_id'), form: true, html: true },
    options: {
      id: 'views.drop-draft-by-form',
      payload: formPayload,
      validate: { params: viewPath, payload: Joi.object({ csrf }).required() },
    },
    handler: async (request, h) => {
      const { view, collection } = viewIn(request);
      await dropViewDraft(request.ctx, view);
      return h.redirect(`/pages/${collection.page_id}?view=${view.id}`).code(303);
    },
  }),
];
