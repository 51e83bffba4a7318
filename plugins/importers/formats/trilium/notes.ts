// What the list of notes in an export of Trilium says: each note with its place, its attributes and its files.
import { isFields, type JsonFields } from '../json/generic.ts';

export interface TriliumNote {
  /** of its page: where its text lies, else its folder, else a name of its own; of a picture or file that is beside it */
  id: string;
  noteId: string;
  /** id of the page above */
  parent?: string;
  title: string;
  /** `text`, `code`, `image`, …; `clone`: it stands elsewhere, and here once more */
  type: string;
  mime: string;
  /** of a text */
  isMarkdown: boolean;
  /** where its content lies; undefined: it has none, or was locked */
  path?: string;
  hasChildren: boolean;
  attributes: TriliumAttribute[];
  attachments: { path: string; isImage: boolean }[];
}

export interface TriliumAttribute {
  isRelation: boolean;
  name: string;
  value: string;
}

export interface TriliumNotes {
  /** in the order of reading */
  notes: TriliumNote[];
  /** what serves readers of the export only, such as its navigation */
  unneeded: Set<string>;
}

/** Notes nest no deeper, as pages do not. */
const DEPTH_MAX = 40;

const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '');
const list = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const attributeOf = ({ type, name, value }: JsonFields): TriliumAttribute[] =>
  text(name) ? [{ isRelation: type === 'relation', name: text(name), value: text(value) }] : [];

/** @param prefix the folder of the export, with its slash @throws Error whose message ends a sentence */
export function triliumNotes(value: unknown, prefix: string): TriliumNotes {
  const files = isFields(value) && Array.isArray(value.files) ? list(value.files) : undefined;
  if (!files) throw new Error('it is not the list of an export of Trilium');
  const found: TriliumNotes = { notes: [], unneeded: new Set() };
  for (const one of files) addNote(found, one, { folder: prefix, depth: 0 });
  return found;
}

/** Links to a picture or file mean it, and not the note about it. */
const placeOf = (type: string, path: string): string => (path && isFileNote(type) ? `${path}#note` : path);

export const isFileNote = (type: string): boolean => type === 'image' || type === 'file';

interface Place {
  /** with its slash */
  folder: string;
  parent?: string;
  depth: number;
}

function addNote(found: TriliumNotes, fields: JsonFields, { folder, parent, depth }: Place): void {
  const file = text(fields.dataFileName);
  const path = file && `${folder}${file}`.normalize('NFC');
  if (fields.noImport === true) {
    found.unneeded.add(path);
    return;
  }
  const below = text(fields.dirFileName);
  const inside = below && `${folder}${below}/`.normalize('NFC');
  const [title, before] = [text(fields.title), text(fields.prefix)];
  const children = list(fields.children);
  const type = fields.isClone === true ? 'clone' : text(fields.type) || 'text';
  const note: TriliumNote = {
    id: placeOf(type, path) || inside || `${folder}note ${found.notes.length + 1}`,
    noteId: text(fields.noteId),
    ...(parent && { parent }),
    title: before ? `${before} - ${title}` : title,
    type,
    mime: text(fields.mime),
    isMarkdown: fields.format === 'markdown' || /\bmarkdown$/.test(text(fields.mime)),
    ...(path && { path }),
    hasChildren: children.length > 0,
    attributes: list(fields.attributes).flatMap(attributeOf),
    attachments: list(fields.attachments).flatMap(({ dataFileName, role }) =>
      text(dataFileName)
        ? [{ path: `${folder}${text(dataFileName)}`.normalize('NFC'), isImage: role === 'image' }]
        : [],
    ),
  };
  found.notes.push(note);
  const place = depth < DEPTH_MAX ? { folder: inside || folder, parent: note.id, depth: depth + 1 } : undefined;
  // What is nested deeper stands beside.
  for (const one of children) addNote(found, one, place ?? { folder: inside || folder, parent, depth });
}
