// The repositories that somebody sees at all forges, within five seconds: a forge that is away is a warning.
import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { REPOSITORIES_A_PAGE, type Repository } from '../adapters/adapter.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { type ForgeApi, ForgeFault, type ForgeFaultReason } from '../adapters/forge-api.ts';
import { withForge } from '../connection/access-token.ts';
import { type ConnectionRow, connectionStore } from '../connection/store.ts';
import { type ForgeRow, forgeStore } from '../registration/store.ts';

const DEADLINE_MS = 5000;
const PAGES = 10;
/** How long a list is shown again, and how long a forge that did not answer is left alone, in milliseconds. */
const FRESH_MS = 300_000;
const AWAY_MS = 30_000;
/** Lists of people that are kept, each of at most 500 repositories. */
const KEPT = 200;

export interface ForgeRepositories {
  forge: ForgeRow;
  repositories: Repository[];
  /** why there are none, or not all of them */
  warning?: ForgeFaultReason | 'more';
}

interface Kept extends Omit<ForgeRepositories, 'forge'> {
  until: number;
}

const kept = new LruCache<Kept>(KEPT);

async function ask(api: ForgeApi, forge: ForgeRow): Promise<Repository[]> {
  const adapter = adapterOf(forge);
  const first = await adapter.repositories(api, 1);
  if (first.length < REPOSITORIES_A_PAGE) return first;
  const further = Array.from({ length: PAGES - 1 }, (_, index) => adapter.repositories(api, index + 2));
  return [first, ...(await Promise.all(further))].flat();
}

async function fetchList(ctx: Ctx, forge: ForgeRow): Promise<Omit<Kept, 'until'>> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const repositories = await withForge(ctx, forge, userOf(ctx).id, (api) => ask(api, forge), signal);
    return { repositories, ...(repositories.length === PAGES * REPOSITORIES_A_PAGE && { warning: 'more' }) };
  } catch (error) {
    if (error instanceof ForgeFault) return { repositories: [], warning: error.reason };
    // Disconnected meanwhile.
    if (error instanceof Problem) return { repositories: [] };
    throw error;
  }
}

/** Another connection, or a forge that is another one now, makes another key. */
const keyOf = (forge: ForgeRow, { id, updated_at, status }: ConnectionRow): string =>
  [forge.id, forge.updated_at, id, updated_at, status].join(' ');

async function listOf(ctx: Ctx, forge: ForgeRow, connection: ConnectionRow): Promise<ForgeRepositories> {
  const now = Date.parse(ctx.now());
  const key = keyOf(forge, connection);
  const known = kept.get(key);
  if (known && known.until > now) return { forge, ...known };
  const asked = fetchList(ctx, forge);
  // One that comes too late for this reader is there for the next one.
  const settled = asked.then((found) => {
    const isWhole = !found.warning || found.warning === 'more';
    kept.set(key, { ...found, until: now + (isWhole ? FRESH_MS : AWAY_MS) });
    return found;
  });
  const ended = new AbortController();
  const late = setTimeout(DEADLINE_MS, { repositories: [], warning: 'away' as const }, { signal: ended.signal });
  late.catch(() => undefined);
  try {
    return { forge, ...(await Promise.race([settled, late])) };
  } finally {
    ended.abort();
    settled.catch((error: unknown) => ctx.log.warn({ err: error, forge: forge.key }, 'repositories were not listed'));
  }
}

/** Of all forges that the caller is connected with, side by side. */
export async function repositoriesOf(ctx: Ctx): Promise<ForgeRepositories[]> {
  const [forges, own] = await Promise.all([forgeStore.all(ctx), connectionStore.of(ctx, userOf(ctx).id)]);
  return Promise.all(
    own.flatMap((connection) => {
      const forge = forges.find(({ id }) => id === connection.forge_id);
      return forge ? [listOf(ctx, forge, connection)] : [];
    }),
  );
}

/** Of one forge. @throws Problem conflict for who is not connected with it */
export async function repositoriesAt(ctx: Ctx, forge: ForgeRow, connection: ConnectionRow): Promise<ForgeRepositories> {
  return listOf(ctx, forge, connection);
}
