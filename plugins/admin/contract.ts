// What other plugins may know of the pages of administrators: how theirs are shown below the same tabs.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

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

/** Shows pages of other plugins among those of administrators. */
export const adminPages: Service<AdminPages> = service('admin.pages');

/** How the request of an administrator came here. */
export interface SeenRequest {
  /** as the browser says it */
  host: string;
  /** a proxy says that it stands for others */
  isForwarded: boolean;
  /** and TRUST_PROXY names it */
  isTrusted: boolean;
}

export interface HealthVerdict {
  state: 'ok' | 'warning' | 'error';
  /** key of the message that says what was found; `<key>.remedy` says what to do where it is not well */
  says: string;
  values?: Record<string, string | number>;
}

/** One question about the running service; a throw counts as an error. */
export interface HealthCheck {
  /** key of the message that names it */
  label: string;
  /** undefined where there is nothing of the kind to look at */
  run(ctx: Ctx, seen: SeenRequest | null): Promise<HealthVerdict | undefined>;
}

export const healthChecks: Point<HealthCheck> = point('admin.health');
