// Which rights an operation needs, in a sentence for people and as data for programs, from the rules of its route.

import type { Need, Role } from '../http/route.ts';
import { rulesOf, type TableRoute } from './route-metadata.ts';

export interface OperationRights {
  /** what the address names */
  resource?: string;
  role?: Role;
  /** it has to be the caller's own */
  own?: true;
  /** another role, where this parameter of the query is true */
  when?: { query: string; role: Role };
  /** roles on further ids that the request names */
  refs?: { name: string; resource: string; role?: Role; own?: true }[];
}

/** Nothing for operations that are open to all, to all who are signed in, or to administrators: those say so elsewhere. */
export function operationRights(route: TableRoute): OperationRights | undefined {
  const { access } = rulesOf(route);
  const main = 'param' in access ? ownRights(access) : undefined;
  const refs = (access.refs ?? []).map(({ name, resource, role, own }) => ({
    ...{ name, resource },
    ...(role ? { role } : {}),
    ...(own ? { own } : {}),
  }));
  return main || refs.length ? { ...main, ...(refs.length ? { refs } : {}) } : undefined;
}

function ownRights(access: object): OperationRights {
  const { resource, role, own, when } = access as Need & Pick<OperationRights, 'when'>;
  return { resource, ...(role ? { role } : {}), ...(own ? { own } : {}), ...(when ? { when } : {}) };
}

const wordOf = (resource: string): string => resource.replaceAll('-', ' ');

/** `Needs the role editor on the page (owner with permanent=true), and editor on the page named by parent_id.` */
export function rightsText({ resource, role, own, when, refs = [] }: OperationRights): string {
  const main = resource && [own ? `a ${wordOf(resource)} of your own` : `the role ${role} on the ${wordOf(resource)}`];
  const also = when ? ` (\`${when.role}\` with \`${when.query}=true\`)` : '';
  const further = refs.map((ref) => {
    const what = ref.own ? `a ${wordOf(ref.resource)} of your own` : `${ref.role} on the ${wordOf(ref.resource)}`;
    return `${what} named by \`${ref.name}\``;
  });
  return `Needs ${[...(main ? [`${main}${also}`] : []), ...further].join(', and ')}.`;
}
