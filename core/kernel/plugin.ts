// What a plugin is: data that core validates, sorts, boots and shows, carried by a real hapi plugin.
import type { Server } from '@hapi/hapi';
import Joi from 'joi';
import type { Policy } from '../http/policy.ts';
import type { ProblemCode } from '../http/problem.ts';
import type { Role, Route } from '../http/route.ts';
import type { Shortcut } from '../views/shortcut.ts';
import type { ResourceType } from './access.ts';
import type { App } from './app.ts';
import type { EventStream } from './domain-event.ts';
import type { JobKind } from './job.ts';
import type { Tables } from './table.ts';

/** A typed name under which one plugin offers something to others. */
export interface Service<T> {
  readonly service: string;
  readonly type?: T;
}

/** A typed place of one plugin to which others add. */
export interface Point<T> {
  readonly point: string;
  readonly type?: T;
}

export const service = <T>(name: string): Service<T> => ({ service: name });
export const point = <T>(name: string): Point<T> => ({ point: name });

/** One thing added to a point of another plugin; made by `adding()`. */
export interface Addition {
  point: Point<unknown>;
  value: unknown;
}

export const adding = <T>(to: Point<T>, value: T): Addition => ({ point: to, value });

/**
 * Named places for links in the frame of every page: above the tree, below it, beside "New page", under the list of
 * workspaces, beside the settings of one and those of an account, in the menu of the person, for administrators, as a tab of their pages, in the menu of the page that is
 * shown, beside the ways to share that, and in the bar at the foot of every page on a phone.
 */
export const NAV_SLOTS = [
  'sidebar',
  'workspace',
  'create',
  'switcher',
  'settings',
  'own-settings',
  'account',
  'admin',
  'admin-tab',
  'page-menu',
  'sharing',
  'bar',
] as const;

/** A link in one of these places. */
export interface NavEntry {
  slot: (typeof NAV_SLOTS)[number];
  /** key of a message of the plugin */
  label: string;
  /** `{workspace_id}` and `{page_id}` become the workspace and the page that are shown; with `{database_page_id}` only on pages of databases, with `{movable_page_id}` only on those that are no rows */
  href: string;
  /** a path that belongs to it, too, with what is below: while that is shown it is marked as well */
  covers?: string;
  /** name of an icon */
  icon: string;
  /** default 100; lower ones come first; in the menus of the account and of a page a line parts those of different hundreds */
  order?: number;
  adminOnly?: boolean;
  /** what it leads to: only who may do that is led there. Of a page it is asked in `page-menu` and `sharing` alone */
  policy?: Policy;
  /** the same where there is no policy: least role in the workspace, or on the page for `page-menu` and `sharing` */
  role?: Role;
  /** a button that posts to `href` instead of a link */
  post?: true;
  /** what scripts of the frame do instead of following it, e.g. `palette`; in the bar only */
  action?: string;
  danger?: true;
  /** false: this installation has no use for it */
  when?(app: App): boolean;
}

/**
 * Where plugins show templates of theirs: at the end of the top bar, in the sidebar above the tree and below it, on a page that is
 * shown inside another, under the title of a page, beside the form of a new one, below the forms of signing in and of confirming it, in the settings of account and workspace,
 * above the list of tags, above the pages of one tag, and below what went wrong.
 */
export const TEMPLATE_SLOTS = [
  'topbar',
  'sidebar',
  'sidebar-end',
  'embed',
  'page-head',
  'page-new',
  ...(['login', 'reauth', 'account-settings', 'workspace-settings', 'tags-head', 'tag-head', 'problem'] as const),
] as const;

/** A template in one of these places. */
export interface SlotEntry {
  slot: (typeof TEMPLATE_SLOTS)[number];
  /** from the root of the templates, e.g. `/sharing/button` */
  template: string;
  order?: number;
}

/** An argument of a command, in order; the last one may be variadic, after an optional one all are optional. */
export interface CommandArgument {
  name: string;
  description: string;
  optional?: true;
  variadic?: true;
}

/** An option of a command: `--limit <n>` takes a value, `--all` is a switch, `--user <id...>` takes several. */
export interface CommandOption {
  flags: string;
  description: string;
  default?: string;
  choices?: string[];
}

/** What a command says of itself, without being run: enough for its help. */
export interface CommandShape {
  /** words, all but the last one of which group: `user create`, `scim token list` */
  name: string;
  summary: string;
  arguments?: CommandArgument[];
  options?: CommandOption[];
  /** whole command lines without the leading `commonplace`, shown by --help */
  examples?: string[];
}

/**
 * A subcommand of `commonplace`, run in an app that neither listens nor runs jobs and has no routes; resolves with the exit code: 0 done,
 * 1 failed. Throws Problem for what it refuses and UsageProblem for a wrong call (exit code 2).
 */
export interface Command extends CommandShape {
  run(app: App, input: CommandInput): Promise<number>;
}

/** The call itself is wrong, e.g. two options that exclude each other; the message is one line. */
export class UsageProblem extends Error {}

export interface CommandInput {
  /** values of the arguments in order; a variadic one adds each of its values */
  args: string[];
  /** by the camelCase name of the option, `--dry-run` is `dryRun`; absent ones are undefined */
  options: Record<string, string | string[] | boolean | undefined>;
  output: CommandOutput;
  /** aborts on the first SIGINT or SIGTERM: finish the step at hand and return */
  signal: AbortSignal;
  /** a password or token: typed without echo on a terminal, else the first line of standard input */
  secret(prompt: string): Promise<string>;
  /** all of standard input as text */
  stdin(): Promise<string>;
}

/** Value of an option that takes one text. */
export const textOption = ({ options }: Pick<CommandInput, 'options'>, name: string): string | undefined =>
  typeof options[name] === 'string' ? options[name] : undefined;

/** Where a command writes: lines for people, one object for --json, a bar for long work on a terminal. */
export interface CommandOutput {
  json: boolean;
  /** for people only; with --json on standard error */
  line(text: string): void;
  /** rows with equal keys as aligned columns, all or those named; for people only */
  table<Row extends object>(rows: Row[], columns?: (keyof Row & string)[]): void;
  /** the plain object --json prints last; people see it as `key value` lines when nothing else was written */
  result(value: object): void;
  /** on standard error: a bar with counts and rate on a terminal, a plain line at most each 2 s elsewhere */
  progress(label: string): { update(done: number, total: number): void; end(): void };
}

export interface Manifest {
  name: string;
  version: string;
  summary: string;
  /** plugin name → semver range; core registers in this order and refuses absences and cycles by name */
  dependencies?: Record<string, string>;
  /** joi rules of further settings, by name */
  config?: Record<string, Joi.Schema>;
  provides?: Service<unknown>[];
  /** runs after migrations, before routes; gives its services through `app.provide` */
  setup?(app: App): void | Promise<void>;
  resources?: Record<string, ResourceType>;
  /** or what makes them, where they depend on what other plugins declare */
  routes?: Route[] | ((app: App) => Route[]);
  /** readers of what happened, each with a place of its own; `eachEvent` makes one of handlers by type */
  streams?: Record<string, EventStream>;
  /** what it tells of by `ctx.emit`: each type, such as `page.created`, with a sentence for other authors */
  emits?: Record<string, string>;
  jobs?: Record<string, JobKind>;
  commands?: Command[];
  nav?: NavEntry[];
  slots?: SlotEntry[];
  /** of the keyboard, for the help; the plugin's browser code obeys them */
  shortcuts?: Shortcut[];
  problems?: Record<string, ProblemCode>;
  opens?: Point<unknown>[];
  adds?: Addition[];
  /** every table that the plugin has; nobody else names them */
  tables?: Tables;
  /** third-party plugins only: folder of templates, in a folder in it that has the plugin's name */
  templates?: URL;
  /**
   * third-party plugins only: folder of scripts and styles that begin with the plugin's name; those directly in it become
   * `/static/<name>.js` and `.css`
   */
  client?: URL;
  /** folder of `<locale>.json` with what people read; keys begin with the plugin's name */
  messages?: URL;
  /** keys by part of the browser's code that few pages load; each is a script `<part>-messages-<locale>.js` */
  words?: Record<string, RegExp>;
  /** third-party plugins only: folder of migrations with a ledger of their own */
  migrations?: URL;
}

/** A hapi plugin that carries its manifest. */
export interface CommonplacePlugin {
  name: string;
  version: string;
  dependencies: string[];
  manifest: Manifest;
  register(server: Server, options: { app: App }): Promise<void>;
}

const texts = Joi.array().items(Joi.string());
const archivedShape = Joi.object({
  by: texts.length(2).required(),
  ...{ key: texts, needs: texts, omits: texts, same: texts, refs: Joi.object(), said: Joi.object() },
  ...{ personal: Joi.string(), unless: Joi.string(), within: Joi.string(), stored: Joi.string() },
  ...{ whole: true, tells: true, last: true },
});
const named = Joi.string().pattern(/^[a-z][a-z0-9-]*$/);
const shape = Joi.object({
  name: named.required(),
  version: Joi.string().required(),
  summary: Joi.string().min(10).required(),
  dependencies: Joi.object().pattern(named, Joi.string()),
  config: Joi.object().pattern(/^[A-Z][A-Z0-9_]*$/, Joi.object()),
  provides: Joi.array().items(Joi.object({ service: Joi.string().required() })),
  setup: Joi.function(),
  resources: Joi.object(),
  // Each of them is checked when it is registered.
  routes: Joi.alternatives(Joi.array(), Joi.function()),
  streams: Joi.object().pattern(
    /^[a-z][a-z-]*$/,
    Joi.object({ types: Joi.function().required(), run: Joi.function().required(), atOnce: Joi.number() }),
  ),
  emits: Joi.object().pattern(/^[a-z_]+\.[a-z_]+$/, Joi.string().min(10)),
  jobs: Joi.object().pattern(
    /^[a-z-]+\.[a-z-]+$/,
    Joi.object({
      run: Joi.function().required(),
      failed: Joi.function(),
      retried: Joi.function(),
      cron: Joi.string(),
      attempts: Joi.number(),
      leaseSeconds: Joi.number(),
    }),
  ),
  commands: Joi.array().items(
    Joi.object({
      name: Joi.string().required(),
      summary: Joi.string().required(),
      run: Joi.function().required(),
    }).unknown(),
  ),
  nav: Joi.array().items(
    Joi.object({
      slot: Joi.valid(...NAV_SLOTS).required(),
      label: Joi.string().required(),
      href: Joi.string().required(),
      icon: Joi.string().required(),
    }).unknown(),
  ),
  slots: Joi.array().items(
    Joi.object({
      slot: Joi.valid(...TEMPLATE_SLOTS).required(),
      template: Joi.string()
        .pattern(/^\/[\w/-]+$/)
        .required(),
      order: Joi.number(),
    }),
  ),
  shortcuts: Joi.array().items(
    Joi.object({
      id: Joi.string().required(),
      keys: Joi.array().items(Joi.string()).min(1).required(),
      label: Joi.string().required(),
      group: Joi.string().required(),
    }),
  ),
  problems: Joi.object().pattern(
    /^[a-z_]+$/,
    Joi.object({ status: Joi.number().required(), title: Joi.string().required() }),
  ),
  opens: Joi.array().items(Joi.object({ point: Joi.string().required() })),
  adds: Joi.array().items(Joi.object({ point: Joi.object().required(), value: Joi.any().required() })),
  tables: Joi.object().pattern(/^[a-z][a-z0-9_]*$/, Joi.alternatives(Joi.string(), archivedShape)),
  templates: Joi.object().instance(URL),
  client: Joi.object().instance(URL),
  messages: Joi.object().instance(URL),
  words: Joi.object().pattern(named, Joi.object().instance(RegExp)),
  migrations: Joi.object().instance(URL),
});

/** @throws Error naming the plugin and each fault of its manifest */
export function checkManifest(manifest: Manifest, origin: string): void {
  const { error } = shape.validate(manifest, { abortEarly: false });
  if (error) throw new Error(`plugin ${manifest?.name ?? origin}: ${error.message}`);
}

/** Makes a plugin of a manifest; first-party and third-party plugins use this same function. */
export function definePlugin(manifest: Manifest): CommonplacePlugin {
  return {
    name: manifest.name,
    version: manifest.version,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    manifest,
    async register(server, { app }) {
      const { routes = [] } = manifest;
      app.routes.add(server, typeof routes === 'function' ? routes(app) : routes);
    },
  };
}
