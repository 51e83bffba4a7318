// What a use case is given: who acts, where to read and write, and how to speak to the rest of the product.
import type { Knex } from 'knex';
import type { Log } from '../boot/log.ts';
import type { Dialect } from '../database/dialect.ts';
import type { HeldTransaction } from '../database/request-transaction.ts';
import type { Scope } from '../http/route.ts';
import { DEFAULT_LOCALE } from '../i18n/messages.ts';
import type { App } from './app.ts';
import type { EventInput } from './domain-event.ts';
import { type GroupCommit, GroupFault } from './group-commit.ts';
import type { EnqueueOptions } from './job.ts';
import type { Service } from './plugin.ts';

export interface UserActor {
  type: 'user';
  id: number;
  login: string;
  fullName: string;
  email: string;
  timezone: string;
  isAdmin: boolean;
  /** nobody has proved yet that the address is theirs */
  isUnconfirmed?: boolean;
  /** address of the picture, where the actor was read for showing pages */
  avatarUrl?: string;
  /** scopes of the bearer token; absent for a browser session, which has all */
  scopes?: Scope[];
  tokenId?: number;
  /** page of a token that is good for it and what lies below it, and for nothing else */
  rootPageId?: number;
  /** what holds the token may use tools for agents that reach outside */
  mcpOutward?: boolean;
  /** the paired device that calls with a credential of its own, which is good on few routes */
  device?: number;
  sessionId?: string;
  /** how the session came about: local (by password), passkey, or the provider that vouched for the person */
  via?: string;
  /** who looks at things as this person: sees nothing that they may not see themselves */
  seenBy?: UserActor;
  /** when the session was last authenticated by password or another proof, ISO 8601 */
  authTime?: string;
}

/** A page that is open to everybody: alone, a database with its rows, or with all that lies below. */
export interface PublicReach {
  pageId: number;
  reach: 'page' | 'rows' | 'tree';
}

/** Nobody we know: sees nothing but what was published, where they came by its address. */
export interface Visitor {
  type: 'anonymous';
  reads?: PublicReach;
}

export type Actor = UserActor | Visitor | { type: 'system'; reason: string };

export interface Ctx {
  /** who acts: an account, the system with its reason, or nobody */
  readonly actor: Actor;
  /** reads outside a transaction; inside one it is the transaction */
  readonly db: Knex;
  /** what SQLite and PostgreSQL say differently, such as columns with a moment */
  readonly dialect: Dialect;
  /** where lines for whoever runs the service go, marked with the request or job */
  readonly log: Log;
  /** the running product with its settings, storage, mail and limits */
  readonly app: App;
  /** address of the caller, empty for jobs and commands */
  readonly address: string;
  /** whether what is written here is part of a transaction */
  readonly inTransaction: boolean;
  /** language of whoever reads the answer; English for jobs and commands */
  readonly locale: string;
  /** answers that hold for this context until it writes, e.g. what its actor may list */
  readonly memo: Map<string, unknown>;
  /** what the events of this work are marked with, default user */
  readonly origin: EventInput['origin'];
  /** ids of the automations that led to this work, the first one first; its events carry them on */
  readonly chain: readonly number[];
  /** the moment by the clock of the product, ISO 8601 with milliseconds */
  now(): string;
  /** runs `work` in a writing transaction; nested calls join the outer one */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** makes one item, in one transaction with others that the same actor asks for meanwhile; alone inside of `tx` */
  txInGroup<Item, Made>(group: GroupCommit<Item, Made>, item: Item): Promise<Made>;
  /** runs at the end of the outermost transaction, in it; only inside `tx` */
  beforeCommit(work: (tx: Ctx) => Promise<void>): void;
  /** runs after the outermost transaction has committed, or at once outside one */
  afterCommit(work: () => void | Promise<void>): void;
  /** writes domain events, in this order; only inside `tx` */
  emit(...events: EventInput[]): Promise<void>;
  /** queues a job; inside `tx` it is queued only when that commits */
  enqueue(kind: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /** the service behind a token. @throws Error when nobody provides it */
  use<T>(token: Service<T>): T;
  /** what a plugin provides that may not be there */
  find<T>(token: Service<T>): T | undefined;
  /** the same context for another actor; without an origin or a chain those stay */
  as(actor: Actor, origin?: EventInput['origin'], chain?: readonly number[]): Ctx;
}

/** The user who acts. @throws Error when called for anonymous or system actors: access must have refused before */
export function userOf(ctx: Ctx): UserActor {
  if (ctx.actor.type !== 'user') throw new Error(`a user is needed, the actor is ${ctx.actor.type}`);
  return ctx.actor;
}

/** The time zone in which the actor reads; UTC for nobody in particular, and for those who chose none. */
export const zoneOf = ({ actor }: Pick<Ctx, 'actor'>): string => (actor.type === 'user' && actor.timezone) || 'UTC';

/** Id of the acting user, or null for the system. */
export const actorId = (ctx: Ctx): number | null => (ctx.actor.type === 'user' ? ctx.actor.id : null);

interface Options {
  app: App;
  actor: () => Actor;
  log: Log;
  address?: string;
  locale?: string;
  origin?: EventInput['origin'];
  chain?: readonly number[];
  /** runs last in each outermost transaction, with its result */
  beforeCommit?: (trx: Knex, result: unknown) => Promise<void>;
  /** joins all transactions to one, which ends with the answer of the request */
  held?: HeldTransaction;
  /** reads outside of transactions; default: without limits of its own */
  reader?: Knex;
  /** told after each transaction, so that what is read next has it */
  written?(): void;
}

/** What is saved is saved: a wake-up that fails afterwards is logged and must not look like a failed change. */
async function runLater(log: Log, step: () => void | Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.error({ err: error }, 'after commit');
  }
}

/** What one transaction puts off. */
interface Deferred {
  before: ((tx: Ctx) => Promise<void>)[];
  after: (() => void | Promise<void>)[];
}

const nothing = (): Deferred => ({ before: [], after: [] });

/** Of those whose writes are the same to whoever looks at them later. */
const groupKey = ({ actor, address, origin, chain, locale }: Ctx, own: string | number): string =>
  JSON.stringify([own, actor, address, origin, chain, locale]);

/** Makes a context outside any transaction. `actor` is a function, because a request learns it after it began. */
export function createContext(options: Options): Ctx {
  return build(options, undefined, nothing());
}

interface Outermost<T> {
  work(tx: Ctx): Promise<T>;
  /** runs at its end, with what `work` made */
  last?: (inner: Knex, made: T) => Promise<void>;
  /** called once it is over */
  settle(): void;
}

async function runOutermost<T>(options: Options, { work, last, settle }: Outermost<T>): Promise<T> {
  const { app, held, log } = options;
  const later = nothing();
  const whole = async (inner: Knex.Transaction) => {
    const tx = build(options, inner, later);
    const made = await work(tx);
    for (const step of later.before) await step(tx);
    await last?.(inner, made);
    return made;
  };
  const result = await (held ? held.run(whole) : app.database.transaction(whole));
  settle();
  for (const step of later.after) {
    if (held) held.afterCommit(() => runLater(log, step));
    else await runLater(log, step);
  }
  return result;
}

function build(options: Options, trx: Knex.Transaction | undefined, deferred: Deferred): Ctx {
  const { app } = options;
  const current = () => trx ?? options.held?.trx;
  /** What is read next is read anew. */
  const settle = () => {
    ctx.memo.clear();
    options.written?.();
  };
  const transact = <T>(work: (tx: Ctx) => Promise<T>, last?: (inner: Knex, made: T) => Promise<void>) =>
    runOutermost(options, { work, last, settle });
  const ctx: Ctx = {
    get actor() {
      return options.actor();
    },
    get db() {
      return current() ?? options.reader ?? app.database.reader;
    },
    dialect: app.database.dialect,
    log: options.log,
    app,
    address: options.address ?? '',
    get inTransaction() {
      return current() !== undefined;
    },
    get locale() {
      return options.locale ?? DEFAULT_LOCALE;
    },
    memo: new Map(),
    origin: options.origin ?? 'user',
    chain: options.chain ?? [],
    now: () => app.now(),
    tx: async (work) => (trx ? work(ctx) : transact(work, options.beforeCommit)),
    async txInGroup(group, item) {
      const { beforeCommit, held } = options;
      if (trx || held) return ctx.tx(async (tx) => (await group.work(tx, [item]))[0] as never);
      const made = await group.join(app, groupKey(ctx, group.keyOf(item)), {
        item,
        beforeCommit,
        write: (members) => {
          const items = members.map((one) => one.item);
          return transact(
            (tx) =>
              group.work(tx, items).catch((cause) => {
                throw new GroupFault('The work of a group failed', { cause });
              }),
            async (inner, all) => {
              for (const [at, one] of members.entries()) await one.beforeCommit?.(inner, all[at]);
            },
          );
        },
      });
      settle();
      return made;
    },
    beforeCommit(work) {
      if (!trx) throw new Error('work was put off to the end of a transaction outside of one');
      deferred.before.push(work);
    },
    afterCommit(work) {
      if (trx) deferred.after.push(work);
      else if (current()) options.held?.afterCommit(() => runLater(options.log, work));
      else void runLater(options.log, work);
    },
    async emit(...events) {
      if (!trx) throw new Error(`event ${events[0]?.type} was emitted outside a transaction`);
      await app.events.write(ctx, events);
    },
    enqueue: (kind, payload, extra) => app.jobs.enqueue(ctx, kind, payload, extra),
    use: (token) => app.use(token),
    find: (token) => app.find(token),
    as: (actor, origin = options.origin, chain = options.chain) =>
      build({ ...options, actor: () => actor, origin, chain }, trx, deferred),
  };
  return ctx;
}
