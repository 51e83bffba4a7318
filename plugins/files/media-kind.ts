// What a stored file is in a page: a picture, something that plays, a PDF, or a file.
import { isRasterImage } from '../../core/files/file-response.ts';

export type MediaKind = 'image' | 'video' | 'audio' | 'pdf' | 'file';

/** The type of the block that shows it. Drawings in SVG are files, since browsers would run what is in them. */
export function mediaKind(mime: string): MediaKind {
  if (isRasterImage(mime)) return 'image';
  if (mime === 'application/pdf') return 'pdf';
  const [family] = mime.split('/');
  return family === 'video' || family === 'audio' ? family : 'file';
}
