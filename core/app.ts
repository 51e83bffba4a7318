// What the running product offers to its plugins: the services of core, and how plugins find each other.
import type { Server } from '@hapi/hapi';
import type { AccessControl, ResourceType } from './access.ts';
import type { Addresses } from './addresses.ts';
import type { Assets } from './assets.ts';
import type { ApiAudit } from './audit.ts';
import type { Ballast } from './ballast.ts';
import type { Bus } from './bus.ts';
import type { Settings } from './config.ts';
import type { Actor, Ctx } from './context.ts';
import type { Csrf } from './csrf.ts';
import type { Database } from './database.ts';
import type { Extension, Found } from './discover.ts';
import type { Events } from './events.ts';
import type { Idempotency } from './idempotency.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Messages } from './messages.ts';
import type { Outbound } from './outbound.ts';
import type { Command, CommonplacePlugin, NavEntry, Point, Service, SlotEntry } from './plugin.ts';
import type { Secrets } from './secrets.ts';
import type { Shortcut } from './shortcut.ts';
import type { Storage } from './storage.ts';

/** `info.version` of the OpenAPI document (contract 1). */
export const INTERFACE_VERSION = '7.21.0';

export interface AppOptions {
  /** replaces the clock; returns ISO 8601 with milliseconds */
  now?: () => string;
  /** further plugins, as extensions would add them; for tests */
  plugins?: CommonplacePlugin[];
  /** false: leave pending migrations alone and refuse to run with them */
  migrate?: boolean;
  /** checks each answer against its documented schema; on in tests */
  checkAnswers?: boolean;
  log?: Log;
}

export interface App {
  readonly settings: Settings;
  readonly version: string;
  /** address for links: BASE_URL, or where the server listens */
  readonly baseUrl: string;
  /** unique to this process; owner of leases */
  readonly instance: string;
  readonly log: Log;
  readonly database: Database;
  readonly bus: Bus;
  readonly server: Server;
  readonly access: AccessControl;
  readonly addresses: Addresses;
  readonly assets: Assets;
  readonly audit: ApiAudit;
  readonly ballast: Ballast;
  readonly csrf: Csrf;
  readonly events: Events;
  readonly idempotency: Idempotency;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly messages: Messages;
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly templates: URL;
  readonly pagePolicy: string;
  /** everything discovered, in boot order, with state and reason */
  readonly plugins: Found[];
  readonly extensions: Extension[];
  readonly draining: boolean;
  now(): string;
  use<T>(token: Service<T>): T;
  provide<T>(token: Service<T>, implementation: T): void;
  contributions<T>(to: Point<T>): T[];
  contribute<T>(to: Point<T>, value: T): void;
  resource(name: string): ResourceType;
  /** in their order */
  navigation(slot: NavEntry['slot']): NavEntry[];
  slots(slot: SlotEntry['slot']): SlotEntry[];
  shortcuts(): Shortcut[];
  commands(): Command[];
  context(actor: Actor, options?: { log?: Log }): Ctx;
  /** starts jobs, events and the listener; resolves with the address */
  start(): Promise<string>;
  /** drains requests and jobs, closes everything */
  stop(): Promise<void>;
}
