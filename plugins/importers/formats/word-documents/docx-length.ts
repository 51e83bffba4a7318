// How long a document of Word is, before it is read: what no page can hold would take the most memory of all.
import { MAX_BLOCKS } from '../../../blocks/block.ts';
import { type OpenPackage, PackageFault } from '../../reading/document-zip.ts';

/** Of a text with its markup, in megabytes: what is read of it takes several times as much memory. */
const TEXT_MB_MAX = 40;
/** Bytes below which a text is read without being counted: it takes little memory in any case. */
const UNCOUNTED = 6_000_000;

/** Paragraphs of such styles become one block. */
const LINES_OF_CODE =
  /<w:style\b[^<>]*\bw:styleId="([^"]*)"[^<>]*>\s*<w:name w:val="(?:Source Code|HTML Preformatted)"/g;

/** @throws PackageFault when it is longer than a page can be */
export async function checkDocxLength(parts: OpenPackage): Promise<void> {
  if (parts.names.some((name) => /\.xml$/.test(name) && parts.size(name) > TEXT_MB_MAX * 1_000_000))
    throw new PackageFault(`it has more than ${TEXT_MB_MAX} MB of text with its markup; save it in parts`);
  const long = parts.names.filter((name) => /(?:^|\/)document\d*\.xml$/.test(name) && parts.size(name) > UNCOUNTED);
  if (!long.length) return;
  const styles = await parts.text('word/styles.xml');
  const code = new Set([...styles.matchAll(LINES_OF_CODE)].map(([, id = '']) => id));
  for (const name of long)
    if ((await paragraphsIn(parts, name, code)) > MAX_BLOCKS)
      throw new PackageFault(`it has more than ${MAX_BLOCKS} paragraphs, and a page holds no more; save it in parts`);
}

const PARTS = /<(\/?)w:(tbl|p|pStyle|t)(?=[\s>])[^<>]*>/g;

/** Those that have words and stand in no table. */
async function paragraphsIn(parts: OpenPackage, name: string, code: ReadonlySet<string>): Promise<number> {
  const decoder = new TextDecoder();
  let [count, tables, rest, isOpen] = [0, 0, '', false];
  for await (const chunk of await parts.stream(name)) {
    const text = rest + decoder.decode(chunk as Uint8Array, { stream: true });
    const end = text.lastIndexOf('<');
    rest = text.slice(end);
    for (const [tag, isEnd, kind] of text.slice(0, end).matchAll(PARTS)) {
      if (kind === 'tbl') tables += isEnd ? -1 : 1;
      else if (kind === 'p') isOpen = !isEnd && tables === 0;
      else if (kind === 'pStyle') isOpen &&= !code.has(/w:val="([^"]*)"/.exec(tag)?.[1] ?? '');
      else if (isOpen && !isEnd) [count, isOpen] = [count + 1, false];
    }
  }
  return count;
}
