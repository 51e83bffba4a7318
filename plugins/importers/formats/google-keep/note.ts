// One note of Google Keep, as Takeout writes it, as a page.
import type { Block } from '../../../blocks/block.ts';
import type { PageItem } from '../../contract.ts';
import { plainTextInlines, textBlocks } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle, folderOf, stemOf } from '../../reading/entry-path.ts';

interface KeepNote {
  title?: string;
  textContent?: string;
  listContent?: { text?: string; isChecked?: boolean }[];
  attachments?: { filePath?: string; mimetype?: string }[];
  annotations?: { url?: string; title?: string; description?: string }[];
  labels?: { name?: string }[];
  sharees?: { email?: string }[];
  reminders?: unknown[];
  color?: string;
  isTrashed: boolean;
  isPinned?: boolean;
  isArchived?: boolean;
  createdTimestampUsec?: number;
  userEditedTimestampUsec: number;
}

/**
 * `found` says where a file lies that the note names by its path.
 * @throws Error when it is no note; the message is the end of a sentence
 */
export function readKeep(text: string, path: string, found: (path: string) => string): PageItem {
  const note = JSON.parse(text) as KeepNote;
  if (typeof note?.userEditedTimestampUsec !== 'number' || typeof note.isTrashed !== 'boolean')
    throw new Error('it is not a Google Keep note');
  const properties = propertiesOf(note);
  const tags = listOf(note.labels).flatMap(({ name }) => name || []);
  const created = dateOf(note.createdTimestampUsec);
  const updated = dateOf(note.userEditedTimestampUsec);
  return {
    type: 'page',
    id: path,
    title: cleanTitle(note.title || stemOf(path)),
    blocks: [
      ...textBlocks(String(note.textContent ?? '')),
      ...listOf(note.listContent).map(taskBlock),
      ...listOf(note.annotations).flatMap(cardBlock),
      ...listOf(note.attachments).map((attachment) => mediaBlock(attachment, folderOf(path), found)),
    ],
    ...(tags.length && { tags }),
    ...(listOf(note.reminders).length && { unsupported: { reminder: listOf(note.reminders).length } }),
    ...(Object.keys(properties).length && { properties }),
    ...(created && { created }),
    ...(updated && { updated }),
  };
}

const listOf = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value.filter(Boolean) : []);

function propertiesOf(note: KeepNote): Record<string, unknown> {
  const shared = listOf(note.sharees).flatMap(({ email }) => email || []);
  return {
    ...(note.color && note.color !== 'DEFAULT' && { color: note.color.toLowerCase() }),
    ...(note.isPinned && { pinned: true }),
    ...(note.isArchived && { archived: true }),
    ...(note.isTrashed && { trashed: true }),
    ...(shared.length && { shared_with: shared }),
  };
}

/** Keep counts microseconds. */
function dateOf(micros: number | undefined): string | undefined {
  const date = new Date((micros ?? Number.NaN) / 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const taskBlock = ({ text = '', isChecked }: { text?: string; isChecked?: boolean }): Block => ({
  id: '',
  type: 'todo',
  data: { checked: isChecked === true },
  content: plainTextInlines(String(text)),
});

function cardBlock({ url, title, description }: { url?: string; title?: string; description?: string }): Block[] {
  if (!url || !/^https?:/.test(url)) return [];
  const line = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, 2000);
  const about = { ...(title && { title: line(title) }), ...(description && { description: line(description) }) };
  return [{ id: '', type: 'bookmark', data: { url: url.slice(0, 2048), ...about } }];
}

function mediaBlock(
  { filePath = '', mimetype = '' }: { filePath?: string; mimetype?: string },
  folder: string,
  found: (path: string) => string,
): Block {
  const [family = ''] = mimetype.split('/');
  const type = ['image', 'audio', 'video'].includes(family) ? family : 'file';
  const path = found(folder ? `${folder}/${filePath}` : filePath);
  return { id: '', type, data: { url: sourcePathAddress(path), name: filePath } };
}
