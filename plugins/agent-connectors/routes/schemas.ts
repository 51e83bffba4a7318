// What requests about connectors hold, and how answers show one.
import Joi from 'joi';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { CONNECTOR_STATUSES } from '../contract.ts';
import { NATIVE_KINDS } from '../native.ts';

/** Headers of the connection, or ours. */
const TAKEN =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|accept.*|content-.*|cookie)$/i;

const secret = Joi.string()
  .allow('', null)
  .max(4000)
  .pattern(/^[\x20-\x7e]*$/)
  .messages({ 'string.pattern.base': '{{#label}} must be plain letters and signs on one line' })
  .description('kept encrypted, shown nowhere, and sent to this origin only; empty: none');

export const connectorName = Joi.string().trim().min(1).max(100).example('Wiki');

export const connectorFields = {
  name: connectorName,
  url: Joi.string().trim().max(2000).description('http or https, and public').example('https://wiki.example.org/api'),
  kind: Joi.string().max(40).description('http, or one of an extension').example('http'),
  secret,
  auth_header: Joi.string()
    .allow(null)
    .empty('')
    .pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/)
    .pattern(TAKEN, { invert: true })
    .messages({
      'string.pattern.base': '{{#label}} must be the name of a header',
      'string.pattern.invert.base': '{{#label}} is no header that can be set here',
    })
    .description('the header that carries the secret; without one it is Authorization, as a bearer token')
    .example('X-Api-Key'),
  enabled: Joi.boolean(),
};

export const newFields = {
  ...connectorFields,
  name: connectorFields.name.required(),
  url: connectorFields.url.required(),
};

export const connectorPath = params({
  connector_id: Joi.alternatives(id(), Joi.valid(...NATIVE_KINDS)).description('the built-in ones cannot be changed'),
});

export const connectorSchema = Joi.object({
  id: Joi.number().integer().allow(null).required().description('null for those that are built in'),
  name: Joi.string().required(),
  kind: Joi.string().required(),
  url: Joi.string().allow('').required(),
  enabled: Joi.boolean().required(),
  status: Joi.valid(...CONNECTOR_STATUSES)
    .required()
    .description('unknown until it was tested'),
  detail: Joi.string().allow('').required(),
  has_secret: Joi.boolean().required(),
  native: Joi.boolean().required(),
}).meta({ title: 'Connector' });

export const probeBody = Joi.object({
  connector: Joi.alternatives(id(), Joi.string().trim().min(1).max(100)).description('its id or its name'),
  id: id(),
  csrf,
})
  .xor('connector', 'id')
  .required()
  .example({ connector: 12 });
