// How a browser wants its pages: language, colours, sidebar. Kept in cookies, so that a page is right when it arrives.
import type { Request } from '@hapi/hapi';
import type { App } from '../kernel/app.ts';
import { SIDEBAR_WIDTH } from '../views/sidebar-width.ts';
import { header } from './request-header.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  locale: string;
  theme: Theme;
  sidebarClosed: boolean;
  /** px, a step within SIDEBAR_WIDTH; null: as the style says */
  sidebarWidth: number | null;
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    preferences?: Preferences;
  }
}

/** Of a choice that a browser keeps; empty where it has none. */
export function cookieValue(request: Request, name: string): string {
  const found = (header(request, 'cookie') ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** Languages of Accept-Language, best first. */
function accepted(request: Request): string[] {
  return (header(request, 'accept-language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const quality = options.find((option) => option.trim().startsWith('q='));
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const isWidth = (width: number): boolean =>
  width >= SIDEBAR_WIDTH.min && width <= SIDEBAR_WIDTH.max && width % SIDEBAR_WIDTH.step === 0;

/** Read once a request. A cookie that says nothing usable is as if it were not there. */
export function preferencesOf(app: App, request: Request): Preferences {
  if (request.app.preferences) return request.app.preferences;
  const theme = cookieValue(request, 'theme') as Theme;
  const width = Number(cookieValue(request, 'sidebar_width'));
  const chosen = cookieValue(request, 'locale');
  request.app.preferences = {
    locale: app.messages.choose([...(chosen ? [chosen] : []), ...accepted(request)]),
    theme: THEMES.includes(theme) ? theme : 'system',
    sidebarClosed: cookieValue(request, 'sidebar') === 'closed',
    sidebarWidth: isWidth(width) ? width : null,
  };
  return request.app.preferences;
}
