// What there is for authors of extensions, from the code itself: events, services, points and the members of `ctx`.
import { existsSync } from 'node:fs';
import type { App } from '../kernel/app.ts';
import { authorDocs } from './author-docs.ts';
import { MODULE_NAMES, publicModule } from './public-modules.ts';

export interface AuthorEntry {
  name: string;
  /** what extensions import it from, or for events the plugin that tells of them */
  from: string;
  text: string;
}

export interface AuthorReference {
  events: AuthorEntry[];
  services: AuthorEntry[];
  points: AuthorEntry[];
  /** members of `ctx` */
  context: AuthorEntry[];
}

const root = new URL('../../', import.meta.url);

/** What a module gives to importers that is a token, by the name of the export. */
async function tokensOf(module: string): Promise<{ name: string; from: string; service?: string; point?: string }[]> {
  const file = new URL(publicModule(module), root);
  if (!existsSync(file)) return [];
  const given = Object.entries(
    (await import(file.href)) as Record<string, { service?: string; point?: string } | null>,
  );
  return given.flatMap(([name, value]) => {
    const { service, point } = typeof value === 'object' && value ? value : {};
    const isToken = typeof service === 'string' || typeof point === 'string';
    return isToken ? [{ name, from: module, service, point }] : [];
  });
}

const byName = (entries: AuthorEntry[]): AuthorEntry[] => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

let known: Promise<Omit<AuthorReference, 'events'>> | undefined;

async function read(plugins: string[]): Promise<Omit<AuthorReference, 'events'>> {
  const docs = authorDocs();
  const modules = [
    ...MODULE_NAMES.map((name) => `commonplace/${name}`),
    ...plugins.map((name) => `commonplace/plugins/${name}`),
  ];
  const found = (await Promise.all(modules.map(tokensOf))).flat();
  // What one module passes on is named where it is first found.
  const tokens = [...new Map(found.toReversed().map((one) => [one.service ?? one.point, one])).values()];
  return {
    services: byName(
      tokens.flatMap(({ name, from, service }) =>
        service ? [{ name, from, text: docs.services[service] ?? '' }] : [],
      ),
    ),
    points: byName(
      tokens.flatMap(({ name, from, point }) => (point ? [{ name, from, text: docs.points[point] ?? '' }] : [])),
    ),
    context: Object.entries(docs.context).map(([name, text]) => ({ name: `ctx.${name}`, from: 'commonplace', text })),
  };
}

/** All of it; what extensions of this installation tell of is among the events. */
export async function authorReference({ plugins }: App): Promise<AuthorReference> {
  known ??= read(plugins.flatMap(({ kind, origin }) => (kind === 'built-in' ? [origin] : [])));
  const events = plugins.flatMap(({ state, plugin }) =>
    state === 'ready' && plugin
      ? Object.entries(plugin.manifest.emits ?? {}).map(([name, text]) => ({
          name,
          from: plugin.name,
          text: `${text}.`,
        }))
      : [],
  );
  return { events: byName(events), ...(await known) };
}
