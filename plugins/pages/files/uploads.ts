// Files and folders from somebody's computer as pages: folders first, then each file; one bad file stops no other.
import { readFile } from 'node:fs/promises';
import { portions } from '../../../core/database/chunks.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { files } from '../../files/contract.ts';
import type { Page } from '../contract.ts';
import { createPage } from '../tree/page-tree.ts';

/** A received file, lying in a temporary place. */
export interface ReceivedFile {
  path: string;
  filename: string;
}

export interface UploadTarget {
  workspaceId: number;
  parentId: number | null;
}

/** What came of each file or folder; `path` is as the structure named it. */
export interface UploadOutcome {
  items: (Page & { path?: string })[];
  errors: { name: string; code: string; detail: string }[];
}

interface Entry {
  path: string;
  type: 'folder' | 'file';
}

const TITLE = 500;
const ENTRIES_MAX = 10_000;
const DEPTH_MAX = 40;
const FOLDERS_AT_ONCE = 50;
const MIB = 1_048_576;

/** The last part of a name as one line; browsers may send paths, and people name files strangely. */
export function uploadTitle(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const line = last
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return line.slice(0, TITLE).toWellFormed() || 'Untitled';
}

async function storeOne(ctx: Ctx, place: UploadTarget, { path, filename }: ReceivedFile): Promise<Page> {
  const title = uploadTitle(filename);
  const maxBytes = ctx.app.settings.UPLOAD_MAX_MB * MIB;
  const service = ctx.use(files);
  const content = await readFile(path);
  // A file that is too large for a picture is refused for its size.
  if (content.length <= maxBytes) service.checkPicture(content);
  const record = await service.store(ctx, { content, name: title, workspaceId: place.workspaceId, maxBytes });
  return createPage(ctx, { ...place, kind: 'file', title, fileId: record.id });
}

/** Adds one file to what was uploaded; what the person did not cause is thrown on. */
async function addFile(
  ctx: Ctx,
  place: UploadTarget,
  file: ReceivedFile,
  path: string | undefined,
  done: UploadOutcome,
) {
  try {
    const page = await storeOne(ctx, place, file);
    done.items.push(path === undefined ? page : { ...page, path });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    done.errors.push({ name: path ?? uploadTitle(file.filename), code: error.code, detail: error.message });
  }
}

export async function uploadFiles(ctx: Ctx, place: UploadTarget, received: ReceivedFile[]): Promise<UploadOutcome> {
  const done: UploadOutcome = { items: [], errors: [] };
  for (const file of received) await addFile(ctx, place, file, undefined, done);
  return done;
}

const fault = (why: string, input?: unknown): Problem => invalid(['body', 'structure'], why, 'value_error', input);

/** @throws Problem validation_failed: a path that leaves its folder is no path */
export function readStructure(text: string, fileCount: number): Entry[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw fault('must be a JSON array');
  }
  if (!Array.isArray(given)) throw fault('must be a JSON array');
  if (given.length > ENTRIES_MAX) throw fault(`names more than ${ENTRIES_MAX} entries`);
  const entries = given.map(entryOf);
  const paths = new Set(entries.map(({ path }) => path));
  if (paths.size !== entries.length) throw fault('names something twice');
  const named = entries.filter(({ type }) => type === 'file');
  if (named.length !== fileCount) throw fault(`names ${named.length} files, but ${fileCount} came`);
  const above = new Set(foldersOf(entries));
  const leaf = named.find(({ path }) => above.has(path));
  if (leaf) throw fault('puts something inside a file', leaf.path);
  return entries;
}

function entryOf(given: unknown): Entry {
  const { path, type, ...more } = (given ?? {}) as Partial<Entry>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw fault(`must not have ${JSON.stringify(unknown.slice(0, 40))}`, given);
  if (typeof path !== 'string' || (type !== 'folder' && type !== 'file'))
    throw fault("takes objects with path, and type 'folder' or 'file'", given);
  const clean = path.normalize('NFC');
  const parts = clean.split('/');
  const isBad = (part: string) =>
    part.trim() === '' || part === '.' || part === '..' || part.length > TITLE || /[\\\p{Cc}]/u.test(part);
  if (parts.some(isBad) || !clean.isWellFormed() || /^[a-z]:/i.test(clean))
    throw fault('names a path that is none', path);
  if (parts.length > DEPTH_MAX) throw fault(`names a path more than ${DEPTH_MAX} deep`, path);
  return { path: clean, type };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The folders, also those that only their content names, from the top. */
function foldersOf(entries: Entry[]): string[] {
  const found = new Set<string>();
  for (const { path, type } of entries) {
    for (let at = type === 'folder' ? path : folderOf(path); at; at = folderOf(at)) found.add(at);
  }
  const depth = (path: string): number => path.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b));
}

/** A portion of folders is made in one transaction; between two of them others may write. */
async function makeFolders(ctx: Ctx, place: UploadTarget, paths: string[], ids: Map<string, number | null>) {
  const made: UploadOutcome['items'] = [];
  for (const some of portions(paths, FOLDERS_AT_ONCE)) {
    await ctx.tx(async (tx) => {
      for (const path of some) {
        const parentId = ids.get(folderOf(path)) ?? null;
        const page = await createPage(tx, { ...place, parentId, kind: 'folder', title: uploadTitle(path) });
        ids.set(path, page.id);
        made.push({ ...page, path });
      }
    });
  }
  return made;
}

/** Folders from the top; then the files, in the order in which the structure names them. */
export async function uploadFolder(
  ctx: Ctx,
  place: UploadTarget,
  entries: Entry[],
  received: ReceivedFile[],
): Promise<UploadOutcome> {
  const ids = new Map<string, number | null>([['', place.parentId]]);
  const folders = await makeFolders(ctx, place, foldersOf(entries), ids);
  const done: UploadOutcome = { items: folders, errors: [] };
  const named = entries.filter(({ type }) => type === 'file');
  for (const [index, { path }] of named.entries()) {
    const file = { ...(received[index] as ReceivedFile), filename: path };
    await addFile(ctx, { ...place, parentId: ids.get(folderOf(path)) ?? null }, file, path, done);
  }
  return done;
}
