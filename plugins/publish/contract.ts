// What other plugins may know of publishing: which publications are over.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface PublicationEnds {
  /** of these pages the ones whose publication had an end, which is past: they keep their address, and nobody reads them there */
  past(ctx: Ctx, pageIds: number[]): Promise<Set<number>>;
}

/** Publications that had an end. */
export const publicationEnds: Service<PublicationEnds> = service('publish.ends');
