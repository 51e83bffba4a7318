// The settings of single sign-on as forms send them, one section at a time; the others stay as they are.
import { validateInput } from '../../../core/http/validation-errors.ts';
import type { SettingsInput } from './configuration.ts';
import { ssoSettingsBody } from './schema.ts';
import type { SignOnSettings, StoredSettings, WorkspaceRole } from './settings.ts';

export const SECTIONS = ['connection', 'saml', 'people', 'roles', 'exclusive'] as const;
export type FormSection = (typeof SECTIONS)[number];

/** FormFields as a form sends them: what is not ticked is not there. */
export type FormFields = Record<string, string | string[] | undefined>;

/** Empty lines for more roles, below those that are there. */
export const SPARE_ROWS = 3;
const ROWS_MAX = 1000;

const text = (fields: FormFields, name: string): string => String([fields[name] ?? ''].flat()[0] ?? '').trim();
const isTicked = (fields: FormFields, name: string): boolean => text(fields, name) !== '';
const several = (fields: FormFields, name: string): string[] => [fields[name] ?? []].flat();
const words = (fields: FormFields, name: string, by: RegExp): string[] => [
  ...new Set(
    text(fields, name)
      .split(by)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

function connection({ oidc, saml }: SignOnSettings, fields: FormFields): SettingsInput {
  const secret = text(fields, 'client_secret');
  const enabled = isTicked(fields, 'enabled');
  return {
    enabled: enabled || saml.enabled,
    oidc: {
      ...oidc,
      enabled,
      ...Object.fromEntries(
        ['name', 'issuer', 'client_id', 'scopes', 'email_claim', 'groups_claim'].map((name) => [
          name,
          text(fields, name),
        ]),
      ),
      response_mode: isTicked(fields, 'form_post') ? 'form_post' : 'query',
      ...(secret ? { client_secret: secret } : {}),
    },
  };
}

/** The document and the address of it exclude each other: the address goes first, because it is read anew each day. */
function saml({ oidc, saml: before }: SignOnSettings, fields: FormFields): SettingsInput {
  const enabled = isTicked(fields, 'saml_enabled');
  const said = (name: string): string => text(fields, `saml_${name}`);
  const attributes = {
    email: said('email'),
    full_name: said('full_name'),
    login: said('login'),
    groups: said('groups'),
  };
  return {
    enabled: enabled || oidc.enabled,
    saml: {
      ...before,
      ...{ enabled, name: said('name'), metadata_url: said('url') },
      metadata_xml: said('url') ? '' : said('xml'),
      attributes,
      want_response_signed: isTicked(fields, 'saml_response_signed'),
      allow_idp_initiated: isTicked(fields, 'saml_idp_initiated'),
    },
  };
}

const people = (_: SignOnSettings, fields: FormFields): SettingsInput => ({
  provisioning: {
    mode: text(fields, 'mode') as never,
    domains: words(fields, 'domains', /[\s,;]+/).map((one) => one.toLowerCase()),
    update_profile: isTicked(fields, 'update_profile'),
  },
  linking: text(fields, 'linking') as never,
  second_factor: text(fields, 'second_factor') as never,
  required_groups: words(fields, 'required_groups', /\r?\n/),
});

/** Lines of a table: those without a workspace are left out. */
function lines(fields: FormFields, prefix: string): ({ group: string } & WorkspaceRole)[] {
  const found: ({ group: string } & WorkspaceRole)[] = [];
  for (let row = 0; row < ROWS_MAX && fields[`${prefix}_workspace_${row}`] !== undefined; row += 1) {
    const workspace_id = Number(text(fields, `${prefix}_workspace_${row}`));
    const group = text(fields, `${prefix}_group_${row}`);
    const role = text(fields, `${prefix}_role_${row}`) as WorkspaceRole['role'];
    if (workspace_id && (group || prefix === 'home')) found.push({ group, workspace_id, role });
  }
  return found;
}

const roles = (_: SignOnSettings, fields: FormFields): SettingsInput => ({
  mappings: lines(fields, 'map'),
  mapping_mode: isTicked(fields, 'authoritative') ? 'authoritative' : 'additive',
  default_workspaces: lines(fields, 'home').map(({ workspace_id, role }) => ({ workspace_id, role })),
});

const exclusive = (_: SignOnSettings, fields: FormFields): SettingsInput => ({
  sso_only: isTicked(fields, 'sso_only'),
  break_glass: several(fields, 'break_glass').map(Number),
});

const readers = { connection, saml, people, roles, exclusive };

/** All settings, with one section as the form says it. @throws Problem validation_failed naming the field */
export function settingsFromForm(
  { settings }: StoredSettings,
  section: FormSection,
  fields: FormFields,
): SettingsInput {
  return validateInput(ssoSettingsBody, { ...settings, ...readers[section](settings, fields) }) as SettingsInput;
}
