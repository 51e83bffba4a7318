// What an export of Outline as JSON holds: collections with their documents in order, and files that they name by id.
import { isFields, type JsonFields } from '../json/generic.ts';

export interface OutlineDocument {
  id: string;
  /** id of the document or collection above */
  parent: string;
  fields: JsonFields;
}

export interface OutlineAttachment {
  id: string;
  /** where it lies in the export */
  path: string;
  name: string;
  /** bytes that it has in Outline */
  size: number;
  /** the document that it was put into */
  document: string;
}

export interface OutlineCollection {
  id: string;
  fields: JsonFields;
  documents: OutlineDocument[];
  attachments: OutlineAttachment[];
}

export const outlineText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';

/** How a collection begins, whatever comes of it. */
export const isCollectionText = (text: string): boolean =>
  /^\ufeff?\s*\{\s*"(?:collection|documents|attachments)"\s*:\s*\{/.test(text);

/** @throws Error whose message ends a sentence */
export function outlineCollection(value: unknown): OutlineCollection {
  if (!isFields(value) || !isFields(value.collection) || !isFields(value.documents))
    throw new Error('it is not a collection of Outline');
  const { collection } = value;
  const id = outlineText(collection.id) || outlineText(collection.name);
  const attachments = isFields(value.attachments) ? Object.entries(value.attachments) : [];
  return {
    ...{ id, fields: collection, documents: inOrder(id, collection.documentStructure, value.documents) },
    attachments: attachments.flatMap(([key, one]) => (isFields(one) ? attachmentOf(key, one) : [])),
  };
}

function attachmentOf(id: string, { key, name, size, documentId }: JsonFields): OutlineAttachment[] {
  const path = outlineText(key).normalize('NFC');
  const document = outlineText(documentId);
  return path ? [{ id, path, name: outlineText(name), size: Number(size) || 0, document }] : [];
}

/** As the tree of the collection has them; those that it does not name, such as drafts, come last. */
function inOrder(collection: string, structure: unknown, documents: JsonFields): OutlineDocument[] {
  const byId = new Map(Object.entries(documents).flatMap(([id, one]) => (isFields(one) ? [[id, one] as const] : [])));
  const ordered = new Set<string>();
  const waiting: unknown[] = Array.isArray(structure) ? [...structure].reverse() : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isFields(node)) continue;
    const id = outlineText(node.id);
    if (byId.has(id)) ordered.add(id);
    if (Array.isArray(node.children)) waiting.push(...[...node.children].reverse());
  }
  for (const id of byId.keys()) ordered.add(id);
  return [...ordered].map((id) => {
    const fields = byId.get(id) as JsonFields;
    const above = outlineText(fields.parentDocumentId);
    return { id, fields, parent: above !== id && byId.has(above) ? above : collection };
  });
}

/** What documents name by id or address. */
export class OutlineNames {
  readonly #pages = new Map<string, string>();
  readonly #files: ReadonlyMap<string, OutlineAttachment>;

  constructor(collections: OutlineCollection[]) {
    const pages = collections.flatMap(({ id, fields, documents }) => [{ id, fields }, ...documents]);
    for (const { id, fields } of pages)
      for (const name of [id, outlineText(fields.urlId)]) if (name) this.#pages.set(name, id);
    this.#files = new Map(collections.flatMap(({ attachments }) => attachments.map((one) => [one.id, one] as const)));
  }

  /** the page with an id */
  page(id: string): string | undefined {
    return this.#pages.get(id);
  }

  /** The page that an address of Outline leads to, and the place on it with its sign. */
  linked(href: string): { id: string; fragment: string } | undefined {
    const [, name = '', fragment = ''] =
      /^(?:https?:\/\/[^/?#]+)?\/(?:doc|collection)\/([^/?#]+)[^#]*(#.*)?$/s.exec(href) ?? [];
    const id = this.page(name) ?? this.page(name.slice(name.lastIndexOf('-') + 1));
    return id === undefined ? undefined : { id, fragment };
  }

  file(href: string): OutlineAttachment | undefined {
    return this.#files.get(/\battachments\.redirect\?(?:[^#]*&)?id=([0-9a-f-]{36})/i.exec(href)?.[1] ?? '');
  }
}
