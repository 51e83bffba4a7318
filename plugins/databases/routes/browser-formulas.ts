// What the browser asks while a formula is written: which functions there are, and what would come of it.
import Joi from 'joi';
import { can, inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { functions } from '../formula/index.ts';
import { collectionPolicies, propertyPolicies } from '../policies.ts';
import { type FormulaTrial, previewFormula } from '../schema/formula-preview.ts';

const text = () => Joi.string().required();
const fault = Joi.object({
  message: text(),
  start: Joi.number().integer().required(),
  end: Joi.number().integer().required(),
}).allow(null);

function functionList({ app, locale }: Ctx) {
  const t = app.messages.in(locale);
  return functions.map(({ name, group, signatures, help, example, gives }) => ({
    ...{ name, group: t(`databases.formula.group.${group}`), signatures, help: t(help), example, gives },
  }));
}

export const formulaRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/formulas/functions',
    rules: { access: { member: true } },
    options: {
      id: 'databases.formula-functions',
      description: 'Functions of formulas with what each does, in the language of the reader',
      response: {
        schema: Joi.object({
          functions: Joi.array()
            .items(
              Joi.object({
                ...{
                  name: text(),
                  group: text(),
                  help: text(),
                  example: text(),
                  gives: Joi.string().allow('').required(),
                },
                signatures: Joi.array().items(Joi.string()).required(),
              }),
            )
            .required(),
        }),
      },
    },
    handler: ({ ctx }) => ({ functions: functionList(ctx) }) as never,
  }),
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/formula-preview',
    rules: {
      access: can(collectionPolicies.previewFormula, 'collection_id', {
        refs: [inBody('property_id', propertyPolicies.edit)],
      }),
    },
    options: {
      id: 'databases.preview-formula',
      description: 'What is wrong with a formula and where, or its results for the first rows; nothing is stored',
      validate: {
        params: params({ collection_id: id() }),
        payload: Joi.object({
          // As it was typed: places of faults are places in it.
          expression: Joi.string().min(1).max(10_000).required(),
          property_id: id(),
        }).required(),
      },
      response: {
        schema: Joi.object({
          fault,
          result: Joi.string().required().allow(null),
          rows: Joi.array()
            .items(
              Joi.object({
                id: Joi.number().integer().required(),
                title: Joi.string().required().allow(''),
                value: Joi.any().required(),
                fault,
              }),
            )
            .required(),
        }),
      },
    },
    handler: ({ ctx, params: { collection_id }, payload }) =>
      previewFormula(ctx, Number(collection_id), payload as FormulaTrial) as never,
  }),
];
