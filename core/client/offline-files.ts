// Files that somebody puts into a page without a connection, kept in this browser until there is one.

/** The document is told by this that something of them came or went. */
export const HELD_FILES = 'commonplace-held-files';

export interface HeldFile {
  /** id that the block of the file will have */
  block_id: string;
  page_id: number;
  name: string;
  content: Blob;
  /** ids of blocks, of which the first that is there comes before it */
  after: string[];
}

export interface FileKeeper {
  /** whether nothing answers just now */
  isOffline(): boolean;
  /** what a file that waits is called, and what gives it up */
  words(name: string): { waiting: string; drop: string };
  /** @throws Error that says what to do, where there is no room */
  hold(file: HeldFile): Promise<void>;
  of(pageId: number): Promise<HeldFile[]>;
  drop(blockId: string): Promise<void>;
}

let own: FileKeeper | undefined;

/** From now on files that cannot be sent are kept. */
export function keepFiles(keeper: FileKeeper): void {
  own = keeper;
  tellFiles();
}

/** undefined: nothing is kept in this browser */
export const fileKeeper = (): FileKeeper | undefined => own;

export const tellFiles = (): boolean => document.dispatchEvent(new Event(HELD_FILES));
