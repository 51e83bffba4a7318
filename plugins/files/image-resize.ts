// Makes pictures smaller, two at a time: whoever sends many large ones waits, and nobody else does.
import PQueue from 'p-queue';
import type { Sharp } from 'sharp';
import { PIXELS_MAX, unusable } from './image-check.ts';

/** Of all images of an animation together, which lie in memory at once. */
const FRAMES_PIXELS_MAX = 25_000_000;
const SECONDS_MAX = 15;

const queue = new PQueue({ concurrency: 2 });

async function open(content: Buffer, animated: boolean): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(content, { animated, limitInputPixels: animated ? FRAMES_PIXELS_MAX : PIXELS_MAX });
}

/** As `Files.scaled` says. Turning it upright comes first: the note of the camera goes with all others. */
export function scaled(
  content: Buffer,
  { edge, animated = false }: { edge: number; animated?: boolean },
): Promise<Buffer> {
  return queue.add(async () => {
    const picture = await open(content, animated);
    return picture
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS_MAX })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw unusable();
      });
  });
}
