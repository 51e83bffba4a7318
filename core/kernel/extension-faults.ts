// What the boot would refuse of an extension later on, told before it joins the others: its routes, and circles of needs.
import { type Route, requireAccess, routeFault } from '../http/route.ts';
import { prepareRoute } from '../http/route-defaults.ts';
import type { CommonplacePlugin, Manifest } from './plugin.ts';

/** Each address with what hapi tells it apart by: the names of parameters do not count. */
const addressesOf = ({ routes }: Manifest): { key: string; address: string }[] =>
  (Array.isArray(routes) ? routes : []).flatMap(({ method, path }) =>
    [method].flat().map((one) => {
      const address = `${String(one).toUpperCase()} ${path}`;
      return { address, key: address.replace(/\{\w+/g, '{') };
    }),
  );

function faultIn(one: Route): string | undefined {
  const fault = routeFault(one);
  if (fault) return fault;
  try {
    prepareRoute(one);
  } catch (error) {
    return (error as Error).message.replace(`route ${one.path}: `, '');
  }
}

/**
 * Routes that a function makes are known in a running app only, and refused there.
 * @throws Error naming the plugin, the route and what is wrong: no access rule, no rule for what is in its address, the
 * address of another route
 */
export function checkRoutes(manifest: Manifest, others: readonly Manifest[]): void {
  const { name, routes } = manifest;
  if (!Array.isArray(routes)) return;
  for (const one of routes) {
    const why = faultIn(one);
    if (why) throw new Error(`plugin ${name}: route ${[one.method].flat().join(', ')} ${one.path}: ${why}`);
    requireAccess(name, one);
  }
  const taken = new Map(others.flatMap((other) => addressesOf(other).map(({ key }) => [key, other.name])));
  for (const { key, address } of addressesOf(manifest)) {
    const owner = taken.get(key);
    if (owner) throw new Error(`plugin ${name}: route ${address}: plugin ${owner} has one of this address`);
    taken.set(key, name);
  }
}

/** Why a plugin that waits for others waits for ever: it needs itself by way of them, or one that was refused. */
export function waitsFor(
  plugin: CommonplacePlugin,
  waiting: ReadonlyMap<string, CommonplacePlugin>,
): string | undefined {
  const needs = (name: string): string[] =>
    Object.keys(waiting.get(name)?.manifest.dependencies ?? {}).filter((one) => waiting.has(one));
  const paths = needs(plugin.name).map((name) => [plugin.name, name]);
  const seen = new Set<string>();
  for (let path = paths.shift(); path; path = paths.shift()) {
    const last = path.at(-1) as string;
    if (last === plugin.name) return `plugin ${plugin.name}: circular dependency ${path.join(' → ')}`;
    if (seen.has(last)) continue;
    seen.add(last);
    paths.push(...needs(last).map((name) => [...(path as string[]), name]));
  }
  const [refused] = needs(plugin.name);
  return refused && `plugin ${plugin.name}: needs plugin ${refused}, which was skipped`;
}
