/** What a block type is: one folder of `types/` for each, whose files say all that the product knows of it. */
import type { Attrs, TagParseRule } from 'prosemirror-model';
import type { Block, Inline } from './block.ts';
import type { BlockDocument } from './document-writer.ts';
import type { EditorJsTool } from './editorjs/tool.ts';
import type { HtmlParser } from './html/html-source.ts';
import type { HtmlView } from './html/html-view.ts';
import type { Links } from './link-context.ts';
import type { BlockMarkdown } from './markdown/block-markdown.ts';
import type { ValueRule } from './value-rules.ts';

/** What server and browser both know of a type; default export of `types/<block>/model.ts`. */
export interface BlockModel {
  /** as blocks carry it, and as it is stored */
  type: string;
  /** Keys of `data` in stored order. A key means the same in every type: `fileId` a file, `caption` words to search. */
  data: Record<string, ValueRule>;
  /** whether it has text of its own */
  content: boolean;
  /** what may stand inside: any blocks, columns only, or nothing */
  children: 'blocks' | 'columns' | 'none';
  /** shows a file of this service */
  isMedia?: true;
  /** how the editor's schema has it, where that differs from what follows from the rest */
  node?: BlockNode;
}

export interface BlockNode {
  /** its name in the schema, where the type is taken by an inline node or a mark */
  name?: string;
  /** key of `data` whose text is edited in place, as that of code is */
  text?: string;
  /** element of a block with text in the clipboard; default: div */
  tag?: string | ((attrs: Attrs) => string);
  /** HTML from elsewhere that becomes this block when it is pasted */
  foreign?: TagParseRule[];
  /** made of several nodes, which stand in `schema/` */
  isOwn?: true;
}

/** A type with text, in which other blocks may stand. */
export function textual(type: string, data: Record<string, ValueRule> = {}, node?: BlockNode): BlockModel {
  return { type, data, content: true, children: 'blocks', node };
}

/** A type without text of its own. */
export function solid(type: string, data: Record<string, ValueRule> = {}, node?: BlockNode): BlockModel {
  return { type, data, content: false, children: 'none', node };
}

/** All that is known of a type, in every format; default export of `types/<block>/index.ts`. */
export interface BlockType extends BlockModel, BlockMarkdown, BlockDocument {
  /** an item: neighbours of its type are one list */
  isItem?: true;
  /** a script makes its read-only HTML better */
  isLively?: true;
  /** Read-only HTML, all of it escaped; `run` is the whole list that an item begins. */
  toHtml(block: Block, view: HtmlView, run: Block[]): string;
  /** By tags: elements of HTML from elsewhere that are this block. Tags that the importer reads itself stay its own. */
  fromHtml?: Record<string, HtmlParser>;
  /** by the names that tools of Editor.js have */
  fromEditorJs?: Record<string, EditorJsTool>;
  /** what stands in its place in files beside each other, which hold what it shows; undefined: it stays */
  toFiles?(block: Block, places: FilePlaces): Block[] | undefined;
  /** its file is a drawing of it, which is made anew wherever it is shown */
  isDrawn?: true;
  /** the block in whose place it is shown on paper, where nothing opens and nothing plays */
  toPrint?(block: Block, context: PrintContext): Block;
  /** What it says to a person as plain text; default: its own text, or the words of its data. */
  toText?(block: Block, textOf: (content: Inline[]) => string): string;
}

/** Where things lie in an export; undefined for what is not in it. */
export interface FilePlaces {
  /** the page of a database */
  database?(id: number): number | undefined;
  /** the list of a synced block, written where it is shown */
  synced?(id: number): Block[] | null | undefined;
}

export interface PrintContext {
  links: Links;
  /** where an address of the service leads; undefined for any other */
  address(href: string): string | undefined;
}
