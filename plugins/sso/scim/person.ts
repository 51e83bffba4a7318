// What the account of somebody takes from what the directory says of them.
import { email as emailRule } from '../../../core/http/schema-fields.ts';
import { validationReason } from '../../../core/http/validation-errors.ts';
import type { Resource } from './protocol/attribute.ts';
import { ScimFault } from './protocol/scim-fault.ts';

export interface DirectoryPerson {
  userName: string;
  full_name: string;
  login: string;
  email: string;
}

const NAME_MAX = 200;
const USER_NAME_MAX = 200;

interface Address {
  value?: string;
  type?: string;
  primary?: boolean;
}

function addressOf({ emails, userName }: Resource): { where: string; value: string | undefined } {
  const all = (emails ?? []) as Address[];
  const chosen = all.find(({ primary }) => primary) ?? all.find(({ type }) => type?.toLowerCase() === 'work') ?? all[0];
  return chosen ? { where: 'emails', value: chosen.value } : { where: 'userName', value: String(userName) };
}

const oneLine = (text: unknown): string =>
  String(text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();

/** @throws ScimFault invalidValue for an address or a name that an account cannot have */
export function directoryPerson(resource: Resource): DirectoryPerson {
  const userName = String(resource.userName);
  if (userName.length > USER_NAME_MAX)
    throw new ScimFault('invalidValue', `userName has at most ${USER_NAME_MAX} characters.`);
  const { where, value } = addressOf(resource);
  if (where === 'userName' && !userName.includes('@'))
    throw new ScimFault('invalidValue', 'emails is required where userName is no address: every account has one.');
  const { error } = emailRule().required().validate(value);
  const [fault] = error?.details ?? [];
  if (fault) throw new ScimFault('invalidValue', `${where} ${validationReason(fault).replace(/^"[^"]*" /, '')}.`);
  const { formatted, givenName, familyName } = (resource.name ?? {}) as Record<string, string | undefined>;
  const parts = [givenName, familyName].filter(Boolean).join(' ');
  const login = userName.split('@')[0] || userName;
  const full_name = [resource.displayName, formatted, parts, login]
    .map(oneLine)
    .find((one) => /[^\s\p{Cf}]/u.test(one));
  return { userName, login, email: value as string, full_name: full_name ?? 'person' };
}
