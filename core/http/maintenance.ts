// The service read-only for a while, and words of administrators over every page; kept in the database, known to each process.
import type { Request, RouteRules } from '@hapi/hapi';
import { settingRows } from '../boot/setting-rows.ts';
import { DATABASE_CHANGED } from '../events/bus.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Maintenance, MaintenanceState } from '../kernel/request-services.ts';
import { isUnsafe } from './csrf.ts';
import { Problem } from './problem.ts';

export type { MaintenanceState } from '../kernel/request-services.ts';

const KEY = 'MAINTENANCE';
/** Told on the bus in each process after it was switched. */
export const MAINTENANCE = 'maintenance';
const NONE: MaintenanceState = { read_only: false, banner: '', until: null };

/** Signing in and out goes on, and so does what administrators do, who are to end it. */
const isExempt = ({ path }: Request, rules: RouteRules): boolean | undefined =>
  'admin' in rules.access ||
  rules.whileReadOnly ||
  rules.scope === 'read' ||
  (path.startsWith('/auth/') && path !== '/auth/register');

export class MaintenanceMode implements Maintenance {
  readonly #app: App;
  #state = NONE;

  constructor(app: App) {
    this.#app = app;
    for (const channel of [MAINTENANCE, DATABASE_CHANGED])
      app.bus.subscribe(channel, () => {
        this.load().catch((error) => app.log.warn({ err: error }, 'maintenance'));
      });
  }

  get state(): MaintenanceState {
    const { until } = this.#state;
    return until !== null && until <= this.#app.now() ? NONE : this.#state;
  }

  async load(): Promise<void> {
    const value = await settingRows.read(this.#app.database.reader, KEY);
    this.#state = value === undefined ? NONE : { ...NONE, ...JSON.parse(value) };
  }

  async set(ctx: Ctx, state: MaintenanceState): Promise<void> {
    await ctx.tx(async (tx) => {
      await settingRows.write(tx, KEY, JSON.stringify(state));
      tx.afterCommit(async () => {
        await this.load();
        await this.#app.bus.publish(MAINTENANCE, '');
      });
    });
  }

  check(request: Request, rules: RouteRules): void {
    if (isUnsafe(request.method) && !isExempt(request, rules)) this.requireWritable();
  }

  requireWritable(): void {
    const { read_only, until } = this.state;
    if (!read_only) return;
    const seconds = until
      ? Math.max(1, Math.ceil((Date.parse(until) - Date.parse(this.#app.now())) / 1000))
      : undefined;
    throw new Problem('unavailable', 'The service is read-only for a while: nothing can be changed now.', {
      ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
    });
  }
}
