// Pictures as word processors take them: of the kinds they know as they are, all others drawn anew.
import sharp from 'sharp';
import type { DocumentPicture } from './document-model.ts';

export interface WordPicture {
  type: 'png' | 'jpg' | 'gif';
  content: Uint8Array;
  width: number;
  height: number;
}

const PIXELS_MAX = 100_000_000;
const COVER = { width: 1200, height: 300 };
const KNOWN: Record<string, WordPicture['type']> = { png: 'png', jpeg: 'jpg', gif: 'gif' };

/** undefined for what cannot be drawn */
export async function drawn({ content, at }: DocumentPicture): Promise<WordPicture | undefined> {
  try {
    return await (at === undefined ? picture(content) : cover(content, at));
  } catch {
    return undefined;
  }
}

async function picture(content: Uint8Array): Promise<WordPicture> {
  const { format = '', autoOrient } = await sharp(content, { limitInputPixels: PIXELS_MAX }).metadata();
  const type = KNOWN[format];
  if (type) return { type, content, ...autoOrient };
  const { data, info } = await sharp(content, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .png()
    .toBuffer({ resolveWithObject: true });
  return { type: 'png', content: data, width: info.width, height: info.height };
}

async function cover(content: Uint8Array, at: number): Promise<WordPicture> {
  const position = at < 34 ? 'top' : at > 66 ? 'bottom' : 'centre';
  const data = await sharp(content, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ ...COVER, fit: 'cover', position })
    .png()
    .toBuffer();
  return { type: 'png', content: data, ...COVER };
}
