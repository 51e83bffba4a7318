// A decrypted backup of Standard Notes: its items, and what they name of each other.

import { cleanTitle } from '../../reading/entry-path.ts';
import { isFields, type JsonFields } from '../json/generic.ts';

export interface BackupItem {
  id: string;
  type: string;
  created?: string;
  updated?: string;
  content: JsonFields;
}

export interface StandardNotesBackup {
  notes: BackupItem[];
  /** id of a note → names of its tags; those of a tag in a tag with both */
  tags: Map<string, string[]>;
  /** id of a note → its title */
  titles: Map<string, string>;
  /** id of a file → its name: the backup does not hold the files themselves */
  files: Map<string, string>;
  trashed: BackupItem[];
  /** items that could not be read, as they are encrypted */
  encrypted: number;
  /** items that say nothing and are not deleted */
  lost: number;
  /** kind of an item that is no part of a note → how many */
  others: Record<string, number>;
}

const ENCRYPTED = /^00\d:/;
/** What only the program itself has a use for is left out without a word. */
const KEYS = /ItemsKey|RootKey|KeySystem|TrustedContact|VaultListing/;

/** @throws Error when it is no backup; the message is the end of a sentence */
export function readBackup(text: string): StandardNotesBackup {
  const value = JSON.parse(text) as unknown;
  if (!isFields(value) || !Array.isArray(value.items)) throw new Error('it is not a backup of Standard Notes');
  const all = value.items.filter(isFields);
  const known = all.filter(({ content_type }) => typeof content_type === 'string');
  if (!known.length) throw new Error('it is a backup without items of Standard Notes');
  const encrypted = known.filter(({ content, content_type }) => {
    return typeof content === 'string' && ENCRYPTED.test(content) && !KEYS.test(String(content_type));
  });
  const items = known.flatMap(itemOf);
  const notes = items.filter(({ type }) => type === 'Note');
  const kept = notes.filter(({ content }) => content.trashed !== true);
  return {
    notes: kept,
    trashed: notes.filter(({ content }) => content.trashed === true),
    titles: new Map(kept.map(({ id, content }) => [id, titleOf(content)])),
    tags: tagsOf(items),
    files: new Map(
      items.flatMap(({ id, type, content }) => (type === 'File' ? [[id, String(content.name ?? id)]] : [])),
    ),
    encrypted: encrypted.length,
    lost: all.filter((one) => isLost(one) && !encrypted.includes(one)).length,
    others: othersOf(items),
  };
}

const isLost = (item: JsonFields): boolean =>
  !itemOf(item).length && item.deleted !== true && !KEYS.test(String(item.content_type));

function itemOf({ uuid, content_type, content, created_at, updated_at }: JsonFields): BackupItem[] {
  if (typeof uuid !== 'string' || !uuid || !isFields(content)) return [];
  const item: BackupItem = { id: uuid, type: String(content_type), content };
  return [
    {
      ...item,
      ...(typeof created_at === 'string' && { created: created_at }),
      ...(typeof updated_at === 'string' && { updated: updated_at }),
    },
  ];
}

export const titleOf = ({ title }: JsonFields): string => cleanTitle(typeof title === 'string' ? title : '');

export const referencesOf = ({ references }: JsonFields): { id: string; type: string }[] =>
  (Array.isArray(references) ? references : []).flatMap((one) =>
    isFields(one) && typeof one.uuid === 'string' ? [{ id: one.uuid, type: String(one.content_type ?? '') }] : [],
  );

/** Tags name their notes, and the tag that they lie in. */
function tagsOf(items: BackupItem[]): Map<string, string[]> {
  const tags = new Map(items.filter(({ type }) => type === 'Tag').map((tag) => [tag.id, tag]));
  const found = new Map<string, string[]>();
  for (const tag of tags.values()) {
    const name = pathOf(tag, tags);
    for (const { id } of referencesOf(tag.content))
      if (name && !tags.has(id)) found.set(id, [...(found.get(id) ?? []), name]);
  }
  return found;
}

function pathOf(tag: BackupItem, tags: ReadonlyMap<string, BackupItem>): string {
  const names: string[] = [];
  const seen = new Set<BackupItem>();
  for (let at: BackupItem | undefined = tag; at && !seen.has(at); ) {
    seen.add(at);
    names.unshift(typeof at.content.title === 'string' ? at.content.title : '');
    const above: string | undefined = referencesOf(at.content).find(({ id }) => tags.has(id))?.id;
    at = above === undefined ? undefined : tags.get(above);
  }
  return names.filter(Boolean).join('/');
}

function othersOf(items: BackupItem[]): Record<string, number> {
  const others: Record<string, number> = {};
  for (const { type } of items)
    if (!['Note', 'Tag', 'File'].includes(type) && !KEYS.test(type)) others[type] = (others[type] ?? 0) + 1;
  return others;
}
