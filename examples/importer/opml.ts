// Imports OPML: each outline becomes a page below the one that holds it; feeds keep their addresses as links.
import type { Importer, Item } from '../../plugins/importers/contract.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (value: string): string =>
  value.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (whole, decimal, hex, name) =>
    name ? (entities[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** By lower-case name: exporters do not agree on capitals. */
const attributes = (tag: string): Record<string, string> => {
  const found = tag.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries([...found].map(([, name = '', a, b]) => [name.toLowerCase(), plain(a ?? b ?? '').trim()]));
};

/** The format itself, without files: easy to test. */
export function* parse(file: string, text: string): Generator<Item> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return yield { type: 'problem', at: file, kind: 'refused', because: 'It declares entities, which are not read.' };
  const parents: string[] = [];
  const source = text.split('<!--').map((part, index) => (index ? part.slice(part.indexOf('-->') + 3) : part));
  for (const [, closing, tag = ''] of source.join('').matchAll(/<(\/?)outline\b([^<]*)/gi)) {
    if (closing) parents.pop();
    else {
      const { text: words, title, xmlurl, htmlurl, _note: note } = attributes(tag);
      const parent = parents.at(-1);
      const id = xmlurl || `${parent ?? file}/${words || title}`;
      const markdown = [note, ...[xmlurl, htmlurl].map((url) => url && `<${url}>`)].filter(Boolean).join('\n\n');
      yield { type: 'page', id, title: words || title || xmlurl || 'Untitled', markdown, ...(parent && { parent }) };
      if (!/\/\s*>\s*$/.test(tag)) parents.push(id);
    }
  }
}

const head = { kind: 'importer', name: 'opml', title: 'OPML outlines', accepts: ['.opml', '.xml'] } as const;
const read: Importer['read'] = async function* (source) {
  yield* parse(source.name, await source.text());
};
export default { ...head, read } satisfies Importer;
