// What documents and workbooks hold that are archives of XML, by a plain scan of their parts.
import { createHash } from 'node:crypto';
import { attributesIn, type HeldThing, heldWords, unescapedMarkup } from './markup-things.ts';

type Parts = Map<string, Buffer>;

export const contentHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Texts of all elements of a name, without its prefix. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)</`, 'g'))].map(([, said]) =>
    unescapedMarkup(said as string),
  );

/** Texts that cells of a workbook share, without how they are spoken. */
const sharedTexts = (xml: string): string[] =>
  [...xml.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(([, inner = '']) =>
    textsOf(inner.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, ''), 't').join(''),
  );

/** Numbers that have a look of their own may be dates: only others are compared. */
function sheetCells(xml: string, shared: string[]): HeldThing[] {
  return [...xml.matchAll(/<(?:\w+:)?c\b([^>]*[^>/])>([\s\S]*?)<\/(?:\w+:)?c>/g)].flatMap(
    ([, about = '', inner = '']): HeldThing[] => {
      const said = textsOf(inner, 'v')[0] ?? textsOf(inner, 't').join('');
      if (!said || (/\bs="(?!0")\d+"/.test(about) && !/\bt="(?!n")/.test(about))) return [];
      return [{ kind: 'cell', said: /\bt="s"/.test(about) ? (shared[Number(said)] ?? '') : said }];
    },
  );
}

/** What people deleted while it was tracked is counted, and fields and places are no words. */
function documentWords(xml: string): HeldThing[] {
  const body = xml
    .replace(/<w:(del|moveFrom)\b[^>]*[^/]>[\s\S]*?<\/w:\1>/g, '')
    .replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>|<w:instrText\b[\s\S]*?<\/w:instrText>/g, ' ')
    .replace(/<(wp:posOffset|wp:align|wp14:\w+)>[^<]*<\/\1>/g, ' ');
  return heldWords(
    unescapedMarkup(body.replace(/<\/w:p>|<w:(?:tab|br|cr|fldChar)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, '')),
  );
}

const isRelated = (parts: Parts, name: string): boolean =>
  [...parts].some(
    ([path, content]) =>
      /^word\/_rels\/document\.xml\.rels$|^xl\/.*\.rels$/.test(path) &&
      content.includes(name.slice(name.lastIndexOf('/') + 1)),
  );

const linksIn = (relations: string): HeldThing[] =>
  [...relations.matchAll(/<Relationship\b[^>]*>/g)].flatMap(([one]): HeldThing[] => {
    const isLink = /TargetMode="External"/.test(one) && /\/hyperlink"/.test(one);
    return isLink ? [{ kind: 'link', said: unescapedMarkup(/Target="([^"]*)"/.exec(one)?.[1] ?? '') }] : [];
  });

function officeThings(parts: Parts): HeldThing[] {
  const shared = sharedTexts(parts.get('xl/sharedStrings.xml')?.toString() ?? '');
  return [...parts].flatMap(([path, content]): HeldThing[] => {
    if (/\/media\//.test(path))
      return isRelated(parts, path) ? [{ kind: 'picture', said: path, hash: contentHash(content) }] : [];
    const text = content.toString();
    if (/^word\/_rels\/(?:document|footnotes|endnotes)\.xml\.rels$|^xl\/worksheets\/.*\.rels$/.test(path))
      return linksIn(text);
    if (/^word\/(?:document|footnotes|endnotes)\.xml$/.test(path)) return documentWords(text);
    return /^xl\/worksheets\/[^/]*\.xml$/.test(path) ? sheetCells(text, shared) : [];
  });
}

function openDocumentThings(parts: Parts): HeldThing[] {
  const content = (parts.get('content.xml')?.toString() ?? '').replace(
    /<text:tracked-changes>[\s\S]*?<\/text:tracked-changes>/g,
    '',
  );
  const said = content
    .replace(
      /<\/text:(?:p|h|note-citation|bookmark-ref)>|<text:(?:s|tab|line-break|note)\b[^>]*>|<\/(?:dc:date|dc:creator)>/g,
      ' ',
    )
    .replace(/<[^>]*>/g, '');
  const cells = [
    ...content.matchAll(
      /<table:table-cell\b(?![^>]*office:value-type="(?!string))[^>]*[^>/]>([\s\S]*?)<\/table:table-cell>/g,
    ),
  ];
  return [
    ...attributesIn(content, 'text:a', 'xlink:href').map((one): HeldThing => ({ kind: 'link', said: one })),
    ...attributesIn(content, 'draw:image', 'xlink:href').map((one): HeldThing => {
      const bytes = parts.get(one.replace(/^\.\//, ''));
      return { kind: 'picture', said: one, ...(bytes && { hash: contentHash(bytes) }) };
    }),
    ...cells.flatMap(([, inner = '']) =>
      textsOf(inner, 'p')
        .filter(Boolean)
        .map((one): HeldThing => ({ kind: 'cell', said: one })),
    ),
    ...(content.includes('<office:text') ? heldWords(unescapedMarkup(said)) : []),
  ];
}

/** @param read what any other file holds */
export function archiveThings(parts: Parts, read: (path: string, bytes: Buffer) => HeldThing[]): HeldThing[] {
  if (parts.has('[Content_Types].xml')) return officeThings(parts);
  if (parts.has('content.xml')) return openDocumentThings(parts);
  return [...parts].flatMap(([name, content]) => (/(?:^|\/)(?:__MACOSX\/|\.)/.test(name) ? [] : read(name, content)));
}
