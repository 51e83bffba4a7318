// What other plugins may know of stored files: their record, storing, and which pages refer to them.
import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { isRasterImage } from '../../core/files/file-response.ts';
import type { LocalFile } from '../../core/files/local-file.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

export { mediaKind } from './media-kind.ts';
export { limitUploads, maxBytesOf, nameOf, receivedFile, uploadPayload } from './multipart.ts';
export { filePolicies } from './policies.ts';

export interface FileRecord {
  id: number;
  workspace_id: number | null;
  /** generated blob name: last part of the address */
  filename: string;
  /** what the uploader called it */
  name: string;
  mime: string;
  size: number;
  sha256: string;
  created_by: number | null;
  created_at: string;
}

export interface FileInput {
  content: Readable | Buffer | LocalFile;
  name: string;
  workspaceId: number;
  maxBytes: number;
}

export interface Files {
  /** @throws Problem validation_failed for a picture that is damaged or has more than 100 million pixels */
  checkPicture(content: Buffer): void;
  /**
   * A picture as WebP within a square of `edge` pixels, upright and without what cameras note in it; never made larger.
   * @throws Problem validation_failed for what is no picture that can be drawn
   */
  scaled(content: Buffer, shape: { edge: number; animated?: boolean }): Promise<Buffer>;
  /**
   * Stores content and its record; equal content of the same workspace and uploader is kept once.
   * @throws Problem payload_too_large, storage_full when the disk or the room of the workspace (QUOTA_MB) is full
   */
  store(ctx: Ctx, input: FileInput): Promise<FileRecord>;
  byIds(ctx: Ctx, ids: number[]): Promise<FileRecord[]>;
  /** a picture within a square of so many pixels, as WebP. @throws Problem not_found for what cannot be drawn */
  thumbnail(ctx: Ctx, record: FileRecord, edge: number): Promise<Buffer>;
  /** of an address as `fileUrl` makes it; undefined for any other */
  byUrl(ctx: Ctx, url: string): Promise<FileRecord | undefined>;
  /** those of the ids that the actor may read */
  readable(ctx: Ctx, ids: number[]): Promise<Set<number>>;
  /** replaces the references of a page; inside the transaction of its save */
  setReferences(ctx: Ctx, pageId: number, fileIds: number[]): Promise<void>;
  /**
   * references of new pages, all at once; inside the transaction that makes them
   * @throws Problem validation_failed when the actor may not read one of the files
   */
  addReferences(ctx: Ctx, named: { pageId: number; fileIds: number[] }[]): Promise<void>;
  references(ctx: Ctx, pageId: number): Promise<number[]>;
  /** pages that refer to a file, old versions of them too */
  referrers(ctx: Ctx, fileId: number): Promise<number[]>;
  /** files that these pages refer to, old versions of them too */
  shownBy(ctx: Ctx, pageIds: number[]): Promise<number[]>;
  /** of the whole service: how many, and their bytes */
  totals(ctx: Ctx): Promise<{ total: number; bytes: number }>;
  /** bytes of all files of each of these workspaces; those without any are absent */
  sizes(ctx: Ctx, workspaceIds: number[]): Promise<Map<number, number>>;
  /** bytes of the files that came on each of these days, as `2026-11-20` */
  bytesPerDay(ctx: Ctx, days: string[]): Promise<number[]>;
  /** removes those of these files that nothing holds and nobody has uploaded after `since`; inside a transaction */
  discard(ctx: Ctx, ids: number[], since: string): Promise<void>;
  /** files that only these pages refer to, old versions of them too, and that are in another workspace than this one */
  onlyOf(ctx: Ctx, pageIds: number[], workspaceId: number): Promise<FileRecord[]>;
  /** gives files to a workspace; returns their addresses that changed by it. @throws Problem storage_full */
  rehome(ctx: Ctx, records: FileRecord[], workspaceId: number): Promise<{ before: string; after: string }[]>;
}

/** Uploaded files: keeps them, finds them and serves them. */
export const files: Service<Files> = service('files');

/** A query for the ids of further files that the actor may read, if there are any: of what pages hold for few. */
export const readableFiles: Point<(ctx: Ctx) => Promise<{ ids: Knex.QueryBuilder } | undefined>> =
  point('files.readable-files');

/** A query for the ids of all pages that the actor may read (the pages plugin knows): their files are read with them. */
export const readablePages: Point<(ctx: Ctx) => Promise<{ ids: Knex.QueryBuilder }>> = point('files.readable-pages');

/** A large file that comes in parts. */
export interface Upload {
  id: string;
  user_id: number;
  workspace_id: number;
  name: string;
  /** bytes in all, and those that are here */
  size: number;
  received: number;
}

export interface PartUploads {
  /** @throws Problem payload_too_large, storage_full */
  begin(ctx: Ctx, input: { name: string; size: number; workspaceId: number }): Promise<Upload>;
  /** Adds what comes next; returns how many bytes are here now. @throws Problem conflict for any other offset, storage_full */
  append(ctx: Ctx, upload: Upload, offset: number, content: Readable): Promise<number>;
  /** Makes the whole a stored file. @throws Problem validation_failed while bytes are missing, storage_full */
  finish(ctx: Ctx, upload: Upload): Promise<FileRecord>;
  cancel(ctx: Ctx, upload: Upload): Promise<void>;
}

/** Uploads of large files in parts, which may go on after a break. */
export const partUploads: Service<PartUploads> = service('files.parts');

/** Sides of the squares, in pixels, within which pictures are offered. */
export const THUMBNAIL_EDGES = [96, 320, 1600] as const;

/** Address of a smaller form of a picture; other files have none. */
export const thumbnailUrl = (
  record: Pick<FileRecord, 'workspace_id' | 'filename' | 'mime'>,
  edge: (typeof THUMBNAIL_EDGES)[number] = 320,
): string | null => (isRasterImage(record.mime) ? `${fileUrl(record)}/thumbnail?edge=${edge}` : null);

/** Address of a stored file. */
export const fileUrl = (record: Pick<FileRecord, 'workspace_id' | 'filename'>): string =>
  `/api/files/${record.workspace_id}/${record.filename}`;
