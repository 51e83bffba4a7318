// Which rules an event may concern, from memory: an event that concerns none costs no query.
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { automationStore, type RuleSummary } from './store.ts';

const TOPIC = 'automations';

/** Called in a transaction that changes rules: every process reads them anew. */
export async function announce(tx: Ctx): Promise<void> {
  await automationStore.nextRevision(tx);
  tx.afterCommit(() => tx.app.bus.publish(TOPIC, ''));
}

/** `row.created` is `page.created` of a page that is a row. */
export const emitted = (event: string): string => event.replace(/^row\./, 'page.');

/** Whether an event of its workspace is one of those that a rule is about. */
export function concerns(
  rule: Pick<RuleSummary, 'event' | 'collection_id' | 'include_imports'>,
  { type, data, origin }: Pick<DomainEvent, 'type' | 'data' | 'origin'>,
): boolean {
  if (type !== emitted(rule.event)) return false;
  if (origin === 'import' && !rule.include_imports) return false;
  const isRow = type.startsWith('page.') && data.collection_id !== undefined && data.kind !== 'collection';
  if (rule.event.startsWith('row.') && !isRow) return false;
  return rule.collection_id === null || rule.collection_id === databaseOf({ type, data });
}

const databaseOf = ({ type, data }: Pick<DomainEvent, 'type' | 'data'>): number | undefined =>
  type.startsWith('collection.') ? data.id : data.collection_id;

/** By workspace and event, then by the database that a rule is about, or null. */
type Known = Map<string, Map<number | null, RuleSummary[]>>;

function among(all: Known, event: DomainEvent): RuleSummary[] {
  const known = all.get(`${event.workspace_id} ${event.type}`);
  if (!known) return [];
  const found = [...(known.get(null) ?? []), ...(known.get(databaseOf(event) as number) ?? [])];
  return found.filter((rule) => concerns(rule, event));
}

export class RuleIndex {
  readonly #app: App;
  /** of the rules that are known */
  #revision = -1;
  #known: Promise<Known> | undefined;

  constructor(app: App) {
    this.#app = app;
    app.bus.subscribe(TOPIC, () => this.forget());
    // Messages may have been missed while the connection was away.
    app.bus.subscribe('database.changed', () => this.forget());
  }

  forget(): void {
    this.#known = undefined;
  }

  /** Types of events that some rule is about. */
  async types(): Promise<string[]> {
    // Another process may have changed rules a moment ago, and what happened since is for them.
    const revision = await automationStore.revision(this.#ctx());
    if (revision !== this.#revision) this.forget();
    this.#revision = revision;
    const keys = [...(await this.#read()).keys()];
    return [...new Set(keys.map((key) => key.slice(key.indexOf(' ') + 1)))];
  }

  /** By the ids of rules, those of these events that they are about, in their order. */
  async concerned(events: DomainEvent[]): Promise<Map<number, DomainEvent[]>> {
    const known = await this.#read();
    const byRule = new Map<number, DomainEvent[]>();
    for (const event of events)
      for (const { id } of among(known, event)) {
        const own = byRule.get(id);
        if (own) own.push(event);
        else byRule.set(id, [event]);
      }
    return byRule;
  }

  #ctx(): Ctx {
    return this.#app.context({ type: 'system', reason: 'automations' });
  }

  #read(): Promise<Known> {
    this.#known ??= this.#load().catch((error) => {
      this.forget();
      throw error;
    });
    return this.#known;
  }

  async #load(): Promise<Known> {
    const rules = await automationStore.headings(this.#ctx());
    const byEvent = Map.groupBy(rules, ({ workspace_id, event }) => `${workspace_id} ${emitted(event)}`);
    return new Map([...byEvent].map(([key, some]) => [key, Map.groupBy(some, (rule) => rule.collection_id)]));
  }
}
