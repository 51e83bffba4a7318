// What the editor knows of a block type: how it is chosen and typed, and how it looks there.
import type { Attrs, Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';

type ViewParameters = Parameters<NodeViewConstructor>;

/** One kind of blocks that people choose from: in the slash menu, in "turn into", and by shortcut. */
export interface BlockKind {
  /** Last part of its message keys, `editor.block_<id>` and `editor.block_<id>_words`, by which it is found too. Default: the type. */
  id?: string;
  icon: string;
  /** where it stands among all kinds */
  order: number;
  attrs?: Attrs;
  /** how many columns there are at first */
  count?: number;
  /** as typed at the start of a line */
  hint?: string;
  keys?: string;
}

/** Signs that make a line this block as they are typed at its start. */
export interface TypedSigns {
  signs: RegExp;
  /** null for signs that mean nothing; default: none */
  attrs?: Attrs | ((match: RegExpMatchArray) => Attrs | null);
  /** another type whose line they change, beside paragraphs and headings */
  from?: string;
  /** they are all of a line that Enter ends; of a type without text it is then inserted as from the menu */
  onEnter?: true;
  /** a space behind them does so as well */
  onSpace?: true;
}

/** A block that is drawn from a source text. */
export interface SourceKind {
  /** attribute of the node that holds the source */
  attribute: string;
  /** name of the field */
  label: string;
  /** shown while there is no source */
  empty: string;
  /** what a source may look like, in the field while it is empty */
  example?: string;
  /** what it may begin with, by the words of buttons */
  starters?(): Promise<Record<string, string>>;
  /** a source of one line */
  isLine?: boolean;
  /** the drawing, made anew when the block changes; @throws what is wrong with the source, in words for people */
  draw(source: string, node: ViewParameters[0], view: ViewParameters[1], position: ViewParameters[2]): Promise<Element>;
}

/** Titles, names and addresses of what blocks name by id; undefined while they are asked for. */
export interface BlockNames {
  page(id: number): string | null | undefined;
  file(id: number): { href: string } | undefined;
  /** what may be shown inside the page for an address */
  frame(url: string): string | null;
  readonly trail: { href: string; title: string }[];
}

/** What the editor does for views of blocks. */
export interface EditorTools {
  pickEmoji(anchor: HTMLElement, choose: (sign: string) => void): void;
}

/** Default export of `types/<block>/client.ts`; of the looks at most one. */
export interface BlockClient {
  type: string;
  kinds?: BlockKind[];
  typed?: TypedSigns[];
  /** a colour of the block as a whole paints its box: attribute `color` */
  hasBox?: true;
  /** which files it is made of, as a file field names them; '' for any */
  accept?: string;
  /** shown, and not changed in the text */
  show?(node: Node, names: BlockNames): HTMLElement[];
  source?(): SourceKind;
  /** code in this language is a source of it */
  language?: string;
  view?(
    node: ViewParameters[0],
    view: ViewParameters[1],
    position: ViewParameters[2],
    tools: EditorTools,
  ): ReturnType<NodeViewConstructor>;
}
