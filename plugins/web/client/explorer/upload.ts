// Sends many files in small portions: folders first, then the files of each, with progress, cancel and a list of faults.

import { t } from '../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { sendLarge } from '../../../../core/client/upload/chunked-upload.ts';
import type { DroppedFile, DroppedItems } from '../../../../core/client/upload/dropped-files.ts';
import { LARGE_BYTES, upload } from '../../../../core/client/upload/upload.ts';

const PORTION_FILES = 25;
const PORTION_BYTES = 8 * 1024 * 1024;

export interface UploadFault {
  name: string;
  detail: string;
}

export interface UploadResult {
  uploaded: number;
  faults: UploadFault[];
}

interface Answer {
  items: { id: number; path?: string }[];
  errors: UploadFault[];
}

interface Portion {
  parent: number | null;
  files: DroppedFile[];
  bytes: number;
}

const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Ids of the folders by their path; the empty path is where the upload goes. */
async function makeFolders(folders: string[], parent: number | null): Promise<Map<string, number | null>> {
  const ids = new Map<string, number | null>([['', parent]]);
  if (!folders.length) return ids;
  const form = new FormData();
  form.set('structure', JSON.stringify(folders.map((path) => ({ path, type: 'folder' }))));
  if (parent !== null) form.set('parent_id', String(parent));
  const answer = await send<Answer>('POST', '/api/local-workspace/upload-folder', form, { timeoutMs: 120_000 });
  for (const { id, path } of answer.items) ids.set((path ?? '').normalize('NFC'), id);
  return ids;
}

function portionsOf(files: DroppedFile[], ids: Map<string, number | null>): Portion[] {
  const open = new Map<string, Portion>();
  const portions: Portion[] = [];
  for (const one of files) {
    const folder = above(one.path);
    let portion = open.get(folder);
    if (!portion || portion.files.length >= PORTION_FILES || portion.bytes + one.file.size > PORTION_BYTES) {
      portion = { parent: ids.get(folder.normalize('NFC')) ?? null, files: [], bytes: 0 };
      open.set(folder, portion);
      portions.push(portion);
    }
    portion.files.push(one);
    portion.bytes += one.file.size;
  }
  return portions;
}

async function sendPortion(portion: Portion, onShare: (share: number) => void, signal: AbortSignal): Promise<Answer> {
  const [first] = portion.files;
  if (first && first.file.size > LARGE_BYTES) {
    const target = { pageId: portion.parent, end: 'page', body: { parent_id: portion.parent } } as const;
    return sendLarge<Answer>(first.file, target, onShare, signal);
  }
  const form = new FormData();
  if (portion.parent !== null) form.set('parent_id', String(portion.parent));
  for (const { file } of portion.files) form.append('files', file, file.name);
  return upload<Answer>('/api/local-workspace/upload', form, onShare, signal);
}

export interface UploadWatch {
  /** done so far, in files; parts of files count */
  progress(done: number): void;
  signal: AbortSignal;
}

/** @throws RequestError when the folders could not be made; faults of single files are in the result */
export async function uploadAll(
  { files, folders }: DroppedItems,
  parent: number | null,
  maxMb: number,
  { progress, signal }: UploadWatch,
): Promise<UploadResult> {
  const result: UploadResult = { uploaded: 0, faults: [] };
  const tooLarge = ({ file }: DroppedFile) => file.size > maxMb * 1024 * 1024;
  for (const { path } of files.filter(tooLarge))
    result.faults.push({ name: path, detail: t('web.places.upload.too_large', { mb: maxMb }) });
  const ids = await makeFolders(folders, parent);
  let done = result.faults.length;
  // One after the other: the pages stand in the order in which they were made.
  const portions = portionsOf(
    files.filter((one) => !tooLarge(one)),
    ids,
  );
  for (const portion of portions) {
    if (signal.aborted) break;
    try {
      const answer = await sendPortion(portion, (share) => progress(done + share * portion.files.length), signal);
      result.uploaded += answer.items.length;
      result.faults.push(...answer.errors);
    } catch (error) {
      if (signal.aborted) break;
      const detail = error instanceof RequestError ? error.message : String(error);
      result.faults.push(...portion.files.map(({ path }) => ({ name: path, detail })));
    }
    done += portion.files.length;
    progress(done);
  }
  return result;
}
