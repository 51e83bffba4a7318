// Where lossless archives of pages come in: core knows that there are such archives, a plugin knows what is in them.
import type { App } from './app.ts';
import { type Service, service } from './plugin.ts';

export interface ArchiveOptions {
  /** id of the account that owns a workspace of which the archive knows no owner */
  ownerId?: number;
  progress?(done: number, total: number): void;
}

export interface Brought {
  workspaces: { id: number; name: string }[];
  /** rows by table */
  counts: Record<string, number>;
  /** people who were not known here and have accounts without a password now */
  accounts: number;
}

export interface Archives {
  /** @throws Problem validation_failed for what is no sound archive, conflict when a workspace would have no owner */
  bring(app: App, path: string, options?: ArchiveOptions): Promise<Brought>;
}

export const archives: Service<Archives> = service('core.archives');
