// What a page shows of the file behind it: a picture, sound, film or text; everything else is downloaded.
import { text } from 'node:stream/consumers';
import { isRasterImage } from '../../core/blob.ts';
import type { Ctx } from '../../core/context.ts';
import { type FileRecord, fileUrl } from '../files/contract.ts';

export interface FileView {
  name: string;
  url: string;
  /** saves it */
  href: string;
  kilobytes: number;
  shown: 'image' | 'audio' | 'video' | 'text' | 'none';
  /** the content of a text that is not too long to be shown */
  text: string | null;
}

const TEXT_MAX = 262_144;

function shownAs({ mime, size }: FileRecord): FileView['shown'] {
  if (isRasterImage(mime)) return 'image';
  if (mime.startsWith('audio/')) return 'audio';
  if (mime.startsWith('video/')) return 'video';
  return mime.startsWith('text/') && size <= TEXT_MAX ? 'text' : 'none';
}

export async function viewFile(ctx: Ctx, record: FileRecord): Promise<FileView> {
  const url = fileUrl(record);
  const shown = shownAs(record);
  return {
    name: record.name,
    url,
    href: `${url}?download=1`,
    kilobytes: Math.max(1, Math.round(record.size / 1024)),
    shown,
    text: shown === 'text' ? await text(await ctx.app.storage.read(record.filename)) : null,
  };
}
