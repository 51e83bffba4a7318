// Registers the product's own routes when the first request comes that could be for them: hapi takes a third of a
// millisecond for each, and there are a thousand, most of which a process never serves.
import type { Server } from '@hapi/hapi';
import { type Route, requireAccess } from '../http/route.ts';
import { prepareRoute } from '../http/route-defaults.ts';
import type { DiscoveredPlugin } from '../kernel/discovered-plugin.ts';

/** So many segments at the beginning of an address tell groups apart, e.g. `api/v2/pages`. */
const SEGMENTS = 3;

interface RouteGroup {
  /** of the plugin whose routes they are */
  server: Server;
  routes: Route[];
}

/** The segments of a path before its first parameter. */
function literalSegments(path: string): string[] {
  const segments = path.split('/').slice(1);
  const end = segments.findIndex((one) => one.includes('{'));
  return segments.slice(0, Math.min(SEGMENTS, end < 0 ? segments.length : end));
}

const keyOf = (segments: string[]): string => segments.filter(Boolean).join('/');

export class RouteGroups {
  readonly #waiting = new Map<string, RouteGroup[]>();
  readonly #ownPlugins: ReadonlySet<string>;

  /** Routes of built-in plugins may wait; what is wrong with those of others is said when they start. */
  constructor(server: Server, plugins: DiscoveredPlugin[]) {
    const own = plugins.filter(({ kind }) => kind === 'built-in');
    this.#ownPlugins = new Set(own.map(({ origin }) => origin));
    server.ext('onRequest', (request, h) => {
      if (this.#waiting.size) this.#registerFor(request.path);
      return h.continue;
    });
    const table = server.table.bind(server);
    server.table = (host) => {
      this.registerAll();
      return table(host);
    };
  }

  /** @throws Error for a route that declares no access, or not of all ids; what else is wrong with routes of the product, tests find */
  add(server: Server, routes: Route[]): void {
    const { plugin } = server.realm;
    const isOwn = this.#ownPlugins.has(plugin);
    if (isOwn) for (const one of routes) requireAccess(plugin, one);
    for (const [key, group] of Map.groupBy(routes, ({ path }) => keyOf(literalSegments(path)))) {
      if (isOwn) this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { server, routes: group }]);
      else {
        // hapi refuses two routes of one address, and those begin alike.
        this.#register(key);
        server.route(group.map(prepareRoute));
      }
    }
  }

  /** For whoever lists what there is. */
  registerAll(): void {
    for (const key of [...this.#waiting.keys()]) this.#register(key);
  }

  /** All that may be meant by an address: groups of which it has the beginning. */
  #registerFor(path: string): void {
    const segments = path.split('/').slice(1, SEGMENTS + 1);
    for (let count = 0; count <= segments.length; count += 1) this.#register(keyOf(segments.slice(0, count)));
  }

  #register(key: string): void {
    const groups = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const { server, routes } of groups) server.route(routes.map(prepareRoute));
  }
}
