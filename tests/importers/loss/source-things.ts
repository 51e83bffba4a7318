// What a file of a source holds: words, addresses of links, pictures and cells, by a plain scan of its bytes that
// shares nothing with the importers.

import { archiveParts, isArchive } from './archive-parts.ts';
import { archiveThings } from './archive-things.ts';
import {
  attributesIn,
  type HeldThing,
  heldAddresses,
  heldWords,
  readMarkup,
  unescapedMarkup,
} from './markup-things.ts';

/** As the mark of its byte order says, else as UTF-8 where it is that, else byte by byte. */
export function plainText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function inMarkup(text: string): HeldThing[] {
  const markup = readMarkup(text);
  const said = unescapedMarkup(
    markup.replace(/<\/?(?:b|i|em|strong|u|s|span|font|a|sub|sup|code|mark)\b[^>]*>/gi, '').replace(/<[^>]*>/g, ' '),
  );
  const cells = [...markup.matchAll(/<t[dh]\b[^>]*>([^<]+)<\/t[dh]\s*>/gi)].map(([, inner]) =>
    unescapedMarkup(inner as string),
  );
  return [
    ...attributesIn(markup, 'a', 'href').map((one) => ({ kind: 'link' as const, said: one })),
    ...attributesIn(markup, 'img', 'src').map((one) => ({ kind: 'picture' as const, said: one })),
    ...attributesIn(markup, 'video|audio|iframe|source|embed', 'src').map((one) => ({
      kind: 'link' as const,
      said: one,
    })),
    ...cells.map((one) => ({ kind: 'cell' as const, said: one })),
    ...heldAddresses(said),
    ...heldWords(said),
  ];
}

/** Code is not searched for links. */
const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1\2|$(?![\s\S]))[^\n]*$/gm, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');

const TARGET = /(!?)\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]\((?:<([^<>\n]+)>|([^\s()<>[\]]+(?:\([^\s()]*\)[^\s()]*)*))/g;
const NAME = /(!?)\[\[([^[\]|\n]+?)(?:\\?\|[^\]\n]*)?\]\]/g;

function inMarkdown(text: string): HeldThing[] {
  const remarkless = text.replace(/<!--[\s\S]*?-->/g, ' ');
  const markdown = withoutCode(remarkless);
  const targets = [...markdown.matchAll(TARGET), ...markdown.matchAll(NAME)].map(([, sign, one, other]) => ({
    sign,
    said: one ?? (other as string),
  }));
  const words = remarkless.replace(/<[^>]*>|\]\((?:[^()\n]|\([^()\n]*\))*\)|^\[[^\]\n]+\]:.*$/gm, ' ');
  return [
    ...targets.flatMap(({ sign, said }): HeldThing[] => {
      if (/^(?:#|data:)/.test(said)) return [];
      return [{ kind: sign && /\.(?:png|jpe?g|gif|svg|webp)$/i.test(said) ? 'picture' : 'link', said }];
    }),
    ...heldAddresses(markdown),
    ...heldWords(unescapedMarkup(words)),
  ];
}

/** Cells of a text whose rows are lines, with their quotes. */
function inTable(text: string): HeldThing[] {
  const first = text.slice(0, text.search(/\r?\n|$/));
  const more = (one: string, other: string): string =>
    first.split(other).length > first.split(one).length ? other : one;
  const separator = [',', ';', '\t'].reduce(more);
  const cells = text.matchAll(new RegExp(`"((?:[^"]|"")*)"|([^"${separator}\\r\\n]+)`, 'g'));
  return [...cells].flatMap(([, quoted, plain]): HeldThing[] => {
    const said = (quoted?.replaceAll('""', '"') ?? plain ?? '').trim();
    return said ? [{ kind: 'cell', said }] : [];
  });
}

function* leavesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* leavesOf(one);
  else if (value && typeof value === 'object') for (const one of Object.values(value)) yield* leavesOf(one);
  else if (typeof value === 'string' || typeof value === 'number') yield String(value);
}

function leavesIn(json: string): string[] {
  try {
    return [...leavesOf(JSON.parse(json))];
  } catch {
    return [];
  }
}

const BODY = /<property name="body">(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/property>/g;

/** Exports of wikis have their pages in one of their elements, and other files all that they say in all of them. */
function inXml(text: string): HeldThing[] {
  if (text.includes('<hibernate-generic'))
    return [...text.matchAll(BODY)].flatMap(([, body]) =>
      inMarkup(body as string).filter(({ kind }) => kind !== 'cell'),
    );
  return heldAddresses(unescapedMarkup(unescapedMarkup(readMarkup(text))));
}

/** By endings. */
const READERS: [endings: RegExp, read: (text: string) => HeldThing[]][] = [
  [/^(?:html?|xhtml)$/, inMarkup],
  [
    /^enex$/,
    (text) =>
      // Evernote draws groups of tasks with a remark that it puts there itself; the tasks follow the text.
      inMarkup(
        text
          .replace(/<div style="--en-task-group[\s\S]*?<\/div><\/div>/g, ' ')
          .replace(/<(resource|created|updated|data|recognition|note-attributes|task)\b[\s\S]*?<\/\1>/g, ' '),
      ),
  ],
  [
    /^mht$/,
    (text) =>
      inMarkup(
        text
          .slice(text.indexOf('<html'))
          .replace(/=\r?\n/g, '')
          .replace(/\n--[\s\S]*$/, ''),
      ),
  ],
  [/^(?:xml|opml)$/, inXml],
  [/^(?:md|markdown)$/, inMarkdown],
  [/^txt$/, (text) => [...heldAddresses(text), ...heldWords(text)]],
  [/^(?:csv|tsv)$/, inTable],
  [/^json$/, (text) => leavesIn(text).flatMap(heldAddresses)],
  [/^edn$/, (text) => heldAddresses(text.replaceAll('\\"', '"'))],
  [
    /^rtf$/,
    (text) => [...text.matchAll(/HYPERLINK\s+"([^"]+)"/g)].map(([, said]) => ({ kind: 'link', said: said as string })),
  ],
  [
    /^pdf$/,
    (text) => [...text.matchAll(/\/URI \(([^)]+)\)/g)].map(([, said]) => ({ kind: 'link', said: said as string })),
  ],
  [/^ics$/, (text) => heldAddresses(text.replace(/\r?\n[ \t]/g, '').replace(/\\([,;])/g, '$1'))],
];

/** @param isTable its JSON is one: each value is a cell */
export function thingsIn(path: string, bytes: Buffer, isTable = false): HeldThing[] {
  if (isArchive(bytes)) return archiveThings(archiveParts(bytes), thingsIn);
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (ending === 'json' && isTable) return leavesIn(plainText(bytes)).map((said) => ({ kind: 'cell', said }));
  return READERS.find(([endings]) => endings.test(ending))?.[1](plainText(bytes)) ?? [];
}
