// The objects of a Confluence export: entities.xml is a dump of its database, the same in all generations.
import {
  all,
  child,
  elementChildren,
  type MarkupElement,
  markupNodeLine,
  markupNodeText,
  readTree,
} from '../../conversion/html/tree.ts';

export interface Entity {
  class: string;
  id: string;
  /** values and ids of what is referred to, by the name of the property */
  values: Record<string, string>;
  /** ids of its properties that are entities of their own */
  properties: string[];
}

/** Everything of an export, by class. @throws MarkupFault when it declares entities */
export function readEntities(text: string): Map<string, Entity[]> {
  const found = new Map<string, Entity[]>();
  for (const object of all(readTree(text, { xml: true }), 'object')) {
    const entity = entityOf(object);
    const known = found.get(entity.class);
    if (known) known.push(entity);
    else found.set(entity.class, [entity]);
  }
  return found;
}

function entityOf(object: MarkupElement): Entity {
  const values: Record<string, string> = {};
  for (const property of elementChildren(object, 'property')) {
    const id = child(property, 'id');
    // White space in front of a body that is wiki markup counts.
    values[property.attrs.name ?? ''] = id ? markupNodeLine(id) : markupNodeText(property);
  }
  const list = elementChildren(object, 'collection').find(({ attrs }) => attrs.name === 'contentProperties');
  const properties = list
    ? elementChildren(list, 'element').map((element) => markupNodeLine(child(element, 'id')))
    : [];
  return { class: object.attrs.class ?? '', id: markupNodeLine(child(object, 'id')), values, properties };
}

/** Whether it is what readers see: no old version, no draft, nothing deleted. */
export const isCurrent = (entity: Entity): boolean => hasStatus(entity, ['', 'current']);

/** It was put aside, where readers still find it. */
export const isArchived = (entity: Entity): boolean => hasStatus(entity, ['archived']);

const hasStatus = ({ values }: Entity, all: string[]): boolean =>
  all.includes((values.contentStatus ?? '').trim()) &&
  !values.originalVersion?.trim() &&
  !values.originalVersionId?.trim();

/** `2013-10-14 15:37:52.357` as ISO 8601; the zone is not in the export. */
export function confluenceDate(text = ''): string | undefined {
  const parts = /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}Z` : undefined;
}
