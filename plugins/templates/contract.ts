// What other plugins may know of templates: the body that a page made of one starts with.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { Block } from '../blocks/block.ts';
import type { Page } from '../pages/contract.ts';

export interface TemplateBodies {
  /** of a kept template; the caller has checked the right to see it. Undefined: it is gone */
  of(ctx: Ctx, id: number, page: { workspaceId: number; title: string }): Promise<Block[] | undefined>;
}

/** Which template: one that is kept, or a built-in one by its key. */
export interface TemplateChoice {
  template_id?: number;
  key?: string;
}

export interface PageTemplates {
  /**
   * Makes a page of a template that the actor sees; rights on the place have been checked.
   * @throws Problem not_found for a template that is unknown or hidden
   */
  use(ctx: Ctx, choice: TemplateChoice, place: { workspaceId: number; parentId: number | null }): Promise<Page>;
  /** @throws Problem not_found, validation_failed, as `use` */
  nameOf(ctx: Ctx, choice: TemplateChoice): Promise<string>;
}

/** Templates from which new pages start. */
export const pageTemplates: Service<PageTemplates> = service('templates');

/** The bodies of templates, for what starts from them. */
export const templateBodies: Service<TemplateBodies> = service('templates.bodies');
