/** Makes blocks of the Markdown tree: types read what they know, the rest stays as paragraphs. */
import type { Token } from 'markdown-it';
import { BLOCK_DEPTH_MAX, type Block, type Data, type Inline, type Mark } from '../block.ts';
import { BlockIds } from '../codec/block-ids.ts';
import { textNode } from '../codec/inline.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { blockTypes } from '../types/registry.ts';
import { blocksOfNote } from './annotated-blocks.ts';
import { patchData } from './annotations.ts';
import type { BlockMarkdown, MarkdownParser, MarkdownReader } from './block-markdown.ts';
import type { Marker } from './block-rules.ts';
import type { MarkdownOptions } from './options.ts';
import { ContentReader, type FoundFile } from './parse-inline.ts';
import type { TokenTree } from './token-tree.ts';

/** One conversion of one text. */
export class BlockMaker implements MarkdownReader {
  ids: BlockIds;
  options: MarkdownOptions;
  private files: FoundFile[] = [];

  constructor(options: MarkdownOptions) {
    this.options = options;
    this.ids = new BlockIds(options.id);
  }

  /** The blocks of sibling trees that stand at `depth` (1 for the page itself). */
  list(trees: TokenTree[], depth: number): Block[] {
    const blocks: Block[] = [];
    let patch: { data: Data; source: TokenTree } | null = null;
    for (const tree of trees) {
      const data = patchOf(tree);
      if (data) {
        if (patch) blocks.push(this.source(patch.source));
        patch = { data, source: tree };
        continue;
      }
      const made = this.blocks(tree, depth, blocks.at(-1));
      if (patch && !this.apply(patch.data, made[0])) blocks.push(this.source(patch.source));
      patch = null;
      // One by one: a list of a hundred thousand items does not fit into the arguments of one call.
      for (const block of made) blocks.push(block);
      for (const block of this.foundFiles()) blocks.push(block);
    }
    if (patch) blocks.push(this.source(patch.source));
    return blocks;
  }

  private foundFiles(): Block[] {
    return this.files
      .splice(0)
      .map(({ fileId, kind, name, width }) => this.ids.block(kind, { fileId, name, ...(width && { width }) }));
  }

  /** Lays the keys of a note over a block; false when there is none or a rule says no. */
  private apply(patch: Data, block: Block | undefined): boolean {
    if (!block) return false;
    const data = patchData(block.data, patch);
    const rules = BLOCK_MODELS.get(block.type)!.data;
    for (const key of Object.keys(patch)) {
      if (!Object.hasOwn(rules, key)) return false;
      const value = data[key];
      if (value === undefined ? rules[key]!.presence !== 'optional' : rules[key]!.fault(value)) return false;
    }
    block.data = data;
    return true;
  }

  private blocks(tree: TokenTree, depth: number, previous: Block | undefined): Block[] {
    if (tree.kind === 'paragraph') return this.paragraph(tree, previous);
    if (tree.kind === 'nothing') return [];
    if (tree.kind === 'note')
      return blocksOfNote(this, tree, depth) ?? [this.source(tree), ...this.list(tree.children, depth)];
    const parse = this.options.foreign?.parsers[tree.kind] ?? parserOf(tree);
    return parse ? parse(tree, this, { depth, previous }) : [this.source(tree)];
  }

  /** A block with the blocks of `trees` below it. */
  nest(block: Block, trees: TokenTree[], depth: number): Block[] {
    return this.attach(block, depth, (deeper) => this.list(trees, deeper));
  }

  /** A block with its children below it, or beside it when there is no deeper level. */
  private attach(block: Block, depth: number, make: (depth: number) => Block[]): Block[] {
    if (depth >= BLOCK_DEPTH_MAX) return [block, ...make(depth)];
    const children = make(depth + 1);
    if (children.length > 0) block.children = children;
    return [block];
  }

  /** The lines themselves, as a paragraph. */
  source(tree: TokenTree): Block {
    const lines = tree.token.content.split('\n').map((line) => line.trim());
    const content = lines.flatMap((line, i): Inline[] =>
      i > 0 ? [{ type: 'hardBreak' }, textNode(line)] : [textNode(line)],
    );
    return this.ids.block(
      'paragraph',
      {},
      content.filter((node) => node.type !== 'text' || node.text !== ''),
    );
  }

  block(type: string, data: Data, content?: Inline[]): Block {
    return this.ids.block(type, data, content);
  }

  content(tree: TokenTree): Inline[] {
    return this.inline(tree.inlines.at(-1));
  }

  inline(token: Token | undefined, marks: Mark[] = []): Inline[] {
    return new ContentReader(this.options, this.files).read(token?.children ?? [], marks);
  }

  private paragraph(tree: TokenTree, previous: Block | undefined): Block[] {
    const source = tree.inlines[0]?.content ?? '';
    const { wiki, blockIds = wiki } = this.options;
    const anchor = blockIds ? /^\^([A-Za-z0-9-]{1,32})$/.exec(source) : null;
    if (anchor && previous && this.ids.rename(previous, anchor[1]!)) return [];
    for (const read of parsers().paragraphs) {
      const made = read(tree, this);
      if (made) return made;
    }
    const block = this.ids.block('paragraph', {}, this.content(tree));
    if (blockIds) this.takeAnchor(block, source);
    return [block];
  }

  /** Takes Obsidian's ` ^id` off the end of a text; in its source the sign may be escaped. */
  private takeAnchor(block: Block, source: string): void {
    const last = block.content?.at(-1);
    if (last?.type !== 'text' || last.marks || !ANCHOR.test(source)) return;
    const match = ANCHOR.exec(last.text);
    if (!match || !this.ids.rename(block, match[1]!)) return;
    const text = last.text.slice(0, match.index);
    block.content!.splice(-1, 1, ...(text ? [{ ...last, text }] : []));
  }

  /** A block that takes its text from the first paragraph inside it. */
  adopt(block: Block, trees: TokenTree[], depth: number): Block[] {
    const [first, ...rest] = trees;
    if (first?.kind !== 'paragraph') return this.nest(block, trees, depth);
    const made = this.paragraph(first, undefined);
    if (made.length !== 1 || made[0]!.type !== 'paragraph') {
      // Something else than text, such as a picture: it stands below.
      return this.attach(block, depth, (deeper) => [...made, ...this.list(rest, deeper)]);
    }
    block.id = made[0]!.id;
    block.content = made[0]!.content!;
    const files = this.foundFiles();
    return this.attach(block, depth, (deeper) => [...files, ...this.list(rest, deeper)]);
  }
}

const ANCHOR = /\s\^([A-Za-z0-9-]{1,32})$/;

/** A rule of the parser may say that what it found is something else than it looks like. */
function parserOf({ kind, token }: TokenTree): MarkdownParser | undefined {
  const marker = token.meta?.marker as Marker | undefined;
  const named = kind === 'fence' ? token.info.trim().split(/\s+/, 1)[0] : marker?.kind === 'container' && marker.name;
  const found = typeof token.meta?.kind === 'string' ? token.meta.kind : kind;
  const { byName } = parsers();
  return (named && byName.get(`${kind} ${named}`)) || byName.get(found);
}

interface Parsers {
  byName: Map<string, MarkdownParser>;
  paragraphs: NonNullable<BlockMarkdown['fromParagraph']>[];
}

let known: Parsers | undefined;

function parsers(): Parsers {
  if (known) return known;
  const types = [...blockTypes().values()];
  known = {
    byName: new Map(types.flatMap(({ fromMarkdown = {} }) => Object.entries(fromMarkdown))),
    paragraphs: types.flatMap(({ fromParagraph }) => fromParagraph ?? []),
  };
  return known;
}

function patchOf(tree: TokenTree): Data | null {
  const marker = tree.token.meta?.marker as Marker | undefined;
  const note = tree.kind === 'note' && marker?.kind === 'note' ? marker.note : null;
  return note?.data && !note.type && !note.nest && typeof note.data === 'object' ? note.data : null;
}
