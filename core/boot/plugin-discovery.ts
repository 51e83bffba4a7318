// Finds plugins, checks what they declare, and puts them in an order in which each one's needs come first.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import satisfies from 'semver/functions/satisfies.js';
import type { DiscoveredPlugin, Extension } from '../kernel/discovered-plugin.ts';
import { checkRoutes, waitsFor } from '../kernel/extension-faults.ts';
import { type CommonplacePlugin, checkManifest, type Manifest } from '../kernel/plugin.ts';
import { nameProduct } from './extension-imports.ts';
import { tablesOf } from './table-registry.ts';

const root = new URL('../../', import.meta.url);

/** The product's own plugins: each folder of plugins/ with an index.ts. A fault here stops the boot. */
export async function discoverBuiltIn(folder: URL = new URL('plugins/', root)): Promise<DiscoveredPlugin[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/index.ts`, folder)))
    .map((entry) => entry.name)
    .sort();
  const modules = await Promise.all(names.map((name) => import(new URL(`${name}/index.ts`, folder).href)));
  return modules.map((module, index) => {
    const origin = names[index] as string;
    const plugin = asPlugin(module.default, origin);
    if (plugin.name !== origin) throw new Error(`plugin ${plugin.name}: its folder is called ${origin}`);
    return { origin, kind: 'built-in', state: 'ready', reason: '', plugin };
  });
}

/** Files and folders of the extensions folder; a broken one is skipped with its reason and never stops the boot. */
export async function discoverExtensions(folder: string): Promise<DiscoveredPlugin[]> {
  if (!existsSync(folder)) return [];
  nameProduct();
  const found: DiscoveredPlugin[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))) {
    const file = entry.isDirectory() ? firstExisting(join(folder, entry.name), ENTRIES) : join(folder, entry.name);
    if (!file || !/\.(ts|m?js)$/.test(file) || /\.test\.\w+$/.test(file)) continue;
    found.push(await loadExtension(entry.name, 'extension', pathToFileURL(file).href));
  }
  return found;
}

/** npm packages named by PLUGINS. */
export async function discoverPackages(names: string[], directory = process.cwd()): Promise<DiscoveredPlugin[]> {
  if (names.length) nameProduct();
  const require = createRequire(join(directory, 'package.json'));
  return Promise.all(
    names.map(async (name) => {
      try {
        return await loadExtension(name, 'package', pathToFileURL(require.resolve(name)).href);
      } catch (error) {
        return skipped(name, 'package', error);
      }
    }),
  );
}

/** The product's own, looked at once: a server discovers plugins for their settings first and then to run them. */
let own: Promise<DiscoveredPlugin[]> | undefined;

/** Discovers everything that can be loaded; settings come later, because plugins may add some. */
export async function discover(directories: { extensions: string; packages: string[] }): Promise<DiscoveredPlugin[]> {
  own ??= discoverBuiltIn();
  const [builtIn, extensions, packages] = await Promise.all([
    own,
    discoverExtensions(directories.extensions),
    discoverPackages(directories.packages),
  ]);
  return [...builtIn, ...extensions, ...packages];
}

/** What a folder may have as its first file; in the order in which it is looked for. */
const ENTRIES = ['ts', 'js', 'mjs'].map((ending) => `index.${ending}`);

const firstExisting = (folder: string, names: string[]): string | undefined =>
  names.map((name) => join(folder, name)).find((file) => existsSync(file));

const skipped = (origin: string, kind: DiscoveredPlugin['kind'], error: unknown): DiscoveredPlugin => ({
  origin,
  kind,
  state: 'skipped',
  reason: reasonOf(error),
});

/** In one line; what a module does not have any more is found in the help. */
function reasonOf(error: unknown): string {
  const [line = ''] = String((error as Error)?.message ?? error).split('\n');
  const [, module, name] = /'([^']+)' does not provide an export named '([^']+)'/.exec(line) ?? [];
  return name ? `${module} has no ${name}: the help for authors of extensions lists what can be imported` : line;
}

async function loadExtension(origin: string, kind: DiscoveredPlugin['kind'], url: string): Promise<DiscoveredPlugin> {
  try {
    return foundAs(origin, kind, (await import(url)).default);
  } catch (error) {
    return skipped(origin, kind, error);
  }
}

/** Extensions that a test hands over. @throws Error for one that is neither a plugin nor a single-file extension */
export const discoverGiven = (given: (CommonplacePlugin | Extension)[] = []): DiscoveredPlugin[] =>
  given.map((one) => foundAs(one.name, 'extension', one));

function foundAs(origin: string, kind: DiscoveredPlugin['kind'], exported: unknown): DiscoveredPlugin {
  const found = { origin, kind, state: 'ready', reason: '' } as const;
  const { kind: declared, name } = (exported ?? {}) as Partial<Extension>;
  if (typeof declared === 'string' && typeof name === 'string') return { ...found, extension: exported as Extension };
  return { ...found, plugin: asPlugin(exported, origin) };
}

function asPlugin(exported: unknown, origin: string): CommonplacePlugin {
  const plugin = exported as CommonplacePlugin | undefined;
  if (!plugin?.manifest) throw new Error(`plugin ${origin}: the default export is not made by definePlugin()`);
  checkManifest(plugin.manifest, origin);
  return plugin;
}

/**
 * Orders plugins so that dependencies come first; ties keep the alphabet.
 * @throws Error naming the plugin whose dependency is absent, too old or circular
 */
export function sortPlugins(plugins: CommonplacePlugin[]): CommonplacePlugin[] {
  const byName = new Map<string, CommonplacePlugin>();
  for (const plugin of plugins) {
    if (byName.has(plugin.name)) throw new Error(`plugin ${plugin.name}: the name is taken by another plugin`);
    byName.set(plugin.name, plugin);
  }
  const sorted: CommonplacePlugin[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (plugin: CommonplacePlugin, path: string[]): void => {
    if (state.get(plugin.name) === 'done') return;
    if (state.get(plugin.name) === 'open')
      throw new Error(`plugin ${plugin.name}: circular dependency ${[...path, plugin.name].join(' → ')}`);
    state.set(plugin.name, 'open');
    for (const [name, range] of Object.entries(plugin.manifest.dependencies ?? {})) {
      const needed = byName.get(name);
      if (!needed) throw new Error(`plugin ${plugin.name}: needs plugin ${name}, which is not there`);
      if (!satisfies(needed.version, range))
        throw new Error(`plugin ${plugin.name}: needs ${name} ${range}, found ${needed.version}`);
      visit(needed, [...path, plugin.name]);
    }
    state.set(plugin.name, 'done');
    sorted.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return sorted;
}

/**
 * All built-in plugins, and each extension that goes together with what is there; the others become skipped with the
 * reason, so that one of them never stops the boot. Extensions may need each other in any order.
 * @throws Error naming a built-in plugin at fault
 */
export function fitTogether(found: DiscoveredPlugin[]): { found: DiscoveredPlugin[]; sorted: CommonplacePlugin[] } {
  const pluginsOf = (some: DiscoveredPlugin[]) => some.flatMap(({ plugin }) => plugin ?? []);
  const check = (some: DiscoveredPlugin[]) => {
    const sorted = sortPlugins(pluginsOf(some));
    checkWiring(sorted.map(({ manifest }) => manifest));
    return sorted;
  };
  const fits = found.filter(({ kind }) => kind === 'built-in');
  let sorted = check(fits);
  const reasons = new Map<DiscoveredPlugin, DiscoveredPlugin>();
  const waiting = new Set(found.filter(({ kind, plugin }) => kind !== 'built-in' && plugin));
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const one of waiting) {
      try {
        const joined = check([...fits, one]);
        const own = (one.plugin as CommonplacePlugin).manifest;
        checkRoutes(
          own,
          sorted.map(({ manifest }) => manifest),
        );
        sorted = joined;
        fits.push(one);
        waiting.delete(one);
      } catch (error) {
        reasons.set(one, skipped(one.origin, one.kind, error));
      }
    }
  }
  const there = new Set(sorted.map(({ name }) => name));
  const left = new Map(
    pluginsOf([...waiting]).flatMap((plugin) => (there.has(plugin.name) ? [] : [[plugin.name, plugin]])),
  );
  for (const one of waiting) {
    const why = waitsFor(one.plugin as CommonplacePlugin, left);
    if (why) reasons.set(one, skipped(one.origin, one.kind, why));
  }
  return { found: found.map((one) => (waiting.has(one) ? (reasons.get(one) ?? one) : one)), sorted };
}

/**
 * Every table and every service that two plugins have, every slot without its template, and every addition to a point that nobody
 * opens is a fault.
 *
 * @throws Error
 */
export function checkWiring(manifests: Manifest[]): void {
  manifests.forEach(checkTemplates);
  tablesOf(manifests);
  const services = new Map<string, string>();
  for (const { name, provides = [] } of manifests) {
    for (const { service } of provides) {
      if (services.has(service))
        throw new Error(`plugin ${name}: service ${service} is provided by ${services.get(service)} too`);
      services.set(service, name);
    }
  }
  const points = new Set(manifests.flatMap(({ opens = [] }) => opens.map(({ point }) => point)));
  for (const core of [
    'access.grants',
    'access.closing',
    'core.audit-records',
    'core.condition',
    'core.doctor',
    'core.sent-messages',
    'core.settings',
    'core.signs',
    'core.references',
    'storage.holders',
    'storage.blobs',
    'views.frame',
  ])
    points.add(core);
  for (const { name, adds = [] } of manifests) {
    for (const { point } of adds) {
      if (!points.has(point.point)) throw new Error(`plugin ${name}: nobody opens the point ${point.point}`);
    }
  }
}

const TEMPLATES = new URL('../../templates/', import.meta.url);

/** Every slot that names a template which is nowhere would take down each page with it. @throws Error */
function checkTemplates({ name, slots = [], templates }: Manifest): void {
  for (const { slot, template } of slots)
    if (![TEMPLATES, templates].some((folder) => folder && existsSync(new URL(`.${template}.ejs`, folder))))
      throw new Error(`plugin ${name}: the slot ${slot} names the template ${template}, which is not there`);
}

/** Loaded plugins in boot order, then what was skipped and single-file extensions. */
export function orderFound(found: DiscoveredPlugin[], sorted: CommonplacePlugin[]): DiscoveredPlugin[] {
  const place = (one: DiscoveredPlugin): number => (one.plugin ? sorted.indexOf(one.plugin) : sorted.length);
  return [...found].sort((a, b) => place(a) - place(b));
}
