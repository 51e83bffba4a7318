// An archive as it is written: one entry after the other, never more of it in memory than the entry at hand.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

export interface Zip {
  /** resolves once the entry is in the archive */
  add(path: string, content: string | Buffer | Readable, at?: string): Promise<void>;
}

/** Entries without a time of their own have this one, by the clock on the wall, so that equal content makes equal archives. */
const ALWAYS = { mtime: new Date(2000, 0, 1, 12), forceDosTimestamp: true };

/** Kinds of files that are packed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|heic|mp[34]|m4a|mov|webm|ogg|zip|docx|xlsx|pdf)$/i;

/** What `write` adds, as a stream; its error becomes that of the stream. */
export async function zipped(write: (zip: Zip) => Promise<void>): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const file = new ZipFile();
  const out = new PassThrough();
  file.on('error', (error: Error) => out.destroy(error));
  file.outputStream.pipe(out);
  // A reader that gives up must not leave the writer waiting for an entry that nobody takes, nor a file open.
  let entry: Readable | undefined;
  const zip: Zip = {
    async add(path, content, at) {
      entry = content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false });
      if (out.destroyed) entry.destroy(new Error('The archive is read no further.'));
      await add(file, path, entry, at);
    },
  };
  out.once('close', () => entry?.destroy());
  const gone = once(out, 'close').then(() => {
    throw new Error('The archive is read no further.');
  });
  gone.catch(() => {});
  void Promise.race([write(zip), gone]).then(
    () => file.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}

async function add(file: ZipFile, path: string, stream: Readable, at?: string): Promise<void> {
  const written = once(stream, 'end');
  const time = at ? { mtime: new Date(at) } : ALWAYS;
  file.addReadStream(stream, path, { ...time, mode: 0o100644, compress: !PACKED.test(path) });
  await written;
}
