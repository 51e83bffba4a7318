// Vectors as they are stored: of length one, each number as a byte. That is a quarter of the room, and the order of what
// is near stays what it is.

const STEPS = 127;

/** As bytes, of length one. A vector of nothing but zeros is near to nothing. */
export function packVector(vector: number[]): Buffer {
  const length = Math.hypot(...vector) || 1;
  return Buffer.from(Int8Array.from(vector, (one) => Math.round((one / length) * STEPS)).buffer);
}

export const unpackVector = (bytes: Buffer): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** How near two vectors are, from -1 to 1; those of different sizes are of different models, and not near. */
export function nearness(one: Int8Array, other: Int8Array): number {
  if (one.length !== other.length) return -1;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum / (STEPS * STEPS);
}
