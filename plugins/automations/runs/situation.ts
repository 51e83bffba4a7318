// What a rule is looked at for: the event, the page it is about, and the values that texts and conditions ask for.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { accounts } from '../../auth/contract.ts';
import { databases, type Filter, type Property, type Value } from '../../databases/contract.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { RuleRowFacts } from './row-facts.ts';

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
export function eventPageId({ type, data }: DomainEvent): number | null {
  if (type.startsWith('page.')) return data.id;
  return typeof data.page_id === 'number' ? data.page_id : null;
}

/** What is read once in a run, as whoever it acts as sees it. */
export class RunSituation {
  readonly cause: Cause;
  readonly page: Page | undefined;
  readonly collectionId: number | null;
  readonly #facts: RuleRowFacts;

  private constructor(cause: Cause, facts: RuleRowFacts, page?: Page, collectionId?: number) {
    this.cause = cause;
    this.#facts = facts;
    this.page = page;
    this.collectionId = collectionId ?? null;
  }

  /** Undefined: who acts may not see what the rule is about. */
  static async open(ctx: Ctx, cause: Cause): Promise<RunSituation | undefined> {
    return (await RunSituation.openAll(ctx, [cause]))[0];
  }

  /** In the order of the causes; undefined for each whose page who acts may not see. */
  static async openAll(ctx: Ctx, causes: Cause[]): Promise<(RunSituation | undefined)[]> {
    const visible = await visiblePages(ctx, causes);
    const [found, homes] = await Promise.all([
      ctx.use(pages).byIds(ctx, visible),
      ctx.use(databases).idsOfPages(ctx, visible),
    ]);
    const known = new Map(found.map((page) => [page.id, page]));
    const facts = new RuleRowFacts(Map.groupBy(visible, (id) => homes.get(id) ?? 0));
    return causes.map((cause) => {
      if (cause.pageId === null) return new RunSituation(cause, facts);
      const page = known.get(cause.pageId);
      return page && new RunSituation(cause, facts, page, homes.get(page.id));
    });
  }

  /** The row at hand, where the page is one. */
  get rowId(): number | null {
    return this.page && this.collectionId !== null && this.page.kind !== 'collection' ? this.page.id : null;
  }

  async property(ctx: Ctx, id: number): Promise<Property | undefined> {
    if (this.collectionId === null) return undefined;
    return (await this.#facts.properties(ctx, this.collectionId)).find((one) => one.id === id);
  }

  /** Whether a filter lets the row at hand through. @throws Problem validation_failed */
  async matches(ctx: Ctx, filter: Filter): Promise<boolean> {
    if (this.rowId === null || this.collectionId === null) return false;
    return this.#facts.matches(ctx, this.collectionId, this.rowId, filter);
  }

  /** What a property of the row holds, when it is one that who acts may see. */
  async value(ctx: Ctx, id: number): Promise<Value | undefined> {
    if (this.rowId === null || this.collectionId === null || !(await this.property(ctx, id))) return undefined;
    return this.#facts.value(ctx, this.collectionId, this.rowId, id);
  }

  /** What the row says, by property, as words; what is in the trash says nothing any more. */
  async texts(ctx: Ctx): Promise<Map<number, string>> {
    if (this.rowId === null || this.collectionId === null || this.page?.deleted_at) return new Map();
    return this.#facts.texts(ctx, this.collectionId, this.rowId);
  }

  /** An action may have changed the row: what comes after it reads the row as it is then. */
  forgetRow(): void {
    this.#facts.forget();
  }

  /** The name of who caused it, empty for the clock. */
  async actorName(ctx: Ctx): Promise<string> {
    const id = this.cause.presserId ?? this.cause.event?.actor_id ?? null;
    const user = id === null ? undefined : await ctx.use(accounts).byId(ctx, id);
    return user ? user.full_name || user.login : '';
  }
}

/** Of the pages that the causes are about, those that who acts may see, in the trash, too. */
export async function visiblePages(ctx: Ctx, causes: Pick<Cause, 'pageId'>[]): Promise<number[]> {
  const ids = [...new Set(causes.flatMap(({ pageId }) => pageId ?? []))];
  // One may be asked for by itself as cheaply.
  const live = ids.length > 1 ? await ctx.use(pages).versions(ctx, ids) : new Map<number, number>();
  const need = { resource: 'page', role: 'viewer', trashed: 'also' } as const;
  const found: number[] = [];
  for (const id of ids) if (live.has(id) || (await ctx.app.access.allows(ctx, need, id))) found.push(id);
  return found;
}
