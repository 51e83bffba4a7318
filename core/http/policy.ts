// Policies: who may do an action, said once in a plugin and used by every route and use case that offers the action.
import type { Access, Need, QueryRole, Ref } from './route.ts';

/** What an action needs of the thing that it is done to, and of further things that its request names. */
export interface Policy extends Need {
  when?: QueryRole;
  refs?: readonly Ref[];
}

/** The actions of one kind of thing; each policy knows its own name, such as `page.move`, wherever it is used. */
export const policies = <T extends Record<string, Policy>>(
  of: string,
  all: T,
): { readonly [Name in keyof T]: Policy } =>
  Object.fromEntries(Object.entries(all).map(([name, policy]) => [name, { ...policy, action: `${of}.${name}` }])) as {
    [Name in keyof T]: Policy;
  };

/**
 * Access to a route by a policy: `param` of its address names the thing.
 * @param more further ids of the request that are no part of the right, such as where a form leads back to
 */
export function can(policy: Policy, param: string, more: { refs?: readonly Ref[]; opaque?: string[] } = {}): Access {
  const refs = [...(policy.refs ?? []), ...(more.refs ?? [])];
  return { ...policy, ...more, param, refs } as Access;
}

const named =
  (part: Ref['in']) =>
  (name: string, policy: Policy): Ref => {
    const { when: _, refs: __, ...need } = policy;
    return { in: part, name, ...need };
  };

/** A further id in the address, and the policy for the thing that it names. */
export const inPath = named('params');
export const inQuery = named('query');
export const inBody = named('payload');
