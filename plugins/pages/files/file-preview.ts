// What a page shows of the file behind it: a picture, sound, film, document, table or text; everything else is downloaded.
import { buffer } from 'node:stream/consumers';
import { blobText, isRasterImage } from '../../../core/files/file-response.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';
import { escapeText } from '../../blocks/markdown/escape-text.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import { blocksToMarkdown } from '../../blocks/markdown/serialize.ts';
import { type FileRecord, files, fileUrl, thumbnailUrl } from '../../files/contract.ts';
import { fileBehind } from '../content/page-body.ts';
import { pageStore } from '../store.ts';
import { type CsvTable, readCsv } from './csv-table.ts';

export interface FileView {
  name: string;
  url: string;
  /** saves it */
  href: string;
  mime: string;
  kilobytes: number;
  uploaded: string;
  shown: Kind;
  /** of a PDF: what a frame may show */
  frame: string;
  /** of a Markdown file */
  html: string;
  table: CsvTable | null;
  lines: { numbers: string; text: string } | null;
  /** of a program, by the end of its name */
  language: string;
  /** holds code, which scripts give colours */
  lively: boolean;
  /** only the beginning of a long file is shown */
  cut: boolean;
}

type Kind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'table' | 'text' | 'none';

/** Bytes of a text that are shown at once. */
const TEXT_MAX = 262_144;
const TABLE_MAX = 2_097_152;

/** What browsers play; of sounds and films of other kinds people get the facts. */
const played = new Set(['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/mp4', 'audio/flac', 'video/mp4', 'video/webm']);

/** Ends of names whose code gets colours; most are names of the language, too. */
const CODE =
  /\.(bash|sh|zsh|c|h|cc|cpp|hpp|cs|css|diff|patch|go|graphql|gql|html|xml|svg|ini|toml|java|js|jsx|mjs|cjs|json|kt|kts|php|py|rb|rs|sql|swift|ts|tsx|mts|cts|ya?ml)$/i;

const languageOf = (name: string): string => CODE.exec(name)?.[1]?.toLowerCase() ?? '';

function kindOf({ mime, size, name }: FileRecord): Kind {
  if (isRasterImage(mime)) return 'image';
  if (played.has(mime)) return mime.startsWith('audio/') ? 'audio' : 'video';
  if (mime === 'application/pdf') return 'pdf';
  if (!mime.startsWith('text/')) return 'none';
  if (/\.(csv|tsv)$/i.test(name)) return 'table';
  return /\.(md|markdown)$/i.test(name) && size <= TEXT_MAX ? 'markdown' : 'text';
}

async function beginning(ctx: Ctx, record: FileRecord, bytes: number): Promise<string> {
  const range = record.size > bytes ? { start: 0, end: bytes - 1 } : undefined;
  return blobText(record, await buffer(await ctx.app.storage.read(record.filename, range)));
}

const nothing: Links = { page: () => null, user: () => null, file: () => null };
const rendered = new LruCache<string>(4_000_000, ({ length }) => length);

/** A file leads to other sites and within itself only: nobody knows what lay beside it, so that is shown as it stands. */
const link = (href: string) => ({ href: /^(https?:|mailto:|tel:|#)/i.test(href) ? href : '' });

/** A stored file never changes, so neither does what is made of it. */
const markdownHtml = (filename: string, text: string): string =>
  rendered.getOrCreate(filename, () => renderHtml(markdownToBlocks(text, { link }), nothing));

function numbered(text: string): { numbers: string; text: string } {
  const count = text.replace(/\n$/, '').split('\n').length;
  return { numbers: Array.from({ length: count }, (_none, at) => at + 1).join('\n'), text };
}

/** Addresses of small forms of those pages that are uploaded pictures. */
export async function picturesOf(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  const uploads = (await pageStore.uploads(ctx, ids)).map((row) => ({ id: row.id, fileId: fileBehind(row) }));
  const wanted = uploads.flatMap(({ fileId }) => fileId ?? []);
  const records = new Map((await ctx.use(files).byIds(ctx, wanted)).map((record) => [record.id, record]));
  const addresses = uploads.flatMap(({ id, fileId }) => {
    const record = records.get(fileId ?? 0);
    const address = record && thumbnailUrl(record, 96);
    return address ? [[id, address] as const] : [];
  });
  return new Map(addresses);
}

/** An uploaded file as Markdown: what a text says, a table or code as it stands; of anything else where it lies. */
export async function fileMarkdown(ctx: Ctx, record: FileRecord): Promise<string> {
  const kind = kindOf(record);
  const isText = kind === 'markdown' || kind === 'text' || kind === 'table';
  if (!isText || record.size > TABLE_MAX) return `[${escapeText(record.name)}](${fileUrl(record)})\n`;
  const text = await beginning(ctx, record, TABLE_MAX);
  if (kind === 'markdown') return text;
  return blocksToMarkdown([{ id: 'text', type: 'code', data: { language: '', text } }], nothing);
}

export async function viewFile(ctx: Ctx, record: FileRecord): Promise<FileView> {
  const { filename, name, mime, size } = record;
  const url = fileUrl(record);
  const shown = kindOf(record);
  const limit = shown === 'table' ? TABLE_MAX : TEXT_MAX;
  const isText = shown === 'table' || shown === 'text' || shown === 'markdown';
  const text = isText ? await beginning(ctx, record, limit) : '';
  const table = shown === 'table' ? readCsv(text, size <= limit) : null;
  const html = shown === 'markdown' ? markdownHtml(filename, text) : '';
  const language = shown === 'text' ? languageOf(name) : '';
  return {
    name,
    url,
    href: `${url}?download=1`,
    mime,
    kilobytes: Math.max(1, Math.round(size / 1024)),
    uploaded: momentText(ctx, record.created_at),
    shown,
    frame: shown === 'pdf' ? `${url}/view` : '',
    html,
    table,
    lines: shown === 'text' ? numbered(text) : null,
    language,
    lively: language !== '' || html.includes('<pre><code'),
    cut: table ? table.cut : isText && size > limit,
  };
}
