// The smallest whole picture, and the same one telling lies about its size.

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of one pixel whose header promises another size. */
export function claiming(width: number, height: number): Buffer {
  const made = Buffer.from(PIXEL);
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  return made;
}
