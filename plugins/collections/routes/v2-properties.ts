// Properties of databases in API v2.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { id, paging, params } from '../../../core/fields.ts';
import { pagedAnswer, windowIn } from '../../../core/paging.ts';
import { type Route, route } from '../../../core/route.ts';
import { type Conversion, convertProperty, previewConversion } from '../conversion.ts';
import { shownProperties } from '../formulas.ts';
import { propertySchema } from '../present.ts';
import { changeProperty, createProperty, deleteProperty } from '../properties.ts';
import {
  newPropertyKeys,
  type PropertyInput,
  type PropertyPatch,
  propertyPatchKeys,
  typeName,
} from '../property-input.ts';
import { idPath, on, schemaIn } from './bodies.ts';
import { propertyRef } from './properties.ts';

const onProperty = { ...on('editor', 'id', { lock: true }), refs: [propertyRef()] };
const propertyPath = params({ id: id(), property_id: id() });
const ids = ({ params: { id: collection, property_id } }: Request): [number, number] => [
  Number(collection),
  Number(property_id),
];
const undo = Joi.number().integer().required().allow(null).description('with which the change is taken back');
const changed = propertySchema.keys({ undo }).meta({ title: 'ChangedProperty' });

export const v2PropertyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/properties',
    rules: { access: on('viewer', 'id') },
    options: {
      id: 'properties.list',
      description: 'Properties of a database in their order',
      validate: { params: idPath, query: paging() },
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
    rules: { access: on('editor', 'id', { lock: true }) },
    options: {
      id: 'properties.create',
      description: 'Add a property',
      validate: { params: idPath, payload: Joi.object(newPropertyKeys).required() },
      response: { schema: propertySchema },
    },
    handler: (request) =>
      createProperty(request.ctx, Number(request.params.id), request.payload as PropertyInput) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/collections/{id}/properties/{property_id}',
    rules: { access: onProperty },
    options: {
      id: 'properties.update',
      description: 'Change name, settings, rules, group or place; settings that are not named stay as they are',
      validate: { params: propertyPath, payload: Joi.object(propertyPatchKeys).required() },
      response: { schema: changed },
    },
    handler: async (request) => {
      const { property, undo: taken } = await changeProperty(
        request.ctx,
        ...ids(request),
        request.payload as PropertyPatch,
      );
      return { ...property, undo: taken } as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/collections/{id}/properties/{property_id}',
    rules: { access: onProperty },
    options: {
      id: 'properties.delete',
      description: 'Take a property away with its values, and the way back of a relation with it; can be taken back',
      validate: { params: propertyPath },
      response: { schema: Joi.object({ ok: Joi.valid(true).required(), undo }) },
    },
    handler: async (request) => ({ ok: true, ...(await deleteProperty(request.ctx, ...ids(request))) }) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/properties/{property_id}/convert',
    rules: { access: onProperty },
    options: {
      id: 'properties.convert',
      description: 'Give a property another type; with `preview` only say what would become of its values',
      validate: {
        params: propertyPath,
        payload: Joi.object({
          type: typeName(),
          config: Joi.object().unknown(),
          preview: Joi.boolean().default(false),
        }).required(),
      },
      response: {
        schema: Joi.alternatives(
          changed,
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
      const { property, undo: taken } = await convertProperty(request.ctx, ...ids(request), wanted);
      return { ...property, undo: taken } as never;
    },
  }),
];
