/**
 * The comments that carry through Markdown what Markdown cannot say. One line each:
 * a whole block (`type`), a block with a readable stand-in until the closing line (`type`, `shown`), an open container
 * (columns, column), a group whose first block is the parent of the rest (`nest`), or keys for the next block (`data`).
 */
import type { Data, Inline } from '../block.ts';

/** What one comment says. */
export interface BlockAnnotation {
  type?: string;
  data?: Data;
  content?: Inline[];
  children?: unknown[];
  shown?: true;
  nest?: true;
}

/** The line that closes a note which opened something. */
export const ANNOTATION_END = '<!-- /commonplace -->';

const PREFIX = '<!-- commonplace:';
const SUFFIX = ' -->';

/** One line, safe inside an HTML comment. */
export function writeNote(note: BlockAnnotation): string {
  const json = JSON.stringify(note).replace(/[<>]/g, (char) => (char === '<' ? '\\u003c' : '\\u003e'));
  return PREFIX + json + SUFFIX;
}

/** Whether a line may be a note. */
export function looksLikeNote(line: string): boolean {
  return line.startsWith(PREFIX) && line.endsWith(SUFFIX);
}

/** The note of a line, or null when its JSON is broken. */
export function parseAnnotation(line: string): BlockAnnotation | null {
  try {
    const note: unknown = JSON.parse(line.slice(PREFIX.length, -SUFFIX.length));
    return note !== null && typeof note === 'object' && !Array.isArray(note) ? (note as BlockAnnotation) : null;
  } catch {
    return null;
  }
}

/** Whether blocks follow that belong to the note, up to CLOSE. */
export function opens(note: BlockAnnotation): boolean {
  return note.nest === true || note.shown === true || note.type === 'columns' || note.type === 'column';
}

/** Keys to lay over `native` to get `wanted`; null takes a key away. Undefined when they are equal. */
export function difference(native: Data, wanted: Data): Data | undefined {
  const patch: Data = {};
  for (const key of new Set([...Object.keys(native), ...Object.keys(wanted)])) {
    const value = wanted[key] ?? null;
    if (JSON.stringify(native[key] ?? null) !== JSON.stringify(value)) patch[key] = value;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** `data` with a patch laid over it. */
export function patchData(data: Data, patch: Data): Data {
  return Object.fromEntries(Object.entries({ ...data, ...patch }).filter(([, value]) => value !== null));
}
