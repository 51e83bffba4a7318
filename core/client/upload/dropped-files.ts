// Files and folders as the browser hands them over, read into one flat list without stopping the page.

export interface DroppedFile {
  /** relative, with forward slashes */
  path: string;
  file: File;
}

export interface DroppedItems {
  files: DroppedFile[];
  /** paths of all folders, also empty ones */
  folders: string[];
}

/** Parents of a path, from the top. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** What a field for files holds; folders chosen there come as paths. */
export function fromField(list: FileList): DroppedItems {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return { files, folders: [...new Set(files.flatMap(({ path }) => foldersAbove(path)))] };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => entry.file(done, fail));

async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A browser gives at most 100 at a time.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    found.push(...some);
  }
}

/** Must be called within the drop itself: later the browser has taken the list away. */
export function fromDrop(data: DataTransfer, onCount: (count: number) => void): Promise<DroppedItems> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return gather(entries, onCount);
}

async function gather(entries: FileSystemEntry[], onCount: (count: number) => void): Promise<DroppedItems> {
  const found: DroppedItems = { files: [], folders: [] };
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isDirectory) {
      found.folders.push(path);
      waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    } else {
      found.files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      if (found.files.length % 50 === 0) onCount(found.files.length);
    }
  }
  return found;
}

/** What systems leave in folders, which nobody means to upload. */
export const isUserFile = (path: string): boolean =>
  !path.split('/').some((part) => /^(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX)$/i.test(part));
