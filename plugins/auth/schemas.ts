// What makes accounts and tokens, whether a request brings it or the command line.
import Joi from 'joi';
import { email, id, MAX_ID, name, timestamp } from '../../core/http/schema-fields.ts';
import { PASSWORD_MAX } from './passwords/password.ts';

export const loginName = () =>
  Joi.string()
    .pattern(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u)
    .messages({ 'string.pattern.base': 'must have only letters, digits, dots, dashes and underscores, at most 64' });

export const accountBody = Joi.object({
  full_name: name().required().description('Name that others see'),
  login: loginName().required().description('Username, unique, without @'),
  email: email().required(),
  password: Joi.string()
    .required()
    .max(PASSWORD_MAX * 4),
  invitation: Joi.string().max(200).allow(''),
  timezone: Joi.string().max(100).allow('').description('IANA name, as the browser knows it'),
  csrf: Joi.string().allow(''),
});

const PAGE_ADDRESS = /^(?:\S*\/pages\/)?([1-9]\d{0,9})(?:[/?#-]\S*)?$/;

/** A page by its address or its number, as a field of a form; empty for none. */
export const pageAddress = () =>
  Joi.string()
    .trim()
    .empty('')
    .max(2000)
    .custom((value: string, helpers) => {
      const page = Number(PAGE_ADDRESS.exec(value)?.[1]);
      return page <= MAX_ID ? page : helpers.error('page.address');
    })
    .messages({ 'page.address': 'must be the address of a page, or its number' });

export const tokenBody = Joi.object({
  name: name(100),
  scopes: Joi.alternatives(Joi.string().max(100), Joi.array().items(Joi.string()).max(3))
    .description('read,write,admin')
    .example('read,write'),
  expires_at: timestamp().allow(null),
  mcp_outward: Joi.boolean().description('offer tools that reach outside at /mcp'),
  root_page_id: id().allow(null).description('limit the token to this page and its subpages'),
});
