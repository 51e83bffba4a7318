// Templates and the home of clips in the public API.
import Joi from 'joi';
import { inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { clipperPolicies } from '../policies.ts';
import { type ClipTemplate, clipSettingsOf, saveClipSettings } from '../templates/templates.ts';
import { clipTemplateSchema } from './schemas.ts';
import { BASE } from './v2-devices.ts';

const keptSchema = Joi.object({
  home_page_id: Joi.number().integer().allow(null).required(),
  templates: Joi.array()
    .items(clipTemplateSchema.keys({ id: Joi.number().integer().required() }).meta({ title: 'ClipTemplate' }))
    .required(),
});

/** A place is looked at when it is used: rights on it may change between the two. */
const places = ['workspace_id', 'parent_id', 'collection_id'];
const homeRef = inBody('home_page_id', clipperPolicies.chooseHome);

export const templateRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/templates`,
    rules: { access: { member: true }, devices: true },
    options: {
      id: 'web-clipper.templates',
      description: 'How the caller clips pages of some sites, and where clips go that name no place',
      response: { schema: keptSchema },
    },
    handler: ({ ctx }) => clipSettingsOf(ctx) as never,
  }),
  route({
    method: 'PUT',
    path: `${BASE}/templates`,
    rules: { access: { member: true, refs: [homeRef], opaque: places }, devices: true },
    options: {
      id: 'web-clipper.keep-templates',
      description: 'Put these in place of all templates; the home stays unless it is named',
      validate: {
        payload: Joi.object({
          home_page_id: id().allow(null).description('a page, or the page of a database'),
          templates: Joi.array().items(clipTemplateSchema).max(100),
        }).required(),
      },
      response: { schema: keptSchema },
    },
    handler: ({ ctx, payload }) => saveClipSettings(ctx, payload as { templates?: ClipTemplate[] }) as never,
  }),
];
