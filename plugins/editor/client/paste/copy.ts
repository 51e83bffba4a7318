// What leaves the page by copying: HTML that other programs understand, and Markdown as its plain text.
import { DOMSerializer, type Fragment, type Node, type Slice } from 'prosemirror-model';
import type { Block } from '../../../blocks/block.ts';
import { makeBlock } from '../../../blocks/commands/block-position.ts';
import type { Links } from '../../../blocks/link-context.ts';
import { fromDoc } from '../../../blocks/schema/document.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import type { NameCache } from '../editor/name-cache.ts';
import { tabbedText } from '../tables/table-paste.ts';

let known: NameCache | undefined;

type Writer = typeof import('../../../blocks/markdown/serialize.ts')['blocksToMarkdown'];
let writing: Promise<Writer> | undefined;
let written: Writer | undefined;

/** Loads what writes Markdown: with the first touch of the text, because nothing can be copied before. */
export function prepareCopies(): Promise<Writer> {
  writing ??= import('../../../blocks/markdown/serialize.ts').then(({ blocksToMarkdown }) => {
    written = blocksToMarkdown;
    return blocksToMarkdown;
  });
  return writing;
}

/** Says where names of pages and people are, for copied text. */
export function useNames(names: NameCache): void {
  known = names;
}

const links: Links = {
  page(id) {
    const title = known?.page(id);
    return { href: `/pages/${id}`, title: title || `/pages/${id}` };
  },
  user(id) {
    const name = known?.user(id);
    return name ? { name } : null;
  },
  file: (id) => known?.file(id) ?? null,
};

/** Blocks of a fragment, whatever level it was cut at. */
function blocksIn(fragment: Fragment): Node[] {
  return fragment.content.flatMap((node): Node[] => {
    if (node.type.name === 'block') return node.firstChild?.type.name === 'group' ? blocksIn(node.content) : [node];
    if (node.type.name === 'group' || node.type.name === 'column') return blocksIn(node.content);
    return node.type.isInGroup('blockContent') ? [makeBlock(node)] : [];
  });
}

export const fragmentMarkdown = async (fragment: Fragment): Promise<string> =>
  asMarkdown(fragment, await prepareCopies());

/** Without the writer, which is on its way then, the words alone. */
function asMarkdown(fragment: Fragment, write = written): string {
  const nodes = blocksIn(fragment);
  if (!nodes.length || !write) return fragment.textBetween(0, fragment.size, '\n', '\n');
  const blocks: Block[] = fromDoc(schema.nodes.doc!.create(null, nodes));
  return write(blocks, links).trimEnd();
}

const READ: Record<string, (leaf: Node) => string | null | undefined> = {
  pageLink: ({ attrs }) => known?.page(attrs.pageId),
  hardBreak: () => '\n',
  inlineMath: ({ attrs }) => `$${attrs.tex}$`,
};

/** A text as it reads. */
const readText = (text: Node): string =>
  text.textBetween(0, text.content.size, '\n', (leaf) => READ[leaf.type.name]?.(leaf) ?? '');

/** The text that a slice is a stretch of, when it is of one only: of a block or of a cell. */
function onlyText({ content, openStart }: Slice): Node | null {
  let node = content.childCount === 1 ? content.firstChild : null;
  for (let open = openStart - 1; node && open > 0 && !node.isTextblock; open--)
    node = node.childCount === 1 ? node.firstChild : null;
  return node?.isTextblock && openStart > 1 ? node : null;
}

/** Chosen cells go as spreadsheets have them, a stretch within one text as it reads; more than that as Markdown. */
export function copiedText(slice: Slice): string {
  const { content, openStart } = slice;
  const role = content.firstChild?.type.spec.tableRole;
  if (role === 'row' || (role === 'table' && openStart > 0)) return tabbedText(slice, readText);
  const text = onlyText(slice);
  return text ? readText(text) : asMarkdown(content);
}

const own = DOMSerializer.fromSchema(schema);

/** Lists as lists, to-dos with their boxes: our own elements mean nothing elsewhere. */
export const copiedHtml = new DOMSerializer(
  {
    ...own.nodes,
    bullet: (node) => ['ul', ['li', attributes(node), 0]],
    numbered: (node) => [
      'ol',
      node.attrs.start ? { start: String(node.attrs.start) } : {},
      ['li', attributes(node), 0],
    ],
    todo: (node) => ['ul', ['li', attributes(node), 0]],
    codeBlock: (node) => ['pre', attributes(node), ['code', 0]],
    toggle: (node) => ['p', attributes(node), 0],
    divider: (node) => ['hr', attributes(node)],
    pageLink: (node) => {
      const href = `${location.origin}/pages/${node.attrs.pageId}`;
      return ['span', attributes(node), ['a', { href }, known?.page(node.attrs.pageId) || href]];
    },
    inlineMath: (node) => ['span', attributes(node), `$${node.attrs.tex}$`],
    dateLink: (node) => ['span', attributes(node), ['time', { datetime: node.attrs.date }, node.attrs.date]],
  },
  own.marks,
);

function attributes(node: Node): Record<string, string> {
  const [, attrs] = node.type.spec.toDOM!(node) as unknown as [string, Record<string, string>];
  return attrs;
}
