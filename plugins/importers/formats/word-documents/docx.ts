// Word's documents as pages: mammoth turns them into HTML, which is read like any other; nothing outside is fetched.
import type { CommentItem } from '../../contract.ts';
import type { HtmlDocument } from '../../conversion/html/document.ts';
import { DocumentPictures } from '../../conversion/html/document-pictures.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { pressSignTasks } from '../../conversion/html/sign-tasks.ts';
import {
  all,
  child,
  elementsIn,
  isElement,
  type MarkupElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';
import { type OpenPackage, PackageFault } from '../../reading/document-zip.ts';
import type { LaidFile, MadeFile } from '../../reading/embedded-file.ts';
import { COLOR_STYLES, setColors, withColors } from './docx-colors.ts';
import { commentsOf, docxCommentAnchor } from './docx-comments.ts';
import { setPictureTitles, withDrawingWords } from './docx-drawings.ts';
import { setFormulas, withMarkedFormulas } from './docx-formulas.ts';
import { graphicsOf } from './docx-graphics.ts';
import { checkDocxLength } from './docx-length.ts';
import { listBoxes, withListBoxes, withOneNoteTitles } from './docx-lines.ts';
import { countUnreadParts, withChosenWords } from './docx-unread.ts';

export type WordDocument = Omit<HtmlDocument, 'files'> & {
  files: (MadeFile | LaidFile)[];
  comments?: CommentItem[];
  /** its end is missing */
  isCut?: boolean;
};

/** What mammoth does not know by itself. */
const STYLES = [
  'u => u',
  'strike => s',
  ...COLOR_STYLES,
  'highlight => mark',
  'comment-reference => sup.comment',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Block Text'] => blockquote:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
];

/** @throws Error whose message ends a sentence */
export async function readDocx(parts: OpenPackage, path: string, folder: string): Promise<WordDocument> {
  if (!parts.names.includes('[Content_Types].xml')) throw new PackageFault('it is not a Word document');
  await checkDocxLength(parts);
  const unsupported: Record<string, number> = {};
  const count = (kind: string, times = 1): void => {
    if (times) unsupported[kind] = (unsupported[kind] ?? 0) + times;
  };
  await checkParts(parts, count);
  const { default: mammoth } = await import('mammoth');
  const held = new DocumentPictures(path, folder);
  const options = {
    styleMap: STYLES,
    externalFileAccess: false,
    idPrefix: '',
    convertImage: mammoth.images.imgElement(async (image) => {
      try {
        const name = new TextDecoder().decode(await image.readAsArrayBuffer());
        return { src: await held.streamAddress(image.contentType, await parts.stream(name)) };
      } catch {
        count('external_picture');
        return { src: '' };
      }
    }),
  };
  const boxes = await listBoxes(parts);
  const { value, messages } = await mammoth.convertToHtml(openFor(parts, boxes), options);
  for (const { message } of messages) {
    const kind = kindPassedOver(message);
    if (kind) count(kind);
  }
  const outside = await outsideOf(parts);
  const root = readTree(value);
  leaveOutComments(root);
  setFormulas(root);
  setColors(root);
  setPictureTitles(root);
  pressSignTasks(root);
  const graphics = await graphicsOf(parts);
  for (const [kind, times] of Object.entries(graphics.counts)) count(kind, times);
  root.children.push(...graphics.elements);
  const comments = await commentsOf(parts);
  const properties = { ...(await propertiesOf(parts)), ...(outside.length && { external_pictures: outside }) };
  const page = treeToBlocks(root, { data: held.keep });
  return {
    ...page,
    unsupported: { ...page.unsupported, ...unsupported },
    files: held.files,
    ...(comments.length && { comments }),
    ...aboutOf(readTree(await parts.text('docProps/core.xml'), { xml: true })),
    ...(Object.keys(properties).length && { properties }),
  };
}

/** Counts what stands in no text. @throws PackageFault for what may do harm */
async function checkParts(parts: OpenPackage, count: (kind: string, times?: number) => void): Promise<void> {
  for (const name of parts.names.filter((one) => /\.(?:xml|rels)$/.test(one))) {
    const text = await parts.text(name);
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text.slice(0, 10_000)))
      throw new PackageFault('it declares entities, which are not read');
    countUnreadParts(text, count);
    if (isOnEachPage(name, text)) count('header_footer');
  }
}

/** What mammoth has passed over, as its message says; undefined where nobody misses it. */
function kindPassedOver(message: string): string | undefined {
  const element = /unrecognised element was ignored: (?:\{[^}]*\}|\w+:)?(\w+)/.exec(message)?.[1];
  if (element && !QUIET.has(element)) return element.toLowerCase();
  if (/^A w:sym element/.test(message)) return 'symbol';
  return /^Could not find image|^A v:imagedata/.test(message) ? 'missing_file' : undefined;
}

/** Whether it is what stands on every printed page, which mammoth does not read. */
const isOnEachPage = (name: string, text: string): boolean =>
  /(?:^|\/)(?:header|footer)\d*\.xml$/.test(name) && /<w:t(?: [^<>]*)?>\s*[^\s<]/.test(text);

/**
 * The document as mammoth opens it by itself, which would unpack it from memory: here it reads part by part. What it reads
 * without an encoding are pictures, for which it gets their names: they go from the archive to the disk.
 */
function openFor(parts: OpenPackage, boxes: ReadonlyMap<string, string>): { buffer: Buffer } {
  const names = new Set(parts.names);
  const read = async (name: string, encoding?: string): Promise<string | ArrayBufferLike> => {
    if (!names.has(name)) throw new Error(`There is no ${name}.`);
    if (!encoding) return new TextEncoder().encode(name).buffer;
    const xml = withMarkedFormulas(new TextDecoder(encoding).decode(await parts.read(name)));
    const lines = name.endsWith('/document.xml') ? withListBoxes(withOneNoteTitles(xml), boxes) : xml;
    return withDrawingWords(withChosenWords(withColors(lines)));
  };
  return { file: { exists: (name: string) => names.has(name), read } } as never;
}

/** Elements that say nothing a reader sees. */
const QUIET = new Set([
  'lastRenderedPageBreak',
  'proofErr',
  'sectPr',
  'bookmarkEnd',
  'softHyphen',
  'permStart',
  'permEnd',
]);

/** Addresses of pictures that lie elsewhere: never fetched, but not forgotten. */
async function outsideOf(parts: OpenPackage): Promise<string[]> {
  const relations = await Promise.all(parts.names.filter((name) => name.endsWith('.rels')).map(parts.text));
  return relations.flatMap((text) =>
    all(readTree(text, { xml: true }), 'Relationship').flatMap(({ attrs }) =>
      attrs.TargetMode === 'External' && attrs.Type?.endsWith('/image') ? [attrs.Target ?? ''] : [],
    ),
  );
}

/** Takes the list of comments from the end; their signs in the text only say where: they are read from where they lie. */
function leaveOutComments(root: MarkupElement): void {
  for (const list of all(root, 'dl')) {
    if (list.children.find(isElement)?.attrs.id?.startsWith('comment-')) list.children = [];
  }
  for (const element of elementsIn(root))
    element.children = element.children.map((node) => {
      if (!isElement(node) || node.tag !== 'sup' || node.attrs.class !== 'comment') return node;
      const sign = all(node, 'a')[0]?.attrs.href?.replace('#comment-', '') ?? '';
      return { tag: 'a', attrs: { name: docxCommentAnchor(sign) }, children: [] };
    });
}

/** Names of properties that programs note for themselves. */
const OF_PROGRAMS =
  /^(?:_|MSIP_|ContentTypeId$|KSO|ICV$|Grammarly|Media(?:Service|LengthIn)|xd_|TemplateUrl$|ComplianceAssetId$|TriggerFlowInfo$|docLang$)/;

/** What people have written about the document, besides title, author and keywords. */
async function propertiesOf(parts: OpenPackage): Promise<Record<string, string>> {
  const read = async (name: string) => elementsIn(readTree(await parts.text(`docProps/${name}.xml`), { xml: true }));
  const core = [...(await read('core'))].filter(({ tag }) =>
    /^(?:dc:subject|dc:description|cp:category|cp:contentStatus)$/.test(tag),
  );
  const own = [...(await read('custom'))].filter(
    ({ tag, attrs }) => tag === 'property' && !OF_PROGRAMS.test(attrs.name ?? ''),
  );
  const app = [...(await read('app'))].filter(({ tag }) => /^(?:Company|Manager)$/.test(tag));
  const said = [
    ...app.map((one) => [one.tag.toLowerCase(), markupNodeLine(one)]),
    ...core.map((one) => [one.tag.slice(3), markupNodeLine(one)]),
    ...own.map((one) => [one.attrs.name ?? '', markupNodeLine(one)]),
  ];
  return Object.fromEntries(said.filter(([name, text]) => name && text));
}

/** Title, author and dates of the document's properties. */
function aboutOf(root: MarkupElement): Partial<WordDocument> & { title: string } {
  const core = root.children.find(isElement);
  const said = (tag: string): string => markupNodeLine(core && child(core, tag));
  const tags = said('cp:keywords')
    .split(/[,;]/)
    .flatMap((tag) => tag.trim() || []);
  return {
    title: said('dc:title'),
    ...(said('dc:creator') && { author: said('dc:creator') }),
    ...(said('dcterms:created') && { created: said('dcterms:created') }),
    ...(said('dcterms:modified') && { updated: said('dcterms:modified') }),
    ...(tags.length && { tags }),
  };
}
