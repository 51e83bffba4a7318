// One note of Simplenote, as its export writes it, as a page.
import type { Block, Inline } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import type { PageItem } from '../../contract.ts';
import { plainTextInlines, textBlocks } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { isFields, type JsonFields } from '../json/generic.ts';

export interface SimplenoteExport {
  activeNotes: unknown[];
  trashedNotes: unknown[];
}

/** @throws Error when it is no export; the message is the end of a sentence */
export function readSimplenoteExport(text: string): SimplenoteExport {
  const value = JSON.parse(text) as unknown;
  if (!isFields(value) || !Array.isArray(value.activeNotes)) throw new Error('it is not a Simplenote export');
  return {
    activeNotes: value.activeNotes,
    trashedNotes: Array.isArray(value.trashedNotes) ? value.trashedNotes : [],
  };
}

export const noteContent = (note: unknown): string | undefined =>
  isFields(note) && typeof note.content === 'string' ? note.content.replace(/\r\n?/g, '\n') : undefined;

/** What is understood; all else that a note says is kept among its properties. */
const UNDERSTOOD = new Set(['id', 'content', 'creationDate', 'lastModified', 'tags', 'markdown']);

/** `ids` are those of the notes that links may name. @throws Error when it has no text */
export function simplenotePage(note: unknown, id: string, ids: ReadonlySet<string>): PageItem {
  const content = noteContent(note);
  if (content === undefined) throw new Error('it has no text');
  const { creationDate, lastModified, tags, markdown } = note as JsonFields;
  const { title, body } = titledText(content, markdown === true);
  const properties = Object.fromEntries(
    Object.entries(note as JsonFields).filter(([key, value]) => !UNDERSTOOD.has(key) && isWorthKeeping(value)),
  );
  const named = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string' && tag !== '') as string[];
  return {
    ...{ type: 'page', id, title },
    ...(markdown === true ? { markdown: linkedMarkdown(body, ids) } : { blocks: plainBlocks(body, ids) }),
    ...(named.length && { tags: named }),
    ...(Object.keys(properties).length && { properties }),
    ...(typeof creationDate === 'string' && { created: creationDate }),
    ...(typeof lastModified === 'string' && { updated: lastModified }),
  };
}

const isWorthKeeping = (value: unknown): boolean =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && !value.length);

/** The first line names a note, and stays in its text where a title cannot hold all of it. */
function titledText(content: string, isMarkdown: boolean): { title: string; body: string } {
  const text = content.replace(/^\s*\n/, '');
  const [first = ''] = text.split('\n', 1);
  const line = (isMarkdown ? first.replace(/^ {0,3}#{1,6}\s+/, '').replace(/\s+#+\s*$/, '') : first).trim();
  const title = cleanTitle(line);
  const isWhole = title === line.replace(/\s+/g, ' ') && !LINK.test(line) && !TASK.test(line) && !MARKS.test(line);
  return { title, body: isWhole || !line ? text.slice(first.length + 1) : text };
}

const NOTE = String.raw`simplenote:\/\/note\/([\w-]+)`;
const LINK = new RegExp(String.raw`\[([^\]\n]{0,500})\]\(${NOTE}\)`);
const TASK = /^(\s*)[-*+] \[([ xX])\]\s?(.*)$/;
/** A line of these is more than its words. */
const MARKS = /^(?:```|~~~|\||>|[-*+] |\d+[.)] |!\[)|https?:\/\//;

const linkedMarkdown = (body: string, ids: ReadonlySet<string>): string =>
  body.replace(new RegExp(NOTE, 'g'), (whole, id: string) => (ids.has(id) ? sourcePathAddress(id) : whole));

/** Text without marks, but with the boxes and links that Simplenote draws in every note. */
function plainBlocks(body: string, ids: ReadonlySet<string>): Block[] {
  const blocks: Block[] = [];
  let words: string[] = [];
  const flush = (): void => {
    for (const block of textBlocks(words.join('\n'))) blocks.push({ ...block, content: withLinks(block, ids) });
    words = [];
  };
  for (const line of body.split('\n')) {
    const [, , mark, text = ''] = TASK.exec(line) ?? [];
    if (mark === undefined) words.push(line);
    else {
      flush();
      const task: Block = { id: '', type: 'todo', data: { checked: mark !== ' ' }, content: plainTextInlines(text) };
      blocks.push({ ...task, content: withLinks(task, ids) });
    }
  }
  flush();
  return blocks;
}

/** Links to other notes are written as Markdown in notes without it, too. */
function withLinks({ content = [] }: Block, ids: ReadonlySet<string>): Inline[] {
  return content.flatMap((node): Inline[] => {
    if (node.type !== 'text' || node.marks) return [node];
    const parts = node.text.split(new RegExp(LINK.source, 'g'));
    return parts.flatMap((part, at): Inline[] => {
      if (at % 3 === 0) return part ? [textNode(part)] : [];
      if (at % 3 === 2) return [];
      const id = parts[at + 1] as string;
      // One that is not in the export stays as it was written.
      if (!ids.has(id)) return [textNode(`[${part}](simplenote://note/${id})`)];
      return [textNode(part || 'Untitled', [{ type: 'link', attrs: { href: sourcePathAddress(id) } }])];
    });
  });
}
