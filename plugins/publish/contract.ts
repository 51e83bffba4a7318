// What other plugins may know of publishing: since when a page is public, and which publications are over.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface PublicationEnds {
  /** of these pages the ones whose publication had an end, which is past: they keep their address, and nobody reads them there */
  past(ctx: Ctx, pageIds: number[]): Promise<Set<number>>;
  /** since when these pages are published; the others are absent */
  begun(ctx: Ctx, pageIds: number[]): Promise<Map<number, string>>;
}

/** When publications began and ended. */
export const publicationEnds: Service<PublicationEnds> = service('publish.ends');
