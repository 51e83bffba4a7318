/** How a comparison of two versions is shown in the HTML of a page: what is put around blocks, and within their text. */
import type { Block, Inline } from '../block.ts';
import type { InlinePiece } from '../diff/inline-diff.ts';
import type { DiffPiece } from '../diff/word-diff.ts';

export interface HtmlMarks {
  /** the blocks that the newer version has: notes and headings are those of these */
  current: Block[];
  /** Blocks of one list in groups, each of which is rendered by itself. */
  groups(blocks: Block[]): HtmlGroup[];
  /** what changed in a run of text */
  runs: ReadonlyMap<Inline[], InlinePiece[]>;
  /** what changed in the text of code */
  words: ReadonlyMap<Block, DiffPiece[]>;
}

export interface HtmlGroup {
  blocks: Block[];
  wrap(html: string): string;
}

const TAGS = { added: 'ins', removed: 'del' };

/** Markup of pieces, each in the element that says what became of it; `inner` escapes. */
export const piecesHtml = <T extends { kind: DiffPiece['kind'] }>(pieces: T[], inner: (piece: T) => string): string =>
  pieces
    .map((piece) => {
      const tag = piece.kind === 'same' ? '' : TAGS[piece.kind];
      return tag ? `<${tag}>${inner(piece)}</${tag}>` : inner(piece);
    })
    .join('');
