// Looks into the header of a picture before it is kept: what no browser could draw is refused with words.

import { lazy } from '../../core/boot/lazy-require.ts';
import { isRasterImage, sniff } from '../../core/files/file-response.ts';
import { invalid, type Problem } from '../../core/http/problem.ts';

const imageSizes = lazy<typeof import('image-size')>('image-size');

/** Pixels a picture may have; drawing one takes four bytes of memory each. */
export const PIXELS_MAX = 100_000_000;

/** @throws Problem validation_failed when the content says it is a picture and cannot be drawn, or is too large to be */
export function checkPicture(content: Buffer): void {
  if (!isRasterImage(sniff(content.subarray(0, 64)).mime)) return;
  const { width, height } = measured(content);
  if (width * height > PIXELS_MAX)
    throw invalid(
      ['body', 'file'],
      `has ${width} × ${height} pixels, and a picture may have 100 million: make it smaller and upload it again`,
      'value_error',
    );
}

export const unusable = (): Problem =>
  invalid(['body', 'file'], 'is a damaged picture that cannot be shown: save it again and upload it', 'value_error');

function measured(content: Buffer): { width: number; height: number } {
  try {
    const { width, height } = imageSizes().imageSize(content);
    if (width > 0 && height > 0) return { width, height };
  } catch {
    // The reader of headers names what it missed; people need to know what to do.
  }
  throw unusable();
}
