// The tree of pages as an outline: the first paragraphs of each as its note, all else as items with their nesting.
import { Readable } from 'node:stream';
import { escapeHtml, xmlText } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../../blocks/block.ts';
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';

export const openOpml = async (bundle: Bundle): Promise<Readable> =>
  Readable.from(lines(bundle), { objectMode: false });

const text = (value: string): string => escapeHtml(xmlText(value)).replace(/\n/g, '&#10;');

async function* lines(bundle: Bundle): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n';
  yield `<head><title>${text(bundle.title)}</title></head>\n<body>\n`;
  for (const { title, roots } of bundle.groups) {
    const isNamed = bundle.target.kind === 'service';
    if (isNamed) yield `<outline text="${text(title)}">\n`;
    for (const node of roots) yield* outline(bundle, node);
    if (isNamed) yield '</outline>\n';
  }
  yield '</body>\n</opml>\n';
}

async function* outline(bundle: Bundle, node: ExportNode): AsyncGenerator<string> {
  await bundle.tick();
  const blocks = node.fileId ? [] : await bundle.blocks(node);
  const from = blocks.findIndex(({ type, children }) => type !== 'paragraph' || children?.length);
  const [said, items] = from < 0 ? [blocks, []] : [blocks.slice(0, from), blocks.slice(from)];
  const words = blocksPlainText(said).trim();
  yield `<outline text="${text(node.title || 'Untitled')}"${words ? ` _note="${text(words)}"` : ''}`;
  const inside = items.map(itemOf).join('');
  if (!inside && !node.children.length) return yield '/>\n';
  yield `>\n${inside}`;
  for (const child of node.children) yield* outline(bundle, child);
  yield '</outline>\n';
}

/** A block with those inside it; outliners know boxes and headings by these names. */
function itemOf(block: Block): string {
  const { type, data, children = [] } = block;
  const words = blocksPlainText([{ ...block, children: undefined }]).trim();
  const inside = children.map(itemOf).join('');
  // Columns and the like say nothing themselves.
  if (!words) return inside;
  const done = type === 'todo' ? ` _complete="${data.checked === true}"` : '';
  const level = type === 'heading' ? ` heading="${Number(data.level)}"` : '';
  return `<outline text="${text(words)}"${done}${level}${inside ? `>\n${inside}</outline>` : '/>'}\n`;
}
