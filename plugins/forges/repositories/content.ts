// What lies at a path of a repository, read with the reader's own token and stored nowhere.
import { blobText, HEAD_BYTES, isRasterImage, sniff } from '../../../core/files/file-response.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { ENTRIES_MAX, type RepositoryEntry } from '../adapters/adapter.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { problemOf, withForge } from '../connection/access-token.ts';
import type { ForgeRow } from '../registration/store.ts';
import type { PlaceQuery } from './place-schema.ts';

/** Longer texts are not shown. */
const TEXT_BYTES = 1_048_576;

export interface RepositoryFile {
  type: 'file';
  /** as its content shows, with the encoding of texts */
  mime: string;
  size: number;
  sha: string;
  /** undefined: the forge hands out none of this size */
  bytes?: Buffer;
  /** of texts that are not too long */
  content?: string;
}

export interface RepositoryFolder {
  type: 'dir';
  entries: RepositoryEntry[];
  /** there may be more of them */
  truncated: boolean;
}

export type RepositoryContent = RepositoryFolder | RepositoryFile;

const byKind = (a: RepositoryEntry, b: RepositoryEntry): number =>
  Number(a.type === 'file') - Number(b.type === 'file') || (a.name < b.name ? -1 : 1);

/** @throws Problem not_found, conflict, forbidden, unavailable */
export async function contentAt(
  ctx: Ctx,
  forge: ForgeRow,
  { owner, repo, path, ref }: PlaceQuery,
): Promise<RepositoryContent> {
  const place = { owner, name: repo, ref };
  const found = await withForge(ctx, forge, userOf(ctx).id, (api) => adapterOf(forge).contents(api, place, path)).catch(
    (error: unknown) => {
      throw problemOf(error, forge);
    },
  );
  if (found.type === 'file') return fileOf(found);
  const entries = [...found.entries].sort(byKind).slice(0, ENTRIES_MAX);
  return { type: 'dir', entries, truncated: found.entries.length >= ENTRIES_MAX };
}

function fileOf({ bytes, size, sha }: { bytes?: Buffer; size: number; sha: string }): RepositoryFile {
  const { mime } = sniff((bytes ?? Buffer.alloc(0)).subarray(0, HEAD_BYTES));
  const isText = mime.startsWith('text/') && bytes !== undefined && bytes.length <= TEXT_BYTES;
  return {
    ...{ type: 'file' as const, mime, size, sha },
    ...(bytes && { bytes }),
    ...(isText && { content: blobText({ mime }, bytes) }),
  };
}

/** Why a file is not shown as text. */
export const unreadableReason = ({ mime, bytes }: RepositoryFile): 'binary' | 'too_large' =>
  bytes === undefined || mime.startsWith('text/') ? 'too_large' : 'binary';

/** Whether browsers may show it inside a page. */
export const isPicture = ({ mime, bytes }: RepositoryFile): boolean => bytes !== undefined && isRasterImage(mime);
