// What other plugins may know of the pages of administrators: how theirs are shown below the same tabs.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface AdminPages {
  /**
   * Shows a template, which begins with `/admin/head`, below the tabs.
   * @param href of the tab, as its link in the slot `admin-tab` says it
   * @param values `title` for pages below the tab, `done` and `message` for the banners
   */
  show(
    request: Request,
    h: ResponseToolkit,
    href: string,
    template: string,
    values: { title?: string; message?: string; done?: string } & Record<string, unknown>,
  ): ResponseObject;
}

export const adminPages: Service<AdminPages> = service('admin.pages');
