// What an author of an export format knows: what is exported, and how a format is written and found.
import type { Readable } from 'node:stream';
import type { App } from '../../core/kernel/app.ts';
import { type Point, point } from '../../core/kernel/plugin.ts';
import type { Bundle } from './export-source.ts';

/** What can be exported: one page alone, a page with all inside it, a workspace, or everything there is. */
export const SCOPES = ['page', 'subtree', 'workspace', 'service'] as const;
export type ScopeKind = (typeof SCOPES)[number];

export type Target =
  | { kind: 'page' | 'subtree'; pageId: number; workspaceId: number }
  | { kind: 'workspace'; workspaceId: number }
  | { kind: 'service' };

export interface Format {
  /** as in requests and on the command line, e.g. `markdown` */
  readonly name: string;
  /** of the file, without its dot */
  readonly ending: string;
  readonly mime: string;
  readonly scopes: readonly ScopeKind[];
  /** It is one document: of the whole service there is one for each workspace, in a zip. */
  readonly single?: boolean;
  /** what this service lacks to write it, as a sentence that says what to do */
  missing?(app: App): string | undefined;
  /**
   * The file as it is written; an error of it ends the export.
   * @throws Problem validation_failed for what cannot be written in this format at all
   */
  open(bundle: Bundle): Promise<Readable>;
}

/** Further formats of other plugins. */
export const exportFormats: Point<Format> = point('exporters.formats');
