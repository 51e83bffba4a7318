// What other plugins may know of templates: the body that a page made of one starts with.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { Block } from '../blocks/block.ts';

export interface TemplateBodies {
  /** of a kept template; the caller has checked the right to see it. Undefined: it is gone */
  of(ctx: Ctx, id: number, page: { workspaceId: number; title: string }): Promise<Block[] | undefined>;
}

export const templateBodies: Service<TemplateBodies> = service('templates.bodies');
