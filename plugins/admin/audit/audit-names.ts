// What entries of the record are about, by name: the record keeps numbers, and access says which names may be read.
import { loadSubjects, type Subject } from '../../../core/access/access-control.ts';
import type { AuditEntry } from '../../../core/events/audit-feed.ts';
import type { Access } from '../../../core/http/route.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

interface RecordedThing {
  resource: string;
  id: number;
}

/** The name of a thing that an entry tells of; undefined: it is gone, has none, or is not to be read. */
export type ThingNames = (thing: RecordedThing | undefined) => string | undefined;

const keyOf = ({ resource, id }: RecordedThing): string => `${resource} ${id}`;

/** `page 12` */
function thingIn(text: string): RecordedThing | undefined {
  const [, resource, id] = /^([a-z-]+) (\d{1,9})\b/.exec(text) ?? [];
  return resource && id ? { resource, id: Number(id) } : undefined;
}

const accessOf = ({ settings }: { settings: object }): Partial<Access & { param: string; resource: string }> =>
  (settings as { app?: { rules?: { access?: object } } }).app?.rules?.access ?? {};

/** What the record counts for an operation: what its address names, or what was made below it. */
function resourceOf({ server }: App, operation: string): string | undefined {
  // The agent acts on pages.
  if (operation.startsWith('agent.')) return 'page';
  const route = server.lookup(operation);
  if (!route) return undefined;
  const { param, resource } = accessOf(route);
  if (param) return param === 'id' ? resource : undefined;
  if (/^\/(?:api\/v2\/)?admin\/workspaces\/\{/.test(route.path)) return 'workspace';
  const made = server.table().find(({ path }) => path === `${route.path}/{id}`);
  return made && accessOf(made).resource;
}

/** What an entry is about. */
export function thingOf(app: App, { source, action, subject }: AuditEntry): RecordedThing | undefined {
  const thing = thingIn(subject);
  if (!thing || source === 'rights') return thing;
  const resource = source === 'api' ? resourceOf(app, action) : undefined;
  return resource === undefined ? undefined : { ...thing, resource };
}

/** Whom a change of rights was for, where that is a group. */
export const grantedGroup = ({ source, detail }: AuditEntry): RecordedThing | undefined =>
  source === 'rights' && detail.startsWith('group ') ? thingIn(detail) : undefined;

/** Those that are there and that access lets the actor read; tokens have no roles, and only names. */
async function readable(ctx: Ctx, things: RecordedThing[]): Promise<[RecordedThing, Subject][]> {
  const found = await loadSubjects(ctx, things);
  const seen = await Promise.all(
    things.map(async (thing, at): Promise<[RecordedThing, Subject][]> => {
      const subject = found[at];
      if (!subject) return [];
      const isNobodys = subject.workspaceId === null && !ctx.app.resource(thing.resource).role;
      const isOpen = isNobodys || (await ctx.app.access.roleOf(ctx, thing.resource, subject)) !== null;
      return isOpen ? [[thing, subject]] : [];
    }),
  );
  return seen.flat();
}

/** All names that entries need, read together. */
export async function namesOfThings(ctx: Ctx, entries: AuditEntry[]): Promise<ThingNames> {
  const { app } = ctx;
  const wanted = entries.flatMap((one) => [thingOf(app, one), grantedGroup(one)]).filter((one) => one !== undefined);
  const things = await readable(ctx, [...new Map(wanted.map((one) => [keyOf(one), one])).values()]);
  const homes = [...new Set(things.flatMap(([, { pageId }]) => pageId ?? []))];
  const pages = await readable(
    ctx,
    homes.map((id) => ({ resource: 'page', id })),
  );
  const titles = new Map(pages.map(([{ id }, page]) => [id, app.resource('page').title?.(page)]));
  const names = new Map(
    things.map(([thing, subject]) => [
      keyOf(thing),
      app.resource(thing.resource).title?.(subject) ?? titles.get(subject.pageId ?? 0),
    ]),
  );
  return (thing) => (thing && names.get(keyOf(thing))) || undefined;
}
