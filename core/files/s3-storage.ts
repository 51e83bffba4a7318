// Files in a bucket of an object store that speaks S3.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import { Problem } from '../http/problem.ts';
import { type BlobStore, missingFileProblem } from './disk-storage.ts';

interface Opened {
  disk: Disk;
  client: S3Client;
}

interface StoreError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const isGone = ({ name, $metadata }: StoreError): boolean =>
  name !== 'NoSuchBucket' && (['NoSuchKey', 'NotFound'].includes(name) || $metadata?.httpStatusCode === 404);

/** What the store said, below what libraries put around it. */
function innermost(error: unknown): StoreError {
  let at = error as StoreError;
  while (at.cause instanceof Error) at = at.cause as StoreError;
  return at;
}

/** Why the store does not take part, as a sentence; undefined where it says nothing that somebody could mend. */
function reasonOf({ name, code = '', message, $metadata }: StoreError, bucket: string): string | undefined {
  if (name === 'NoSuchBucket') return `has no bucket ${bucket}`;
  if ($metadata?.httpStatusCode === 403) return `refuses the key of STORAGE_URL (${name})`;
  if (name === 'CredentialsProviderError') return 'needs a key, and STORAGE_URL names none';
  if (code === 'EPROTO' || /wrong version number/.test(message)) return 'speaks no TLS: add http=1 to STORAGE_URL';
  if (/^E[A-Z_]+$/.test(code) || name === 'TimeoutError') return `does not answer (${code || name})`;
  return undefined;
}

export class S3Place implements BlobStore {
  readonly #url: URL;
  readonly #bucket: string;
  #opened: Promise<Opened> | undefined;

  /** @param url `s3://[key:secret@]host[:port]/bucket?region=…&http=1`; without a key the environment is asked */
  constructor(url: string) {
    // Only of http and its like does URL know host and port.
    this.#url = new URL(url.replace(/^s3:/, 'https:'));
    this.#bucket = decodeURIComponent(this.#url.pathname.slice(1));
  }

  async keep(local: string, key: string): Promise<void> {
    await this.#asked(async ({ disk }) => disk.putStream(key, createReadStream(local)));
    await rm(local, { force: true });
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(Range && { Range }) });
    const { Body } = await this.#asked(({ client }) => client.send(command));
    return Body as Readable;
  }

  async delete(key: string): Promise<void> {
    await this.#asked(({ disk }) => disk.delete(key));
  }

  async has(key: string): Promise<boolean> {
    return this.#asked(({ disk }) => disk.exists(key));
  }

  async *list(): AsyncGenerator<{ key: string; modifiedMs: number; size: number }> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    let more: string | undefined;
    do {
      const asked = { Bucket: this.#bucket, ...(more && { ContinuationToken: more }) };
      const { Contents = [], NextContinuationToken } = await this.#asked(({ client }) =>
        client.send(new ListObjectsV2Command(asked)),
      );
      for (const { Key = '', LastModified, Size = 0 } of Contents)
        yield { key: Key, modifiedMs: LastModified?.getTime() ?? 0, size: Size };
      more = NextContinuationToken;
    } while (more);
  }

  /** @throws Problem not_found, unavailable with what to do */
  async #asked<T>(ask: (opened: Opened) => Promise<T>): Promise<T> {
    try {
      return await ask(await this.#open());
    } catch (error) {
      const said = innermost(error);
      if (isGone(said)) throw missingFileProblem();
      const reason = reasonOf(said, this.#bucket);
      throw reason
        ? new Problem('unavailable', `The object store ${this.#url.host} ${reason}.`, { cause: error })
        : error;
    }
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#connect();
    return this.#opened;
  }

  async #connect(): Promise<Opened> {
    const [{ S3Client }, { Disk }, { S3Driver }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('flydrive'),
      import('flydrive/drivers/s3'),
    ]);
    const { host, username, password, searchParams } = this.#url;
    const [accessKeyId, secretAccessKey] = [username, password].map(decodeURIComponent) as [string, string];
    const client = new S3Client({
      endpoint: `${searchParams.get('http') ? 'http' : 'https'}://${host}`,
      region: searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
      // Many stores do not know the checksums that came later; TLS and our own hashes find what they would.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const driver = new S3Driver({ client, bucket: this.#bucket, visibility: 'private', supportsACL: false });
    return { client, disk: new Disk(driver) };
  }
}
