// Which rules an event may concern, from memory: an event that concerns none costs no query.
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { automationStore, type RuleSummary } from './store.ts';

const TOPIC = 'automations';

/** Called in a transaction that changes rules: every process reads them anew. */
export async function announce(tx: Ctx): Promise<void> {
  await automationStore.nextRevision(tx);
  tx.afterCommit(() => void tx.app.bus.publish(TOPIC, ''));
}

/** `row.created` is `page.created` of a page that is a row. */
const emitted = (event: string): string => event.replace(/^row\./, 'page.');

/** By workspace and event, then by the database that a rule is about, or null. */
type Known = Map<string, Map<number | null, RuleSummary[]>>;

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

  async concerned({ type, workspace_id, data, origin }: DomainEvent): Promise<RuleSummary[]> {
    const known = (await this.#read()).get(`${workspace_id} ${type}`);
    if (!known) return [];
    const isRow = type.startsWith('page.') && data.collection_id !== undefined && data.kind !== 'collection';
    const collectionId = type.startsWith('collection.') ? data.id : data.collection_id;
    const found = [...(known.get(null) ?? []), ...(known.get(collectionId as number) ?? [])];
    return found.filter(
      (rule) => (origin !== 'import' || Boolean(rule.include_imports)) && (isRow || !rule.event.startsWith('row.')),
    );
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
