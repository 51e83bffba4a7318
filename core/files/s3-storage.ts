// Files in a bucket of an object store that speaks S3.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import { gone, type Place } from './disk-storage.ts';

interface Opened {
  disk: Disk;
  client: S3Client;
}

const isGone = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((error as Error).name) ||
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

export class S3Place implements Place {
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
    const { disk } = await this.#open();
    await disk.putStream(key, createReadStream(local));
    await rm(local, { force: true });
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const { client } = await this.#open();
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(Range && { Range }) }),
      );
      return Body as Readable;
    } catch (error) {
      throw isGone(error) ? gone() : error;
    }
  }

  async delete(key: string): Promise<void> {
    await (await this.#open()).disk.delete(key);
  }

  async has(key: string): Promise<boolean> {
    return (await this.#open()).disk.exists(key);
  }

  async *list(): AsyncGenerator<{ key: string; modifiedMs: number; size: number }> {
    const { client } = await this.#open();
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    let more: string | undefined;
    do {
      const asked = { Bucket: this.#bucket, ...(more && { ContinuationToken: more }) };
      const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked));
      for (const { Key = '', LastModified, Size = 0 } of Contents)
        yield { key: Key, modifiedMs: LastModified?.getTime() ?? 0, size: Size };
      more = NextContinuationToken;
    } while (more);
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
