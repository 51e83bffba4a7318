// Where lossless archives of pages come in: core knows that there are such archives, a plugin knows what is in them.
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import { type Service, service } from '../kernel/plugin.ts';

export interface ArchiveOptions {
  /** id of the account that owns a workspace of which the archive knows no owner */
  ownerId?: number;
  progress?(done: number, total: number): void;
  /** inside the transaction that brings all of it in, as its last step; what it throws leaves nothing behind */
  within?(tx: Ctx, brought: ArchiveImportResult): Promise<void>;
}

/** What an archive says of itself. */
export interface ArchiveLook {
  /** names */
  workspaces: string[];
  /** rows by table */
  counts: Record<string, number>;
}

export interface ArchiveImportResult {
  workspaces: { id: number; name: string }[];
  /** rows by table */
  counts: Record<string, number>;
  /** people who were not known here and have accounts without a password now */
  accounts: number;
}

export interface Archives {
  /** Checks all of it and writes nothing. @throws Problem validation_failed for what is no sound archive */
  look(app: App, path: string, options?: Pick<ArchiveOptions, 'progress'>): Promise<ArchiveLook>;
  /** @throws Problem validation_failed for what is no sound archive, conflict when a workspace would have no owner */
  bring(app: App, path: string, options?: ArchiveOptions): Promise<ArchiveImportResult>;
}

/** Reads archives of people's work, and takes them in. */
export const archives: Service<Archives> = service('core.archives');
