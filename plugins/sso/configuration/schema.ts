// The settings of single sign-on: their shape, their defaults and what is refused.
import Joi from 'joi';
import { roles } from '../../../core/http/route.ts';
import { id, name } from '../../../core/http/schema-fields.ts';
import type { SamlSettings, SignOnSettings } from './settings.ts';

/** On this machine alone a provider may be reached without https. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const webAddress = () =>
  Joi.string()
    .max(500)
    .custom((value: string) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be a web address');
      if (url.protocol === 'http:' && !LOCAL.test(url.hostname)) throw new Error('must be an address with https');
      if (url.hash || url.username) throw new Error('must be a web address without # and without a password');
      return value;
    });

const claim = () =>
  Joi.string()
    .max(200)
    .pattern(/^[\w:/.-]+$/)
    .messages({ 'string.pattern.base': 'must be the name of a claim, such as groups or realm_access.roles' });

const domain = () =>
  Joi.string()
    .lowercase()
    .max(253)
    .pattern(/^(?=.*\.)[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .messages({ 'string.pattern.base': 'must be domains such as example.org' });

const group = () => Joi.string().min(1).max(500);
const role = () => Joi.valid(...roles);

export const OIDC_DEFAULTS = {
  enabled: false,
  name: 'Single sign-on',
  issuer: '',
  client_id: '',
  scopes: 'openid profile email',
  email_claim: 'email',
  groups_claim: 'groups',
  response_mode: 'query',
} as const;

export const SAML_DEFAULTS: SamlSettings = {
  enabled: false,
  name: 'Single sign-on',
  metadata_url: '',
  metadata_xml: '',
  idp: { entity_id: '', sso_url: '', slo_url: '', certificates: [] },
  attributes: { email: '', full_name: '', login: '', groups: '' },
  want_response_signed: true,
  allow_idp_initiated: false,
};

export const DEFAULTS: SignOnSettings = {
  enabled: false,
  sso_only: false,
  provisioning: { mode: 'invited', domains: [], update_profile: true },
  linking: 'confirm',
  default_workspaces: [],
  mappings: [],
  mapping_mode: 'additive',
  required_groups: [],
  break_glass: [],
  second_factor: 'provider',
  oidc: OIDC_DEFAULTS,
  saml: SAML_DEFAULTS,
};

const oidc = Joi.object({
  enabled: Joi.boolean(),
  name: name(60).description('What the link of the login page says'),
  issuer: webAddress().allow('').example('https://id.example.org/realms/staff'),
  client_id: Joi.string().max(300).allow('').example('commonplace'),
  client_secret: Joi.string().max(2000).allow('').description('Never shown; one that is left out stays as it is'),
  scopes: Joi.string()
    .max(300)
    .pattern(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .messages({ 'string.pattern.base': 'begins with openid, with blanks between the scopes' }),
  email_claim: claim(),
  groups_claim: claim(),
  response_mode: Joi.valid('query', 'form_post'),
});

const attribute = () => Joi.string().max(300).allow('');
const saml = Joi.object({
  enabled: Joi.boolean(),
  name: name(60),
  metadata_url: webAddress().allow(''),
  metadata_xml: Joi.string().max(262_144).allow(''),
  idp: Joi.object({
    entity_id: Joi.string().max(1000).allow(''),
    sso_url: webAddress().allow(''),
    slo_url: webAddress().allow(''),
    certificates: Joi.array().items(Joi.string().max(10_000)).max(5),
  }),
  attributes: Joi.object({
    email: attribute(),
    full_name: attribute(),
    login: attribute(),
    groups: attribute(),
  }),
  want_response_signed: Joi.boolean(),
  allow_idp_initiated: Joi.boolean(),
});

const place = { workspace_id: id().required(), role: role().required() };

/** What a request may say; what it leaves out has its default. */
export const ssoSettingsBody = Joi.object({
  enabled: Joi.boolean(),
  sso_only: Joi.boolean().description('Nobody signs in by password, but break_glass'),
  provisioning: Joi.object({
    mode: Joi.valid('off', 'invited', 'domains', 'all').description('Who gets an account at the first sign-in'),
    domains: Joi.array().items(domain()).max(50),
    update_profile: Joi.boolean(),
  }),
  linking: Joi.valid('confirm', 'trusted', 'never').description('What happens where the address has an account'),
  default_workspaces: Joi.array().items(Joi.object(place)).max(100).unique('workspace_id'),
  mappings: Joi.array()
    .items(Joi.object({ group: group().required(), ...place }))
    .max(1000),
  mapping_mode: Joi.valid('additive', 'authoritative'),
  required_groups: Joi.array().items(group()).max(100),
  break_glass: Joi.array().items(id()).max(20).description('Administrators who may sign in by password nevertheless'),
  second_factor: Joi.valid('provider', 'local'),
  oidc,
  saml,
})
  .meta({ title: 'SsoConfigInput' })
  .example({ enabled: false, provisioning: { mode: 'invited' } });

/** Names in it that are no ids of ours. */
export const SSO_OPAQUE_NAMES = ['client_id', 'entity_id'];

/** Settings of a request, complete; a secret apart. */
export function completed(body: Partial<SignOnSettings> & { oidc?: { client_secret?: string } }): SignOnSettings {
  const { client_secret: _, ...given } = (body.oidc ?? {}) as { client_secret?: string };
  const { saml: other } = body;
  return {
    ...DEFAULTS,
    ...body,
    provisioning: { ...DEFAULTS.provisioning, ...body.provisioning },
    oidc: { ...OIDC_DEFAULTS, ...given },
    saml: {
      ...SAML_DEFAULTS,
      ...other,
      idp: { ...SAML_DEFAULTS.idp, ...other?.idp },
      attributes: { ...SAML_DEFAULTS.attributes, ...other?.attributes },
    },
  };
}

const moment = Joi.string().required().allow(null);

export const settingsAnswer = Joi.object({
  enabled: Joi.boolean().required(),
  sso_only: Joi.boolean().required(),
  provisioning: Joi.object().unknown().required(),
  linking: Joi.string().required(),
  default_workspaces: Joi.array().items(Joi.object(place)).required(),
  mappings: Joi.array()
    .items(Joi.object({ group: group().required(), ...place }))
    .required(),
  mapping_mode: Joi.string().required(),
  required_groups: Joi.array().items(Joi.string()).required(),
  break_glass: Joi.array().items(id()).required(),
  second_factor: Joi.string().required(),
  oidc: Joi.object({ has_client_secret: Joi.boolean().required() }).unknown().required(),
  saml: Joi.object({ certificates: Joi.array().required() }).unknown().required(),
  version: Joi.number().integer().required().description('Counts changes; 0 while nothing was saved'),
  is_proven: Joi.boolean().required().description('Whether somebody has signed in with these settings'),
  is_readable: Joi.boolean().required().description('false: the secrets were written with another SECRET_KEY'),
  addresses: Joi.object().unknown().required().description('What the provider asks for'),
  updated_at: moment,
}).meta({ title: 'SsoConfig' });
