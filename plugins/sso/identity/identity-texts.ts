// What a provider says of somebody, as both databases keep it: in names nothing that cannot be seen, and a subject that is one.
import { email as emailField } from '../../../core/http/schema-fields.ts';
import type { ProvedIdentity } from '../contract.ts';
import { SignInRefusal } from '../refusal.ts';

/** Providers use at most 255 characters; indexes take no texts of any length. */
const SUBJECT_MAX = 300;
const SESSION_MAX = 600;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

const address = emailField();

const isKept = (name: string, most: number): boolean => name.length <= most && !CONTROL.test(name);
const lineOf = (text: string): string => text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();

/** @throws SignInRefusal subject_unusable, email_missing where nothing names the person */
export function storableIdentity(identity: ProvedIdentity): ProvedIdentity {
  const { provider, subject, sid } = identity;
  // One that passes for another is none.
  const email = address.validate(identity.email).error ? '' : identity.email;
  if (!subject) throw new SignInRefusal('email_missing', { provider });
  if (!isKept(subject, SUBJECT_MAX)) throw new SignInRefusal('subject_unusable', { provider, email });
  const login = lineOf(identity.login);
  return {
    ...identity,
    email,
    full_name: lineOf(identity.full_name),
    // Of signs alone nothing is left that a login could be made of.
    login: /[\p{L}\p{N}]/u.test(login) ? login : (email.split('@')[0] ?? ''),
    sid: isKept(sid, SESSION_MAX) ? sid : '',
  };
}
