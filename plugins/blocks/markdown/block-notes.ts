/** Blocks and keys that Markdown has no signs for, as comments. */
import type { Block, Data } from '../block.ts';
import { joinText } from '../codec/inline.ts';
import { ANNOTATION_END, type BlockAnnotation, difference, writeNote } from './annotations.ts';
import { withoutComments } from './serialize-inline.ts';

/** The whole block in a comment, and what a person reads instead. */
export function blockNote({ type, data, content }: Block, shown = ''): string {
  const note: BlockAnnotation = { type };
  if (Object.keys(data).length > 0) note.data = data;
  if (content) note.content = joinText(content.map(withoutComments));
  return shown === '' ? writeNote(note) : [writeNote({ ...note, shown: true }), shown, ANNOTATION_END].join('\n\n');
}

/** The lines of a block, below a comment with the keys that they say nothing or something else of. */
export function withKeys(source: string, native: Data, wanted: Data): string {
  const patch = difference(native, wanted);
  return patch ? `${writeNote({ data: patch })}\n\n${source}` : source;
}
