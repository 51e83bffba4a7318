// A base as a page that lists what it shows: its file, filters and formulas, and for each view the notes with their values.
import type { Block, Inline } from '../../../../blocks/block.ts';
import type { PageItem } from '../../../contract.ts';
import { folderId } from '../../../items/note-item.ts';
import { sourcePathAddress } from '../../../reading/embedded-file.ts';
import { baseName, folderOf, stemOf } from '../../../reading/entry-path.ts';
import { type Base, type BaseCondition, type BaseView, conditionText } from './base.ts';
import { type BaseNote, matches, noteProperty, shownText } from './filter.ts';

const ROWS_MAX = 500;
const COLUMNS_MAX = 30;
const CELL_MAX = 1000;

/** The file has the path as its id. */
export const listingId = (path: string): string => `${path}/`;

/** Where the file of a base is found when its own path means what it became. */
export const besidePath = (path: string): string => `${path}#file`;

const text = (said: string): Inline[] => (said ? [{ type: 'text', text: said }] : []);
const code = (said: string): Inline => ({ type: 'text', text: said, marks: [{ type: 'code' }] });
const link = (path: string, label: string): Inline => ({
  ...{ type: 'text', text: label },
  marks: [{ type: 'link', attrs: { href: sourcePathAddress(path) } }],
});
const paragraph = (...content: Inline[]): Block => ({ id: '', type: 'paragraph', data: {}, content });
const heading = (said: string): Block => ({ id: '', type: 'heading', data: { level: 2 }, content: text(said) });

/** @param notes all notes of the vault */
export function listingOf(path: string, base: Base, notes: BaseNote[]): PageItem {
  const parent = folderId(folderOf(path));
  const formulas = Object.entries(base.formulas);
  return {
    ...{ type: 'page', kind: 'folder', id: listingId(path), path, title: baseName(path), ...(parent && { parent }) },
    blocks: [
      { id: '', type: 'file', data: { url: sourcePathAddress(besidePath(path)), name: baseName(path) } },
      ...(base.filter ? [filtered(base.filter)] : []),
      ...formulas.map(([name, formula]) => paragraph(...text(`${name} = `), code(formula))),
      ...base.views.flatMap((view) => viewBlocks(view, base, notes)),
    ],
  };
}

const filtered = (filter: BaseCondition): Block => paragraph(...text('Filter: '), code(conditionText(filter)));

function viewBlocks(view: BaseView, base: Base, notes: BaseNote[]): Block[] {
  const head = [heading(view.name), ...(view.filter ? [filtered(view.filter)] : [])];
  const shown = notesOf(view, base, notes);
  if (!shown)
    return [
      ...head,
      paragraph(...text('Which notes these are depends on the note that shows them, the day, or links.')),
    ];
  const columns = [...new Set(['file.name', ...view.order])].slice(0, COLUMNS_MAX);
  const rows = shown.slice(0, ROWS_MAX).map((note) => columns.map((column) => cellOf(column, note, base)));
  const names = columns.map((column) => text(columnName(base, column)));
  const table: Block = {
    ...{ id: '', type: 'table' },
    data: { header: { row: true, column: false }, rows: [names, ...rows].map(cells) as never },
  };
  const more = shown.length - rows.length;
  return [...head, table, ...(more > 0 ? [paragraph(...text(`… ${more}`))] : [])];
}

const cells = (row: Inline[][]) => row.map((content) => ({ content }));

function cellOf(column: string, note: BaseNote, base: Base): Inline[] {
  if (column === 'file.name') return [link(note.path, stemOf(note.path))];
  return text(
    shownText(noteProperty(column, note, base))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, CELL_MAX)
      .toWellFormed(),
  );
}

export const columnName = ({ names }: Base, column: string): string =>
  (Object.hasOwn(names, column) ? names[column] : undefined) ??
  (column === 'file.name' ? 'Name' : column.replace(/^(?:file|formula)\./, ''));

/** Undefined when that cannot be said of some of them. */
function notesOf(view: BaseView, base: Base, notes: BaseNote[]): BaseNote[] | undefined {
  const shown: BaseNote[] = [];
  for (const note of notes) {
    const answers = [matches(base.filter, note, base), matches(view.filter, note, base)];
    if (answers.includes(false)) continue;
    if (answers.includes(undefined)) return undefined;
    shown.push(note);
  }
  for (const { property, direction } of view.sort.toReversed())
    shown.sort(
      (a, b) =>
        compare(noteProperty(property, a, base), noteProperty(property, b, base)) * (direction === 'asc' ? 1 : -1),
    );
  return shown.slice(0, view.limit);
}

/** Numbers by size, all else by its words; what is empty comes first. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [shownText(a), shownText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
