// Properties of databases in API v2.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { collectionPolicies } from '../policies.ts';
import { propertySchema } from '../present.ts';
import { shownProperties } from '../schema/formula-properties.ts';
import { deleteProperty, type PropertyChangeResult, startProperty, startPropertyChange } from '../schema/properties.ts';
import { type Conversion, convertProperty, previewConversion } from '../schema/property-conversion.ts';
import {
  newPropertySchema,
  type PropertyInput,
  type PropertyPatch,
  propertyPatchKeys,
  typeName,
} from '../schema/property-input.ts';
import { configChange } from '../schema/property-schema.ts';
import type { StartedJob } from '../schema-change/start-change.ts';
import { idParams, schemaIn } from './schemas.ts';
import { startedSchema } from './v2-jobs.ts';

const propertyPath = params({ id: id(), property_id: id() });
const ids = ({ params: { id: collection, property_id } }: Request): [number, number] => [
  Number(collection),
  Number(property_id),
];
const undo = Joi.number().integer().required().allow(null).description('with which the change is taken back');
const changed = propertySchema.keys({ undo }).meta({ title: 'ChangedProperty' });
const answerOf = (done: PropertyChangeResult | StartedJob) =>
  ('job' in done ? { ok: true, ...done } : { ...done.property, undo: done.undo }) as never;

export const propertyV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/properties',
    rules: { access: can(collectionPolicies.view, 'id'), subtree: true },
    options: {
      id: 'properties.list',
      description: 'Properties of a database in their order',
      validate: { params: idParams, query: paging() },
      response: { schema: Joi.array().items(propertySchema) },
    },
    handler: async (request, h) => {
      const { properties } = await schemaIn(request, 'id');
      return pagedAnswer(request, h, windowIn(request, shownProperties(properties)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/properties',
    rules: { access: can(collectionPolicies.edit, 'id'), subtree: true },
    options: {
      id: 'properties.create',
      description: 'Add a property',
      validate: { params: idParams, payload: newPropertySchema.required() },
      response: { schema: Joi.alternatives(propertySchema, startedSchema) },
    },
    handler: async (request) => {
      const made = await startProperty(request.ctx, Number(request.params.id), request.payload as PropertyInput);
      return ('job' in made ? { ok: true, ...made } : made) as never;
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/collections/{id}/properties/{property_id}',
    rules: { access: can(collectionPolicies.editProperty, 'id'), subtree: true },
    options: {
      id: 'properties.update',
      description: 'Change name, settings, rules, group or place; settings that are not named stay as they are',
      validate: { params: propertyPath, payload: Joi.object(propertyPatchKeys).required() },
      response: { schema: Joi.alternatives(changed, startedSchema) },
    },
    handler: async (request) =>
      answerOf(await startPropertyChange(request.ctx, ...ids(request), request.payload as PropertyPatch)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/collections/{id}/properties/{property_id}',
    rules: { access: can(collectionPolicies.editProperty, 'id'), subtree: true },
    options: {
      id: 'properties.delete',
      description: 'Take a property away with its values, and the way back of a relation with it; can be taken back',
      validate: { params: propertyPath },
      response: { schema: Joi.alternatives(Joi.object({ ok: Joi.valid(true).required(), undo }), startedSchema) },
    },
    handler: async (request) => ({ ok: true, ...(await deleteProperty(request.ctx, ...ids(request))) }) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/properties/{property_id}/convert',
    rules: { access: can(collectionPolicies.editProperty, 'id'), subtree: true },
    options: {
      id: 'properties.convert',
      description: 'Give a property another type; with `preview` only say what would become of its values',
      validate: {
        params: propertyPath,
        payload: Joi.object({
          type: typeName(),
          config: Joi.object().unknown().meta({ documented: configChange }),
          preview: Joi.boolean().default(false),
        }).required(),
      },
      response: {
        schema: Joi.alternatives(
          changed,
          startedSchema,
          Joi.object({
            kept: Joi.number().integer().required(),
            lost: Joi.number().integer().required(),
            samples: Joi.array().items(Joi.object().unknown()).required(),
          }).meta({ title: 'ConversionPreview' }),
        ),
      },
    },
    handler: async (request) => {
      const { preview, ...wanted } = request.payload as Conversion & { preview: boolean };
      if (preview) return (await previewConversion(request.ctx, ...ids(request), wanted)) as never;
      return answerOf(await convertProperty(request.ctx, ...ids(request), wanted));
    },
  }),
];
