// Small writes of one kind that come while one of them is being written, made in one transaction: the writer is one, and
// what a transaction costs is much the same for one item and for twenty.
import type { Knex } from 'knex';
import type { App } from './app.ts';
import type { Ctx } from './context.ts';

/** More would keep the writer from everybody else. */
const GROUP_MAX = 50;

export interface GroupMember<Item, Made> {
  item: Item;
  /** runs at the end of the transaction, with what came of the item */
  beforeCommit?: (trx: Knex, made: unknown) => Promise<void>;
  /**
   * Writes these in one transaction, as the caller who asked for this one. Returns what came of each, in their order.
   * @throws GroupFault whose cause is why the work failed
   */
  write(members: GroupMember<Item, Made>[]): Promise<Made[]>;
}

/** The work of a group has failed before anything of it could be committed. */
export class GroupFault extends Error {}

interface Waiting<Item, Made> extends GroupMember<Item, Made> {
  resolve(made: Made): void;
  reject(reason: unknown): void;
}

/** A kind of write that can be made of many items as of one. */
export class GroupCommit<Item, Made> {
  /** items of different keys are never in one transaction */
  readonly keyOf: (item: Item) => string | number;
  /** makes all of them or none */
  readonly work: (tx: Ctx, items: Item[]) => Promise<Made[]>;
  readonly #waiting = new WeakMap<App, Map<string, Waiting<Item, Made>[]>>();

  constructor({ keyOf, work }: Pick<GroupCommit<Item, Made>, 'keyOf' | 'work'>) {
    this.keyOf = keyOf;
    this.work = work;
  }

  /** Written at once, or with those that wait meanwhile; `key` is shared by whoever may write for each other. */
  join(app: App, key: string, member: GroupMember<Item, Made>): Promise<Made> {
    return new Promise((resolve, reject) => {
      const all = this.#waiting.get(app) ?? new Map<string, Waiting<Item, Made>[]>();
      this.#waiting.set(app, all);
      const waiting = all.get(key);
      const own = { ...member, resolve, reject };
      if (waiting) waiting.push(own);
      else void this.#drain(all, key, own);
    });
  }

  async #drain(all: Map<string, Waiting<Item, Made>[]>, key: string, first: Waiting<Item, Made>): Promise<void> {
    const waiting = [first];
    all.set(key, waiting);
    while (waiting.length) await writeAll(waiting.splice(0, GROUP_MAX));
    all.delete(key);
  }
}

/**
 * Where the work of a group fails, that of each of its members is done alone: nobody hears of another one's fault. What
 * failed later may have been committed although no answer came, and must not be done twice.
 */
async function writeAll<Item, Made>(members: Waiting<Item, Made>[]): Promise<void> {
  try {
    const made = await (members[0] as Waiting<Item, Made>).write(members);
    for (const [at, member] of members.entries()) member.resolve(made[at] as Made);
  } catch (error) {
    const isUndone = error instanceof GroupFault;
    if (isUndone && members.length > 1) for (const member of members) await writeAll([member]);
    else for (const member of members) member.reject(isUndone ? error.cause : error);
  }
}
