// One note of Standard Notes as a page: what its text means depends on the editor that wrote it.

import type { PageItem } from '../../contract.ts';
import { keepData } from '../../conversion/html/document.ts';
import { htmlToBlocks } from '../../conversion/html/read.ts';
import { codeBlocks, textBlocks } from '../../items/plain-text.ts';
import type { MadeFile } from '../../reading/embedded-file.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { type BackupItem, referencesOf, type StandardNotesBackup, titleOf } from './backup.ts';
import { superNote, treeIn } from './super-note.ts';

export interface StandardNote {
  page: PageItem;
  files: MadeFile[];
}

export function readStandardNote(note: BackupItem, backup: StandardNotesBackup): StandardNote {
  const { id, content } = note;
  const files: MadeFile[] = [];
  const text = typeof content.text === 'string' ? content.text : '';
  const tags = backup.tags.get(id);
  const properties = propertiesOf(content, backup);
  const updated = ownData(content).client_updated_at ?? note.updated;
  const page: PageItem = {
    ...{ type: 'page', id, title: titleOf(content) },
    ...bodyOf(text, content, { backup, id, files }),
    ...(tags && { tags }),
    ...(Object.keys(properties).length && { properties }),
    ...(note.created && { created: note.created }),
    ...(typeof updated === 'string' && { updated }),
  };
  return { page, files };
}

type Body = Pick<PageItem, 'blocks' | 'markdown' | 'anchors' | 'unsupported'>;
interface Around {
  backup: StandardNotesBackup;
  id: string;
  files: MadeFile[];
}

/** Backups from before editors had names say so by their ids. */
const kindOf = ({ noteType, editorIdentifier, editor }: JsonFields): string => {
  if (typeof noteType === 'string' && noteType !== 'unknown') return noteType;
  const name = String(editorIdentifier ?? editor ?? '');
  const kinds: [RegExp, string][] = [
    [/markdown/, 'markdown'],
    [/bold|plus|rich/, 'rich-text'],
    [/code/, 'code'],
    [/sheet/, 'spreadsheet'],
    [/task/, 'task'],
    [/token|authenticat/, 'authentication'],
  ];
  return kinds.find(([shape]) => shape.test(name))?.[1] ?? 'plain-text';
};

function bodyOf(text: string, content: JsonFields, { backup, id, files }: Around): Body {
  const kind = kindOf(content);
  const tree = treeIn(text);
  if (tree) {
    const { html, unsupported } = superNote(tree, { notes: backup.titles, files: backup.files });
    const read = htmlToBlocks(html, { data: (address) => keepData(address, id, files) });
    return { ...read, unsupported: { ...read.unsupported, ...unsupported } };
  }
  if (kind === 'rich-text') return htmlToBlocks(text, { data: (address) => keepData(address, id, files) });
  if (kind === 'markdown' || (kind === 'task' && !isJson(text))) return { markdown: text };
  if (kind === 'plain-text' || !text.trim()) return { blocks: textBlocks(text) };
  const language = isJson(text) ? 'json' : languageOf(content);
  // Sheets, lists of tasks and codes have a shape that only their editors know.
  return { blocks: codeBlocks(text, language), ...(kind !== 'code' && { unsupported: { editor_text: 1 } }) };
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** The code editor keeps what it is set to beside the text. */
function languageOf(content: JsonFields): string {
  const own = Object.values(isFields(content.editorData) ? content.editorData : {}).find(isFields);
  return typeof own?.language === 'string' ? own.language.slice(0, 64) : '';
}

const ownData = ({ appData }: JsonFields): JsonFields => {
  const own = isFields(appData) ? appData['org.standardnotes.sn'] : undefined;
  return isFields(own) ? own : {};
};

/** `spellcheck`, the width of the editor and the like say nothing of the note. */
function propertiesOf(content: JsonFields, { titles, files }: StandardNotesBackup): Record<string, unknown> {
  const { pinned, archived, locked } = { ...ownData(content), ...content };
  const named = referencesOf(content);
  const notes = named.flatMap(({ id }) => (titles.has(id) ? [`[[${id}|${bare(titles.get(id) as string)}]]`] : []));
  const attached = named.flatMap(({ id }) => files.get(id) ?? []);
  return {
    ...(pinned === true && { pinned }),
    ...(archived === true && { archived }),
    ...(locked === true && { locked }),
    ...(content.starred === true && { starred: true }),
    ...(content.protected === true && { protected: true }),
    ...(notes.length && { linked_notes: notes }),
    ...(attached.length && { files: attached }),
  };
}

const bare = (title: string): string => title.replace(/[[\]|]/g, ' ');
