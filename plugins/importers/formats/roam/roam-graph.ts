// Roam's graph, from its JSON or its database in EDN, in one shape.
import { type Edn, readEdn } from './edn.ts';

export interface RoamBlock {
  uid?: string;
  string?: string;
  /** 1 to 3 */
  heading?: number;
  /** what others thought of it */
  emojis?: unknown[];
  /** how it is shown there, and what extensions know of it */
  props?: unknown;
  ':block/props'?: unknown;
  /** which list those below it make */
  'children-view-type'?: unknown;
  ':children/view-type'?: unknown;
  'view-type'?: unknown;
  ':block/view-type'?: unknown;
  'text-align'?: unknown;
  ':block/text-align'?: unknown;
  children?: RoamBlock[];
}

export interface RoamPage extends RoamBlock {
  title: string;
  /** milliseconds */
  'create-time'?: number;
  'edit-time'?: number;
}

/** @throws Error whose message ends a sentence */
export function readGraph(text: string, isEdn: boolean): RoamPage[] {
  const graph: unknown = isEdn ? pagesOf(readEdn(text)) : JSON.parse(text);
  if (!Array.isArray(graph)) throw new Error('it is not a Roam graph');
  const pages = graph.filter((page): page is RoamPage => typeof page?.title === 'string');
  if (graph.length && !pages.length) throw new Error('it is not a Roam graph');
  return pages;
}

type Facts = Map<string, Edn[]>;
const DEPTH_MAX = 100;

/** The database is a list of facts: [entity attribute value transaction]. */
function pagesOf(database: Edn): RoamPage[] {
  const whole = database !== null && typeof database === 'object' && 'tag' in database ? database.value : database;
  const datoms = whole instanceof Map ? whole.get(':datoms') : undefined;
  if (!Array.isArray(datoms)) throw new Error('it is not a Roam database');
  const entities = new Map<Edn, Facts>();
  for (const datom of datoms) {
    if (!Array.isArray(datom)) continue;
    const [entity = null, name, value = null] = datom;
    const facts = entities.get(entity) ?? new Map<string, Edn[]>();
    entities.set(entity, facts);
    facts.set(String(name), [...(facts.get(String(name)) ?? []), value]);
  }
  return [...entities.values()]
    .filter((facts) => facts.has(':node/title'))
    .map((facts) => ({
      ...blockOf(facts, entities, 0),
      ...timesOf(facts),
      title: String(facts.get(':node/title')?.[0]),
    }));
}

function blockOf(facts: Facts, entities: Map<Edn, Facts>, depth: number): RoamBlock {
  const first = (name: string): Edn => facts.get(name)?.[0] ?? null;
  const below = depth < DEPTH_MAX ? (facts.get(':block/children') ?? []).flatMap((id) => entities.get(id) ?? []) : [];
  const order = (child: Facts): number => Number(child.get(':block/order')?.[0]) || 0;
  const children = below.sort((a, b) => order(a) - order(b)).map((child) => blockOf(child, entities, depth + 1));
  const [uid, string, heading] = [first(':block/uid'), first(':block/string'), first(':block/heading')];
  return {
    ...(typeof uid === 'string' && { uid }),
    ...(typeof string === 'string' && { string }),
    ...(typeof heading === 'number' && heading > 0 && { heading }),
    ...(facts.has(':block/props') && { props: facts.get(':block/props') }),
    ...Object.fromEntries(LOOKS.flatMap((name) => (facts.has(name) ? [[name, first(name)]] : []))),
    ...(children.length && { children }),
  };
}

const LOOKS = [':children/view-type', ':block/view-type', ':block/text-align'];

function timesOf(facts: Facts): Pick<RoamPage, 'create-time' | 'edit-time'> {
  const [created, edited] = [facts.get(':create/time')?.[0], facts.get(':edit/time')?.[0]];
  return {
    ...(typeof created === 'number' && { 'create-time': created }),
    ...(typeof edited === 'number' && { 'edit-time': edited }),
  };
}
