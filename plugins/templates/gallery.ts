// How templates stand together in the gallery, and the address of each.
import type { Translate } from '../../core/i18n/messages.ts';
import { fold } from '../../core/i18n/text-normalization.ts';
import { type Template, withoutBlocks } from './template.ts';
import { templateSketch } from './template-sketch.ts';

export interface TemplateTarget {
  parent_id?: number;
  into_id?: number;
  /** shown inside another page */
  embed?: string;
}

export const TEMPLATE_KINDS = ['page', 'database'] as const;

/** What somebody looks for in the gallery. */
export interface GallerySearch {
  q?: string;
  kind?: (typeof TEMPLATE_KINDS)[number];
}

function withQuery(path: string, values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size ? `${path}?${query}` : path;
}

const placed = ({ parent_id, into_id, embed }: TemplateTarget): TemplateTarget => ({ parent_id, into_id, embed });

export const galleryAddress = (place: TemplateTarget, { q, kind }: GallerySearch = {}): string =>
  withQuery('/templates', { q: q || undefined, kind, ...placed(place) });

/** Databases are made at an address of their own, in a window of their own. */
export const databaseAddress = (template: string, { parent_id }: TemplateTarget): string =>
  withQuery('/databases/new', { template, parent_id });

/** Whether all words that somebody looks for stand in one of the texts. */
export function isFound(words: string | undefined, texts: string[]): boolean {
  const text = fold(texts.join(' '));
  return fold(words ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const templateAddress = ({ id, key }: Pick<Template, 'id' | 'key'>, place: TemplateTarget): string =>
  withQuery(`/templates/${id}`, { key, ...placed(place) });

/** The reader's own workspaces first, then those for everybody, then the built-in ones. */
export function galleryGroups(all: Template[], workspaces: Map<number, string>, t: Translate) {
  const groups = Map.groupBy(
    all.map((one) => ({ ...withoutBlocks(one), sketch: templateSketch(one.blocks) })),
    ({ key, workspace_id }) => (key ? 'built' : workspace_id),
  );
  const named = [...workspaces].map(([id, name]) => ({ name, templates: groups.get(id) ?? [] }));
  return [
    ...named,
    { name: t('templates.everybody'), templates: groups.get(null) ?? [] },
    { name: t('templates.built_in'), templates: groups.get('built') ?? [] },
  ].filter(({ templates }) => templates.length);
}
