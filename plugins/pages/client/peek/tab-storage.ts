// The pages that are kept beside others, for this tab of the browser: addresses only, and nothing of what is in them.
import { KEPT_PAGES_KEY } from './peek-loader.ts';
import type { KeptPage } from './tab.ts';

export interface KeptPages {
  pages: KeptPage[];
  /** place of the one that is shown */
  shown: number;
}

const isPage = (value: unknown): value is KeptPage => {
  const { path, top } = Object(value);
  return typeof path === 'string' && /^\/pages\/[1-9]\d*\?(view=\d+&)?embed=1$/.test(path) && Number.isFinite(top);
};

export function storedPages(): KeptPages {
  try {
    const { pages, shown } = Object(JSON.parse(sessionStorage.getItem(KEPT_PAGES_KEY) ?? '{}'));
    const known = Array.isArray(pages) ? pages.filter(isPage) : [];
    return { pages: known, shown: known[shown] ? shown : 0 };
  } catch {
    return { pages: [], shown: 0 };
  }
}

export function storePages(kept: KeptPages): void {
  if (kept.pages.length === 0) sessionStorage.removeItem(KEPT_PAGES_KEY);
  else sessionStorage.setItem(KEPT_PAGES_KEY, JSON.stringify(kept));
}
