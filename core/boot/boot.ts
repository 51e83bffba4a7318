// Boots the product: settings, plugins in order, database, services, routes; and stops it without losing work.
import { server as createServer, type Server } from '@hapi/hapi';
import { RoleAccess } from '../access/access-control.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { applyMigrations } from '../database/migration-ledgers.ts';
import { AuditLog } from '../events/audit.ts';
import { type Bus, openBus } from '../events/bus.ts';
import { EventLog } from '../events/events.ts';
import { JobQueue } from '../events/jobs.ts';
import { MailOutbox } from '../events/mail.ts';
import { Ballast } from '../files/disk-reserve.ts';
import { Storage } from '../files/storage.ts';
import { ClientAddresses } from '../http/client-ip.ts';
import { connectionLimits, createListener, guardConnections } from '../http/connection-limits.ts';
import { Csrf } from '../http/csrf.ts';
import { IdempotencyKeys } from '../http/idempotency.ts';
import { MaintenanceMode } from '../http/maintenance.ts';
import { registerProblems } from '../http/problem.ts';
import { Limits } from '../http/rate-limits.ts';
import { fallbackPage, installLifecycle, unknownAddressRoute } from '../http/request-lifecycle.ts';
import { installResponses } from '../http/response.ts';
import { requireRules } from '../http/route.ts';
import { prepareRoute, routeDefaults } from '../http/route-defaults.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { Messages } from '../i18n/messages.ts';
import type { ResourceType } from '../kernel/access.ts';
import type { App, AppOptions, ContextOptions } from '../kernel/app.ts';
import { type Actor, type Ctx, createContext } from '../kernel/context.ts';
import type { DiscoveredPlugin, Extension } from '../kernel/discovered-plugin.ts';
import type { Command, CommonplacePlugin, Manifest, NavEntry, Point, Service, SlotEntry } from '../kernel/plugin.ts';
import type { ArchivedTable } from '../kernel/table.ts';
import { Traffic } from '../kernel/traffic.ts';
import { Outbound } from '../outbound/outbound.ts';
import { PrivateTargets } from '../outbound/private-targets.ts';
import { Assets } from '../views/assets.ts';
import type { Shortcut } from '../views/shortcut.ts';
import { installViews } from '../views/views.ts';
import { prepareDataDir, type Settings } from './config.ts';
import { installHealth } from './health.ts';
import { instanceName } from './instance.ts';
import { createLog, type Log } from './log.ts';
import { checkWiring, discover, discoverGiven, fitTogether, orderFound, sortPlugins } from './plugin-discovery.ts';
import { packageVersion } from './public-modules.ts';
import { RouteGroups } from './route-groups.ts';
import { Secrets } from './secrets.ts';
import { setUpInTime } from './setup-time.ts';
import { Deadline } from './shutdown-timeout.ts';
import { tablesOf } from './table-registry.ts';

/** A stop takes less than ten seconds in all: work is told to give up after eight, and left behind after nine. */
const DRAIN_MS = 8000;
const STOP_MS = 9000;
const CLOSE_MS = 700;

/** @throws ConfigProblem, DatabaseProblem, or an Error that names the plugin at fault */
export async function createApp(given: Settings, options: AppOptions = {}): Promise<App> {
  const settings = prepareDataDir(given);
  const { found, sorted: fitting } = fitTogether(
    await discover({ extensions: settings.EXTENSIONS_DIR, packages: settings.PLUGINS }),
  );
  const added = discoverGiven(options.plugins);
  found.push(...added);
  const sorted = added.length ? sortPlugins([...fitting, ...added.flatMap(({ plugin }) => plugin ?? [])]) : fitting;
  if (added.length) checkWiring(sorted.map(({ manifest }) => manifest));
  const log = options.log ?? createLog(settings.LOG_LEVEL);
  const assets = new Assets(settings.DATA_DIR);
  const [database] = await Promise.all([
    openDatabase({
      url: settings.DATABASE_URL || undefined,
      poolerUrl: settings.DATABASE_POOLER_URL,
      replicaUrls: settings.DATABASE_REPLICA_URLS.split(',').filter(Boolean),
      ...{ dataDir: settings.DATA_DIR, log },
    }),
    assets.build(),
  ]);
  try {
    const manifests = sorted.map(({ manifest }) => manifest);
    await applyMigrations(database, manifests, options.migrate ?? true);
    const app = new Running(settings, options, { log, database, bus: await openBus(database), assets, found, sorted });
    await app.boot();
    return app;
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Parts extends Pick<App, 'log' | 'database' | 'bus' | 'assets'> {
  found: DiscoveredPlugin[];
  sorted: CommonplacePlugin[];
}

class Running implements App {
  readonly settings: Settings;
  readonly version = packageVersion();
  readonly instance = instanceName();
  readonly log: Log;
  readonly database: Database;
  readonly bus: Bus;
  readonly server: Server;
  readonly routes: RouteGroups;
  readonly access: RoleAccess;
  readonly addresses: ClientAddresses;
  readonly assets: Assets;
  readonly audit: AuditLog;
  readonly ballast: Ballast;
  readonly csrf: Csrf;
  readonly events: EventLog;
  readonly idempotency: IdempotencyKeys;
  readonly jobs: JobQueue;
  readonly limits = new Limits();
  readonly mail: MailOutbox;
  readonly maintenance: MaintenanceMode;
  readonly messages = new Messages();
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly traffic = new Traffic();
  readonly templates = new URL('../../templates/', import.meta.url);
  readonly templateFolders: readonly URL[];
  readonly pagePolicy: string;
  readonly plugins: DiscoveredPlugin[];
  readonly extensions: Extension[];
  readonly tables: ReadonlyMap<string, ArchivedTable | string>;
  draining = false;
  baseUrl: string;
  readonly #manifests: Manifest[];
  readonly #sorted: CommonplacePlugin[];
  readonly #options: AppOptions;
  readonly #services = new Map<string, unknown>();
  readonly #points = new Map<string, unknown[]>();
  readonly #resources = new Map<string, ResourceType>();
  /** in their order: every page asks for those of a dozen places */
  readonly #navigation: ReadonlyMap<NavEntry['slot'], NavEntry[]>;
  readonly #slots: ReadonlyMap<SlotEntry['slot'], SlotEntry[]>;

  constructor(settings: Settings, options: AppOptions, parts: Parts) {
    this.settings = settings;
    this.#options = options;
    this.log = parts.log;
    this.database = parts.database;
    this.bus = parts.bus;
    this.assets = parts.assets;
    this.#sorted = parts.sorted;
    this.#manifests = parts.sorted.map(({ manifest }) => manifest);
    this.plugins = orderFound(parts.found, parts.sorted);
    this.#navigation = bySlot(this.#manifests.flatMap(({ nav = [] }) => nav));
    this.#slots = bySlot(this.#manifests.flatMap(({ slots = [] }) => slots));
    this.templateFolders = [this.templates, ...this.#manifests.flatMap(({ templates }) => templates ?? [])];
    this.tables = tablesOf(this.#manifests);
    this.extensions = parts.found.flatMap(({ extension }) => extension ?? []);
    this.secrets = new Secrets(settings.SECRET_KEY);
    this.baseUrl = settings.BASE_URL || `http://localhost:${settings.PORT}`;
    this.pagePolicy = pagePolicy(settings.EMBED_HOSTS);
    this.addresses = new ClientAddresses(settings.TRUST_PROXY);
    const targets = new PrivateTargets(settings.OUTBOUND_ALLOW, () => Number(this.server.info.port));
    this.outbound = options.outbound ?? new Outbound(targets);
    this.storage = new Storage(settings);
    this.ballast = new Ballast(settings.DATA_DIR, parts.log);
    this.csrf = new Csrf(settings, this.secrets.key('csrf'));
    this.events = new EventLog(this);
    this.jobs = new JobQueue(this);
    this.mail = new MailOutbox(this);
    this.maintenance = new MaintenanceMode(this);
    this.idempotency = new IdempotencyKeys(this);
    this.access = new RoleAccess(this);
    this.audit = new AuditLog(this);
    const limits = { ...connectionLimits, ...options.connections };
    const listener = createListener(limits);
    this.server = createServer({
      listener,
      host: settings.HOST,
      port: settings.PORT,
      debug: false,
      routes: {
        ...routeDefaults,
        response: { ...routeDefaults.response, sample: options.checkAnswers ? 100 : 0 },
      } as never,
      router: { stripTrailingSlash: true },
      // Other programs on the same host leave cookies of any shape, which must lock nobody out.
      state: { strictHeader: false, ignoreErrors: true },
    });
    this.routes = new RouteGroups(this.server, parts.found);
    const most = settings.CONNECTIONS_PER_ADDRESS;
    guardConnections(listener, limits, { most, trusts: (address) => this.addresses.trusts(address) });
  }

  async boot(): Promise<void> {
    requireRules(this.server);
    installLifecycle(this.server, this);
    this.access.useCache(this.server);
    installResponses(this.server, this);
    await installViews(this.server, this);
    // What core itself keeps for a while only: events 30 days, finished jobs 7, idempotency keys one, mails 30.
    const kept = [this.events, this.jobs, this.idempotency, this.mail];
    const purge = async () => {
      for (const one of kept) await one.purge();
    };
    this.jobs.define('core.purge', { cron: '29 3 * * *', run: purge });
    this.messages.add('core', new URL('../messages/', import.meta.url));
    this.jobs.define('core.ballast', { cron: '*/10 * * * *', run: () => this.ballast.keep() });
    for (const manifest of this.#manifests) await this.#setUp(manifest);
    this.messages.addScripts(this.assets, this.#manifests);
    await this.maintenance.load();
    if (this.#options.routes ?? true) await this.#addRoutes();
    await this.server.initialize();
  }

  async #addRoutes(): Promise<void> {
    await this.assets.install(this.server, this);
    installHealth(this.server, this);
    for (const plugin of this.#sorted) {
      try {
        await this.server.register({ plugin, options: { app: this } });
      } catch (error) {
        throw new Error(`plugin ${plugin.name}: ${(error as Error).message.replace(/^plugin [\w-]+: /, '')}`, {
          cause: error,
        });
      }
    }
    this.server.route([fallbackPage, unknownAddressRoute].map(prepareRoute));
  }

  async #setUp(manifest: Manifest): Promise<void> {
    try {
      registerProblems(manifest.name, manifest.problems ?? {});
      if (manifest.messages) this.messages.add(manifest.name, manifest.messages);
      if (manifest.client) await this.assets.addExtension(manifest.name, manifest.client);
      for (const [name, resource] of Object.entries(manifest.resources ?? {})) this.#addResource(name, resource);
      for (const { point, value } of manifest.adds ?? []) this.contribute(point, value);
      for (const [kind, definition] of Object.entries(manifest.jobs ?? {})) this.jobs.define(kind, definition);
      for (const [name, stream] of Object.entries(manifest.streams ?? {}))
        this.events.subscribe(`${manifest.name}.${name}`, stream);
      await setUpInTime(manifest.setup?.(this), this.#options.setupMs);
      for (const { service } of manifest.provides ?? [])
        if (!this.#services.has(service)) throw new Error(`setup did not provide ${service}`);
    } catch (error) {
      throw new Error(`plugin ${manifest.name}: ${(error as Error).message}`, { cause: error });
    }
  }

  #addResource(name: string, resource: ResourceType): void {
    if (this.#resources.has(name)) throw new Error(`resource ${name} is defined twice`);
    this.#resources.set(name, resource);
  }

  now(): string {
    return this.#options.now?.() ?? new Date().toISOString();
  }

  use<T>(token: Service<T>): T {
    const found = this.find(token);
    if (found) return found;
    throw new Error(`nobody provides the service ${token.service}`);
  }

  find<T>(token: Service<T>): T | undefined {
    return this.#services.get(token.service) as T | undefined;
  }

  provide<T>(token: Service<T>, implementation: T): void {
    if (this.#services.has(token.service)) throw new Error(`service ${token.service} is provided twice`);
    this.#services.set(token.service, implementation);
  }

  contributions<T>(to: Point<T>): T[] {
    return (this.#points.get(to.point) ?? []) as T[];
  }

  contribute<T>(to: Point<T>, value: T): void {
    this.#points.set(to.point, [...(this.#points.get(to.point) ?? []), value]);
  }

  resource(name: string): ResourceType {
    const found = this.#resources.get(name);
    if (!found) throw new Error(`unknown resource ${name}`);
    return found;
  }

  navigation(slot: NavEntry['slot']): NavEntry[] {
    return (this.#navigation.get(slot) ?? []).filter((entry) => entry.when?.(this) ?? true);
  }

  slots(slot: SlotEntry['slot']): SlotEntry[] {
    return this.#slots.get(slot) ?? [];
  }

  shortcuts(): Shortcut[] {
    return this.#manifests.flatMap(({ shortcuts = [] }) => shortcuts);
  }

  commands(): Command[] {
    return this.#manifests.flatMap(({ commands = [] }) => commands);
  }

  context(actor: Actor, { log = this.log, address = '', locale }: ContextOptions = {}): Ctx {
    const origin = actor.type === 'system' ? 'system' : 'user';
    return createContext({ app: this, actor: () => actor, log, origin, address, locale });
  }

  async start(): Promise<string> {
    const published = this.assets.publish(this);
    // With SQLite no other process is there that could be asked for them.
    if (this.database.engine !== 'sqlite') await published;
    await this.server.start();
    this.csrf.port = Number(this.server.info.port);
    if (!this.settings.BASE_URL) this.baseUrl = `http://localhost:${this.server.info.port}`;
    await this.events.start();
    await this.jobs.start();
    void this.ballast.keep();
    const host = this.settings.HOST.includes(':') ? `[${this.settings.HOST}]` : this.settings.HOST;
    return `http://${host}:${this.server.info.port}`;
  }

  async stop(): Promise<void> {
    this.draining = true;
    const work = new Deadline(STOP_MS, this.log);
    const drained = this.server.stop({ timeout: DRAIN_MS });
    await work.wait({ requests: drained, jobs: this.jobs.stop(DRAIN_MS), events: this.events.stop() });
    const closing = new Deadline(CLOSE_MS, this.log);
    await closing.wait({ mail: this.mail.close(), outbound: this.outbound.close(), bus: this.bus.close() });
    await closing.wait({ database: this.database.close() });
  }
}

const bySlot = <S, T extends { slot: S; order?: number }>(entries: T[]): ReadonlyMap<T['slot'], T[]> =>
  Map.groupBy(
    entries.sort((a, b) => (a.order ?? 100) - (b.order ?? 100)),
    ({ slot }) => slot,
  );
