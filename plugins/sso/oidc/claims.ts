// What an OpenID provider says of somebody, read by the names that the settings give.
import type { OidcSettings } from '../configuration/settings.ts';
import type { ProvedIdentity } from '../contract.ts';

type Claims = Record<string, unknown>;

/** By its name, or by a way down: `realm_access.roles`. */
export function claimAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path];
  let at: unknown = claims;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Claims)[part];
  }
  return at;
}

/** Names by which the provider knows somebody are compared as they are. */
const exact = (value: unknown): string => (typeof value === 'string' ? value : '');
const text = (value: unknown): string => exact(value).trim();

/** Nothing where the provider says that there are too many to tell. */
function groupsOf(claims: Claims, path: string): string[] | undefined {
  const found = claimAt(claims, path);
  const elsewhere = claims._claim_names;
  if (found === undefined && typeof elsewhere === 'object' && elsewhere !== null && path in elsewhere) return undefined;
  const list = Array.isArray(found) ? found : [found];
  const names = list.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 500);
  return [...new Set(names)];
}

const isTrue = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === 'true';

/** What is said of `email` holds for no other address; a no holds for all. */
function verified(claims: Claims, email: string): boolean | undefined {
  const said = isTrue(claims.email_verified);
  return said && text(claims.email).toLowerCase() !== email.toLowerCase() ? undefined : said;
}

export function claimedIdentity(claims: Claims, { email_claim, groups_claim }: OidcSettings): ProvedIdentity {
  const email = text(claimAt(claims, email_claim));
  const parts = [text(claims.given_name), text(claims.family_name)].filter(Boolean).join(' ');
  return {
    provider: 'oidc',
    issuer: text(claims.iss),
    subject: exact(claims.sub),
    email,
    isEmailVerified: verified(claims, email),
    full_name: (text(claims.name) || parts).slice(0, 200),
    login: text(claims.preferred_username).split('@')[0] ?? '',
    groups: groupsOf(claims, groups_claim),
    sid: exact(claims.sid),
    idToken: '',
    authTime: typeof claims.auth_time === 'number' ? claims.auth_time : undefined,
    claims,
  };
}
