// What the credential of a request is good for: of tokens their scopes and the page they are limited to, and of devices.
import type { Request, RouteRules } from '@hapi/hapi';
import { isUnsafe } from '../http/csrf.ts';
import { Problem } from '../http/problem.ts';
import type { Scope } from '../http/route.ts';
import type { UserActor } from '../kernel/context.ts';

const order: Scope[] = ['read', 'write', 'admin'];

export const includesScope = (granted: Scope[], needed: Scope): boolean =>
  granted.some((scope) => order.indexOf(scope) >= order.indexOf(needed));

/** @throws Problem insufficient_scope */
export function checkCredential(request: Request, actor: UserActor, rules: RouteRules): void {
  const isOpen = 'public' in rules.access;
  if (actor.device !== undefined && !rules.devices)
    throw new Problem('insufficient_scope', 'The credential of a paired device is good for the web clipper alone.');
  if (actor.rootPageId !== undefined && !rules.subtree) {
    if (!isOpen) throw new Problem('insufficient_scope', 'This token is limited to one page and its subpages.');
    // What is open to everybody may show more to people, and a token is none.
    request.app.actor = { type: 'anonymous' };
  }
  const wanted = rules.scope ?? (isUnsafe(request.method) ? 'write' : 'read');
  const needed = rules.scope === undefined && 'admin' in rules.access ? 'admin' : wanted;
  if (actor.scopes && !isOpen && !includesScope(actor.scopes, needed))
    throw new Problem('insufficient_scope', `The token needs the scope ${needed}.`);
}
