// What a SAML provider says of somebody, by the names that the settings give, or by those that providers usually have.
import { email as emailField } from '../../../core/http/schema-fields.ts';
import type { SamlSettings } from '../configuration/settings.ts';
import type { ProvedIdentity } from '../contract.ts';
import type { SamlClaims } from './response-profile.ts';

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';
/** Entra gives this in place of more than 150 groups. */
const ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link';
const VALUE_MAX = 300;

/** Names that Entra, Okta, Keycloak, Shibboleth and SimpleSAMLphp give. */
const USUAL: Record<'email' | 'full_name' | 'login' | 'groups' | 'given' | 'family', string[]> = {
  email: ['email', 'mail', `${WS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'emailAddress'],
  full_name: ['displayName', 'name', 'cn', `${WS}/name`, 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
  login: ['uid', 'username', 'login', 'urn:oid:0.9.2342.19200300.100.1.1', `${WS}/upn`],
  groups: [
    'groups',
    'memberOf',
    `${MS}/groups`,
    `${MS}/role`,
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'eduPersonAffiliation',
  ],
  given: ['givenName', 'firstName', `${WS}/givenname`, 'urn:oid:2.5.4.42'],
  family: ['sn', 'lastName', 'surname', `${WS}/surname`, 'urn:oid:2.5.4.4'],
};

const address = emailField();

/** One value; several of them, or one that is too long, say nothing. */
function one({ attributes }: SamlClaims, names: string[]): string {
  const found =
    names.flatMap((name) => (Object.hasOwn(attributes, name) ? [attributes[name] as string[]] : []))[0] ?? [];
  const [value = ''] = found;
  return new Set(found).size === 1 && value.length <= VALUE_MAX ? value : '';
}

/** Providers leave the attribute out for whoever is in no group. Undefined where they say that there are too many to tell. */
function groupsOf({ attributes }: SamlClaims, names: string[]): string[] | undefined {
  const name = names.find((each) => Object.hasOwn(attributes, each));
  if (name === undefined) return Object.hasOwn(attributes, ELSEWHERE) ? undefined : [];
  const found = (attributes[name] as string[]).filter((group) => group !== '' && group.length <= 500);
  return [...new Set(found)];
}

const named = (given: string, usual: keyof typeof USUAL): string[] => (given ? [given] : USUAL[usual]);

export function identityOfSaml(issuer: string, claims: SamlClaims, { attributes }: SamlSettings): ProvedIdentity {
  const { nameId, nameIdFormat, sessionIndex } = claims;
  const isAddress = nameIdFormat === EMAIL || (nameIdFormat !== PERSISTENT && nameId.includes('@'));
  const written = one(claims, named(attributes.email, 'email')) || (isAddress ? nameId : '');
  // One that passes for another is none.
  const email = address.validate(written).error ? '' : written;
  const login = one(claims, named(attributes.login, 'login'));
  const parts = [one(claims, USUAL.given), one(claims, USUAL.family)].filter(Boolean).join(' ');
  // A name for one session only says nothing of who comes next time.
  const subject =
    nameIdFormat === TRANSIENT ? login || email : nameIdFormat === PERSISTENT ? nameId : login || email || nameId;
  return {
    provider: 'saml',
    issuer,
    subject,
    email,
    isEmailVerified: undefined,
    full_name: (one(claims, named(attributes.full_name, 'full_name')) || parts).slice(0, 200),
    login: login.split('@')[0] ?? '',
    groups: groupsOf(claims, named(attributes.groups, 'groups')),
    sid: sessionIndex ?? '',
    // What signing out there asks for.
    idToken: JSON.stringify({ nameId, nameIdFormat, sessionIndex }),
    authTime: Math.floor(Date.parse(claims.authenticatedAt) / 1000),
    claims: { NameID: nameId, NameIDFormat: nameIdFormat, SessionIndex: sessionIndex, ...claims.attributes },
  };
}
