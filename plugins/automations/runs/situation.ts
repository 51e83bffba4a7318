// What a rule is looked at for: the event, the page it is about, and the values that texts and conditions ask for.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { accounts } from '../../auth/contract.ts';
import { databases, type Property, type Value } from '../../databases/contract.ts';
import { type Page, pages } from '../../pages/contract.ts';

/** Why a rule is looked at now. */
export interface Cause {
  /** each is acted on once: `event:<id>`, `slot:<time>`, `press:<key>`, `replay:<run>` */
  key: string;
  source: 'event' | 'cron' | 'button' | 'replay';
  event: DomainEvent | null;
  pageId: number | null;
  /** who pressed a button */
  presserId: number | null;
}

/** Rules are about pages; an event of a database or a comment names the page it belongs to. */
export function pageOf({ type, data }: DomainEvent): number | null {
  if (type.startsWith('page.')) return data.id;
  return typeof data.page_id === 'number' ? data.page_id : null;
}

/** What is read once in a run, as whoever it acts as sees it. */
export class Situation {
  readonly cause: Cause;
  readonly page: Page | undefined;
  readonly collectionId: number | null;
  #properties: Property[] | undefined;
  #values: Record<string, Value> | undefined;
  #texts: Map<number, string> | undefined;

  private constructor(cause: Cause, page: Page | undefined, collectionId: number | null) {
    this.cause = cause;
    this.page = page;
    this.collectionId = collectionId;
  }

  /** Undefined: who acts may not see what the rule is about. */
  static async open(ctx: Ctx, cause: Cause): Promise<Situation | undefined> {
    if (cause.pageId === null) return new Situation(cause, undefined, null);
    const need = { resource: 'page', role: 'viewer', trashed: 'also' } as const;
    if (!(await ctx.app.access.allows(ctx, need, cause.pageId))) return undefined;
    const [page] = await ctx.use(pages).byIds(ctx, [cause.pageId]);
    const home = page && (await ctx.use(databases).ofPage(ctx, page.id));
    return page && new Situation(cause, page, home?.id ?? null);
  }

  /** The row at hand, where the page is one. */
  get rowId(): number | null {
    return this.page && this.collectionId !== null && this.page.kind !== 'collection' ? this.page.id : null;
  }

  async property(ctx: Ctx, id: number): Promise<Property | undefined> {
    if (this.collectionId === null) return undefined;
    this.#properties ??= await ctx.use(databases).properties(ctx, this.collectionId);
    return this.#properties.find((one) => one.id === id);
  }

  /** What a property of the row holds, when it is one that who acts may see. */
  async value(ctx: Ctx, id: number): Promise<Value | undefined> {
    if (this.rowId === null || !(await this.property(ctx, id))) return undefined;
    this.#values ??= (await ctx.use(databases).values(ctx, [this.rowId])).get(this.rowId) ?? {};
    return this.#values[id];
  }

  /** What the row says, by property, as words. */
  async texts(ctx: Ctx): Promise<Map<number, string>> {
    // What is in the trash says nothing any more.
    if (this.rowId !== null && !this.page?.deleted_at)
      this.#texts ??= await ctx.use(databases).rowTexts(ctx, this.rowId);
    return this.#texts ?? new Map();
  }

  /** An action may have changed the row: what comes after it reads the row as it is then. */
  forgetRow(): void {
    this.#values = undefined;
    this.#texts = undefined;
  }

  /** The name of who caused it, empty for the clock. */
  async actorName(ctx: Ctx): Promise<string> {
    const id = this.cause.presserId ?? this.cause.event?.actor_id ?? null;
    const user = id === null ? undefined : await ctx.use(accounts).byId(ctx, id);
    return user ? user.full_name || user.login : '';
  }
}
