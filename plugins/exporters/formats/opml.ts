// The tree of pages as an outline, each with its plain text as a note: what outliners read.
import { Readable } from 'node:stream';
import { escapeHtml, xmlText } from '../../../core/views/html-escape.ts';
import { plainText } from '../../blocks/plain-text.ts';
import type { Bundle, Node } from '../export-source.ts';

export const open = async (bundle: Bundle): Promise<Readable> => Readable.from(lines(bundle), { objectMode: false });

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

async function* outline(bundle: Bundle, node: Node): AsyncGenerator<string> {
  await bundle.tick();
  const words = node.fileId ? '' : plainText(await bundle.blocks(node)).trim();
  const note = words ? ` _note="${text(words)}"` : '';
  yield `<outline text="${text(node.title || 'Untitled')}"${note}`;
  if (!node.children.length) return yield '/>\n';
  yield '>\n';
  for (const child of node.children) yield* outline(bundle, child);
  yield '</outline>\n';
}
