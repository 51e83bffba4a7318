// Whether people who were let in a while ago may still be in, for connections that last longer than a request.

import { barrierOf } from '../../../core/http/request-lifecycle.ts';
import type { Scope } from '../../../core/http/route.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { UserActor } from '../../../core/kernel/context.ts';
import { sessions, tokens } from '../store.ts';
import { tokenLimits } from '../tokens.ts';
import { userActor } from './sessions.ts';

/** The same people as they are now, in their order; null for those whose session, token or account has ended. */
export async function renewActors(app: App, actors: UserActor[]): Promise<(UserActor | null)[]> {
  const [opened, issued] = await Promise.all([
    sessions.standing(app, [...new Set(actors.flatMap(({ sessionId }) => sessionId ?? []))]),
    tokens.standing(app, [...new Set(actors.flatMap(({ tokenId }) => tokenId ?? []))]),
  ]);
  const bySession = new Map(opened.map((row) => [row.session_id, row]));
  const byToken = new Map(issued.map((row) => [row.token_id, row]));
  const now = app.now();
  const standing = actors.map(({ sessionId, tokenId, authTime }) => {
    if (tokenId !== undefined) {
      const row = byToken.get(tokenId);
      const valid = row && (row.expires_at === null || row.expires_at > now);
      return valid ? { ...userActor(row), ...tokenLimits(row), scopes: row.scopes.split(',') as Scope[] } : null;
    }
    const row = sessionId === undefined ? undefined : bySession.get(sessionId);
    return row ? { ...userActor(row), sessionId, authTime, via: row.via } : null;
  });
  return Promise.all(standing.map(async (actor) => (actor && (await barrierOf(app, actor)) ? null : actor)));
}
