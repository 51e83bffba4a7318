// What the running product offers to its plugins: the services of core, and how plugins find each other.
import type { Server } from '@hapi/hapi';
import type { Settings } from '../boot/config.ts';
import type { Log } from '../boot/log.ts';
import type { Secrets } from '../boot/secrets.ts';
import type { Database } from '../database/database.ts';
import type { Bus } from '../events/bus.ts';
import type { Ballast } from '../files/disk-reserve.ts';
import type { Storage } from '../files/storage.ts';
import type { ClientAddresses } from '../http/client-ip.ts';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import type { Csrf } from '../http/csrf.ts';
import type { Limits } from '../http/rate-limits.ts';
import type { Route } from '../http/route.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Assets } from '../views/assets.ts';
import type { Shortcut } from '../views/shortcut.ts';
import type { AccessControl, ResourceType } from './access.ts';
import type { Actor, Ctx } from './context.ts';
import type { DiscoveredPlugin, Extension } from './discovered-plugin.ts';
import type { Events } from './domain-event.ts';
import type { Jobs } from './job.ts';
import type { Mail } from './mail.ts';
import type { Command, CommonplacePlugin, NavEntry, Point, Service, SlotEntry } from './plugin.ts';
import type { ApiAudit, Idempotency, Maintenance } from './request-services.ts';
import type { ArchivedTable } from './table.ts';
import type { Traffic } from './traffic.ts';

/** `info.version` of the OpenAPI document (contract 1). */
export const INTERFACE_VERSION = '7.21.0';

/** Of work that goes on after the request: where it came from, and the language of whoever asked. */
export interface ContextOptions {
  log?: Log;
  address?: string;
  locale?: string;
}

export interface AppOptions {
  /** replaces the clock; returns ISO 8601 with milliseconds */
  now?: () => string;
  /** further plugins and single-file extensions, as their files export them; for tests */
  plugins?: (CommonplacePlugin | Extension)[];
  /** false: leave pending migrations alone and refuse to run with them */
  migrate?: boolean;
  /** false: nobody is served, as in commands; routes take half of the time that an app needs to be there */
  routes?: boolean;
  /** checks each answer against its documented schema; on in tests */
  checkAnswers?: boolean;
  log?: Log;
  /** another way out of this machine; for tests */
  outbound?: Outbound;
  /** other limits of connections than the usual ones; for tests */
  connections?: Partial<ConnectionLimits>;
  /** how long the setup of a plugin may take, in milliseconds; default: a minute */
  setupMs?: number;
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
  /** where plugins put their routes */
  readonly routes: { add(server: Server, routes: Route[]): void };
  readonly access: AccessControl;
  readonly addresses: ClientAddresses;
  readonly assets: Assets;
  readonly audit: ApiAudit;
  readonly ballast: Ballast;
  readonly csrf: Csrf;
  readonly events: Events;
  readonly idempotency: Idempotency;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly maintenance: Maintenance;
  readonly messages: Messages;
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly traffic: Traffic;
  readonly templates: URL;
  readonly pagePolicy: string;
  /** everything discovered, in boot order, with state and reason */
  readonly plugins: DiscoveredPlugin[];
  readonly extensions: Extension[];
  /** of core and of all plugins, in boot order */
  readonly tables: ReadonlyMap<string, ArchivedTable | string>;
  readonly draining: boolean;
  now(): string;
  /** @throws Error when nobody provides it */
  use<T>(token: Service<T>): T;
  /** what a plugin provides that may not be there */
  find<T>(token: Service<T>): T | undefined;
  provide<T>(token: Service<T>, implementation: T): void;
  contributions<T>(to: Point<T>): T[];
  contribute<T>(to: Point<T>, value: T): void;
  resource(name: string): ResourceType;
  /** in their order */
  navigation(slot: NavEntry['slot']): NavEntry[];
  slots(slot: SlotEntry['slot']): SlotEntry[];
  /** where templates are looked for: our own, then those of plugins */
  readonly templateFolders: readonly URL[];
  shortcuts(): Shortcut[];
  commands(): Command[];
  context(actor: Actor, options?: ContextOptions): Ctx;
  /** starts jobs, events and the listener; resolves with the address */
  start(): Promise<string>;
  /** drains requests and jobs, closes everything */
  stop(): Promise<void>;
}
