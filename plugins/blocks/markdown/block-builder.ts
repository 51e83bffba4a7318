/** Makes blocks of the Markdown tree: one method for each thing Markdown knows. */
import { type Block, type Data, type Inline, MAX_DEPTH } from '../block.ts';
import { calloutLook } from '../callout-kinds.ts';
import { BlockIds } from '../codec/block-ids.ts';
import { textNode } from '../codec/inline.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { blocksOfNote } from './annotated-blocks.ts';
import { patched } from './annotations.ts';
import type { Marker } from './block-rules.ts';
import { mediaOf } from './media-paragraphs.ts';
import type { MarkdownOptions } from './options.ts';
import { ContentReader, type FoundFile } from './parse-inline.ts';
import { tableOf } from './serialize-table.ts';
import type { Tree } from './token-tree.ts';

const BOLD = [{ type: 'bold' }];
const TASK = /^\[([ xX])\](?:[ \t]+|$)/;

/** One conversion of one text. */
export class BlockMaker {
  ids: BlockIds;
  options: MarkdownOptions;
  private files: FoundFile[] = [];

  constructor(options: MarkdownOptions) {
    this.options = options;
    this.ids = new BlockIds(options.id);
  }

  /** The blocks of sibling trees that stand at `depth` (1 for the page itself). */
  list(trees: Tree[], depth: number): Block[] {
    const blocks: Block[] = [];
    let patch: { data: Data; source: Tree } | null = null;
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
    return this.files.splice(0).map(({ fileId, kind, name }) => this.ids.block(kind, { fileId, name }));
  }

  /** Lays the keys of a note over a block; false when there is none or a rule says no. */
  private apply(patch: Data, block: Block | undefined): boolean {
    if (!block) return false;
    const data = patched(block.data, patch);
    const rules = BLOCK_MODELS.get(block.type)!.data;
    for (const key of Object.keys(patch)) {
      if (!Object.hasOwn(rules, key)) return false;
      const value = data[key];
      if (value === undefined ? rules[key]!.presence !== 'optional' : rules[key]!.fault(value)) return false;
    }
    block.data = data;
    return true;
  }

  private blocks(tree: Tree, depth: number, previous: Block | undefined): Block[] {
    switch (tree.kind) {
      case 'paragraph':
        return this.paragraph(tree, previous);
      case 'heading':
        return [this.ids.block('heading', { level: Math.min(4, Number(tree.token.tag.slice(1))) }, this.content(tree))];
      case 'bullet_list':
      case 'ordered_list':
        return this.items(tree, depth, previous);
      case 'blockquote':
        return this.quote(tree, depth);
      case 'fence':
      case 'code_block':
        return [this.code(tree)];
      case 'hr':
        return [this.ids.block('divider', {})];
      case 'table':
        return [
          this.ids.block(
            'table',
            tableOf(tree, (cell) => this.content(cell), this.options),
          ),
        ];
      case 'display_math':
        return [this.ids.block('math', { tex: tree.token.content })];
      case 'footnote':
        return [this.footnote(tree)];
      default:
        return this.marked(tree, depth);
    }
  }

  private marked(tree: Tree, depth: number): Block[] {
    const marker = tree.token.meta?.marker as Marker | undefined;
    switch (tree.kind) {
      case 'toc':
        return [this.ids.block('toc', {})];
      case 'nothing':
        return [];
      case 'details': {
        const open = marker?.kind === 'details' && marker.open;
        return this.nest(this.ids.block('toggle', { open }, this.content(tree)), tree.children, depth);
      }
      case 'container':
        return this.callout(tree, marker?.kind === 'container' ? marker.name : '', true, depth);
      case 'note':
        return blocksOfNote(this, tree, depth) ?? [this.source(tree), ...this.list(tree.children, depth)];
      default:
        return [this.source(tree)];
    }
  }

  /** A block with the blocks of `trees` below it. */
  nest(block: Block, trees: Tree[], depth: number): Block[] {
    return this.attach(block, depth, (deeper) => this.list(trees, deeper));
  }

  /** A block with its children below it, or beside it when there is no deeper level. */
  private attach(block: Block, depth: number, make: (depth: number) => Block[]): Block[] {
    if (depth >= MAX_DEPTH) return [block, ...make(depth)];
    const children = make(depth + 1);
    if (children.length > 0) block.children = children;
    return [block];
  }

  /** The lines themselves, as a paragraph. */
  source(tree: Tree): Block {
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

  content(tree: Tree): Inline[] {
    return new ContentReader(this.options, this.files).read(tree.inlines.at(-1)?.children ?? []);
  }

  private paragraph(tree: Tree, previous: Block | undefined): Block[] {
    const source = tree.inlines[0]?.content ?? '';
    if (/^\[toc\]$/i.test(source)) return [this.ids.block('toc', {})];
    const anchor = this.options.wiki ? /^\^([A-Za-z0-9-]{1,32})$/.exec(source) : null;
    if (anchor && previous && this.ids.rename(previous, anchor[1]!)) return [];
    const media = mediaOf(tree.inlines[0]?.children ?? [], this.ids, this.options);
    if (media) return media;
    const block = this.ids.block('paragraph', {}, this.content(tree));
    this.takeAnchor(block);
    return [block];
  }

  /** Takes Obsidian's ` ^id` off the end of a text. */
  private takeAnchor(block: Block): void {
    const last = block.content?.at(-1);
    if (!this.options.wiki || last?.type !== 'text' || last.marks) return;
    const match = /\s\^([A-Za-z0-9-]{1,32})$/.exec(last.text);
    if (!match || !this.ids.rename(block, match[1]!)) return;
    const text = last.text.slice(0, match.index);
    block.content!.splice(-1, 1, ...(text ? [{ ...last, text }] : []));
  }

  private items(tree: Tree, depth: number, previous: Block | undefined): Block[] {
    const ordered = tree.kind === 'ordered_list';
    const start = ordered ? Number(tree.token.attrGet('start') ?? 1) : 1;
    return tree.children.flatMap((item, i) => {
      const first = item.children[0];
      const text = first?.kind === 'paragraph' ? first.inlines[0] : undefined;
      const task = text && TASK.exec(text.content);
      if (task) dropStart(text, task[0].length);
      const counts = ordered && i === 0 && (start !== 1 || previous?.type === 'numbered');
      const data: Data = task ? { checked: task[1] !== ' ' } : counts ? { start } : {};
      return this.adopt(
        this.ids.block(task ? 'todo' : ordered ? 'numbered' : 'bullet', data, []),
        item.children,
        depth,
      );
    });
  }

  /** A block that takes its text from the first paragraph inside it. */
  private adopt(block: Block, trees: Tree[], depth: number): Block[] {
    const [first, ...rest] = trees;
    if (first?.kind !== 'paragraph') return this.nest(block, trees, depth);
    const made = this.paragraph(first, undefined);
    if (made.length !== 1 || made[0]!.type !== 'paragraph') {
      // Something else than text, such as a picture: it stands below.
      return this.attach(block, depth, (deeper) => [...made, ...this.list(rest, deeper)]);
    }
    block.id = made[0]!.id;
    block.content = made[0]!.content!;
    return this.nest(block, rest, depth);
  }

  private quote(tree: Tree, depth: number): Block[] {
    const kind = tree.token.meta?.callout;
    if (kind) return this.callout(tree, String(kind), tree.token.meta!.body === true, depth);
    return this.adopt(this.ids.block('quote', {}, []), tree.children, depth);
  }

  /** `takes` says whether the first paragraph is the callout's own text. */
  private callout(tree: Tree, kind: string, takes: boolean, depth: number): Block[] {
    const look = calloutLook(kind);
    const block = this.ids.block('callout', { ...(look ?? { icon: '', color: 'default' }) }, []);
    const given = new ContentReader(this.options, this.files).read(tree.inlines.at(-1)?.children ?? [], BOLD);
    const title = given.length > 0 || look ? given : [textNode(kind, BOLD)];
    const made = takes ? this.adopt(block, tree.children, depth) : this.nest(block, tree.children, depth);
    const between: Inline[] = title.length > 0 && block.content!.length > 0 ? [{ type: 'hardBreak' }] : [];
    block.content = [...title, ...between, ...block.content!];
    return made;
  }

  private code(tree: Tree): Block {
    const text = tree.token.content.replace(/\n$/, '');
    const [language = '', ...rest] = tree.token.info.trim().split(/\s+/);
    if (language === 'mermaid') return this.ids.block('mermaid', { source: text });
    const caption = rest.join(' ').slice(0, 2000);
    return this.ids.block('code', { text, language: language.slice(0, 64), ...(caption ? { caption } : {}) });
  }

  private footnote(tree: Tree): Block {
    const content = tree.inlines.flatMap((token, i): Inline[] => {
      const part = new ContentReader(this.options, this.files).read(token.children ?? []);
      return i > 0 ? [{ type: 'hardBreak' }, ...part] : part;
    });
    return this.ids.block('footnote', { key: String(tree.token.meta!.key) }, content);
  }
}

/** Takes the first characters (a task's box, which is plain text) off an inline token. */
function dropStart(
  token: { content: string; children: { type: string; content: string }[] | null },
  length: number,
): void {
  token.content = token.content.slice(length);
  const first = token.children?.[0];
  if (first?.type === 'text') first.content = first.content.slice(length);
}

function patchOf(tree: Tree): Data | null {
  const marker = tree.token.meta?.marker as Marker | undefined;
  const note = tree.kind === 'note' && marker?.kind === 'note' ? marker.note : null;
  return note?.data && !note.type && !note.nest && typeof note.data === 'object' ? note.data : null;
}
