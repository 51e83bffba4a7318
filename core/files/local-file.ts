// A file of this machine as content to be kept: it is copied through one small buffer, where a stream leaves a new one
// behind for each of its pieces.
import { open } from 'node:fs/promises';

const PIECE = 262_144;

export class LocalFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Its pieces in order, each of which is good until the next one is asked for. */
  async *pieces(): AsyncGenerator<Buffer> {
    const handle = await open(this.path);
    try {
      const piece = Buffer.allocUnsafe(PIECE);
      for (;;) {
        const { bytesRead } = await handle.read(piece, 0, PIECE, null);
        if (!bytesRead) return;
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }

  /** How it begins. */
  async head(bytes: number): Promise<Buffer> {
    const handle = await open(this.path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}
