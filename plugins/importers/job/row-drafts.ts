// A row of the source as it is written: its title, its values, and a body that keeps what no property takes.
import { type Block, newBlockId } from '../../blocks/block.ts';
import type { BrokenLink, RowItem } from '../contract.ts';
import { inlineLines } from '../conversion/comments.ts';
import type { NoteItem } from '../conversion/note.ts';
import { cleanTitle } from '../reading/entry-path.ts';
import { rowItemTitle } from '../tables/plan.ts';
import type { ImportDraft } from './batch-writer.ts';
import type { RowTargets } from './page-drafts.ts';
import type { ItemBody, PlannedPage } from './plan.ts';

export interface RowOf {
  title: string;
  body: NoteItem;
  /** absent in a dry run */
  written?: NonNullable<ImportDraft['row']>;
  isLate: boolean;
  broken: BrokenLink[];
  /** ids of the files that its values name */
  files: string[];
}

/** Texts of more characters do not fit into the table of what no property takes. */
const SHORT = 1000;

/** Undefined when its database was refused: then the row was named with it. */
export function draftRow(item: ItemBody, page: PlannedPage, { databases, found }: RowTargets): RowOf | undefined {
  const held = databases.get(page.parent);
  if (!held) return undefined;
  const row = item as RowItem;
  const files: string[] = [];
  const { values, misfits, missing, isLate } = databases.read(held, row, {
    ...found,
    file: (path) => {
      const id = found.file(path);
      if (id !== undefined) files.push(path);
      return id;
    },
  });
  const title = rowItemTitle(row, held.table);
  const isLong = title.trim().length > 500;
  const kept = isLong ? { ...misfits, [held.table.title.name ?? 'Title']: title } : misfits;
  return {
    title: title.trim() && cleanTitle(title),
    body: withMisfits(row, kept),
    ...(held.id !== undefined && {
      written: { collectionId: held.id, values, ...settingsOf(row) },
    }),
    isLate,
    broken: missing.map((target) => ({ item: page.path, target, kind: 'property' })),
    files,
  };
}

const settingsOf = ({ calendar, exceptions }: RowItem) => ({
  ...(calendar && { calendar }),
  ...(exceptions && { exceptions }),
});

/** Short texts as a table on top, long ones as paragraphs below. */
function withMisfits(row: RowItem, misfits: Record<string, string>): NoteItem {
  const all = Object.entries(misfits);
  if (!all.length) return row;
  const short = Object.fromEntries(all.filter(([, text]) => text.length <= SHORT));
  const long = all.filter(([, text]) => text.length > SHORT);
  const properties = { ...row.properties, ...short };
  if (!long.length) return { ...row, properties };
  if (row.blocks) return { ...row, properties, blocks: [...row.blocks, ...long.flatMap(longText)] };
  return { ...row, properties, markdown: [row.markdown ?? '', ...long.map(fenced)].filter(Boolean).join('\n\n') };
}

const longText = ([name, text]: [string, string]): Block[] => [
  { id: newBlockId(), type: 'heading', data: { level: 3 }, content: [{ type: 'text', text: name }] },
  { id: newBlockId(), type: 'paragraph', data: {}, content: inlineLines(text) },
];

/** As it is written: it may look like Markdown and be none. */
function fenced([name, text]: [string, string]): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `### ${name}\n\n${fence}\n${text}\n${fence}`;
}
