// What a forge is made of, as administrators send it and as everybody reads it.
import Joi from 'joi';
import { name } from '../../../core/http/schema-fields.ts';
import { validationDetails, validationProblem } from '../../../core/http/validation-errors.ts';
import type { ForgeInput } from './registration.ts';
import { KEYS, TYPES } from './store.ts';

/** A web address without what addresses of services never have; its slash at the end is cut off. */
const baseUrl = () =>
  Joi.string()
    .max(500)
    .custom((value: string) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be a web address');
      if (url.hash || url.search || url.username || url.password)
        throw new Error('must be a web address without a password, ? and #');
      return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
    });

const domain = () =>
  Joi.string()
    .lowercase()
    .max(253)
    .pattern(/^(?=.*\.)[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .messages({ 'string.pattern.base': 'must be domains such as example.org' });

const provisioning = Joi.object({
  mode: Joi.valid('off', 'invited', 'domains', 'all')
    .default('invited')
    .description('Who gets an account at the first sign-in'),
  domains: Joi.array().items(domain()).max(50).default([]),
});

export const forgeBody = Joi.object({
  key: Joi.valid(...KEYS)
    .default('forge')
    .description('forge is the primary one; one that has this key is replaced'),
  type: Joi.valid(...TYPES).required(),
  name: name(60).description('What people know it by; default: its host'),
  base_url: baseUrl().required().example('https://code.example.org'),
  client_id: Joi.string().max(300).allow('').default(''),
  client_secret: Joi.string()
    .max(2000)
    .allow('')
    .description('Never shown; one that is left out stays as long as type, origin and client_id do'),
  login: Joi.boolean().default(false).description('People may sign in by it'),
  private_repositories: Joi.boolean()
    .default(false)
    .description('GitHub only: asks for the scope repo, which can also write, as no other one reads private ones'),
  provisioning: provisioning.default({ mode: 'invited', domains: [] }),
})
  .meta({ title: 'ForgeInput' })
  .required()
  .example({ type: 'forgejo', base_url: 'https://code.example.org' });

/** The same for input that came by no request, with all that it leaves out. @throws Problem validation_failed */
export function readForge(input: Record<string, unknown>): ForgeInput {
  const { value, error } = forgeBody.validate(input, { abortEarly: false });
  if (error) throw validationProblem(validationDetails('body', error));
  return value as ForgeInput;
}

/** Names in it that are no ids of ours. */
export const FORGE_OPAQUE_NAMES = ['client_id'];

export const forgeSchema = Joi.object({
  id: Joi.number().integer().required().example(1),
  key: Joi.valid(...KEYS).required(),
  type: Joi.valid(...TYPES).required(),
  name: Joi.string().required(),
  base_url: Joi.string().required(),
  login: Joi.boolean().required(),
  can_connect: Joi.boolean().required().description('false: there is no client yet, people bring tokens of their own'),
  status: Joi.valid('ok', 'expired', 'revoked', 'none').required().description('of the connection of the caller'),
  client_id: Joi.string().allow('').description('for administrators, as all that follows'),
  has_client_secret: Joi.boolean(),
  private_repositories: Joi.boolean(),
  provisioning: Joi.object().unknown(),
  callback_url: Joi.string().description('what the forge asks for as the address to go back to'),
  created_at: Joi.string(),
  updated_at: Joi.string(),
}).meta({ title: 'Forge' });
