// What a tab shows, read by a script that the browser lets in because somebody asked: never before.

import type { ClipType, Highlight } from '../../clips/clip-input.ts';
import { readStored } from './account.ts';
import { type BrowserTab, browser } from './browser-api.ts';
import { asTemplate, type ClipBody, type PageRead, type SiteTemplate, templateFor } from './draft.ts';
import { call } from './service.ts';

export type TabContent = PageRead & { hasSelection: boolean; fault?: 'large' };

/** How long a page may take to answer: one that its own scripts keep busy never does. */
const READ_MS = { facts: 2500, article: 15_000, selection: 15_000 };

const HIGHLIGHTS_MS = 3000;

const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    work,
    new Promise<T>((_, failed) => {
      setTimeout(() => failed(new Error('no answer in time')), ms);
    }),
  ]);

/** Nothing where the browser lets no script in: its own pages, its shop, a PDF; or where the page does not answer. */
export async function readTab(
  tab: BrowserTab,
  wanted: 'facts' | 'article' | 'selection',
): Promise<TabContent | undefined> {
  const target = { tabId: tab.id as number };
  const { scripting } = browser();
  const func = (what: string) => (globalThis.commonplaceReader as unknown as (what: string) => unknown)?.(what);
  const read = async () => {
    await scripting.executeScript({ target, files: ['reader.js'] });
    const [answer] = await scripting.executeScript({ target, func: func as never, args: [wanted] });
    return answer?.result as TabContent | undefined;
  };
  return inTime(read(), READ_MS[wanted]).catch(() => undefined);
}

export const isWeb = (url = ''): boolean => /^https?:/i.test(url);

const PNG_MAX = 8 * 1024 * 1024;

/** As JPEG where a PNG would be more than the service takes. */
async function screenshot(tab: BrowserTab): Promise<string> {
  const shot = (options: { format: 'png' | 'jpeg'; quality?: number }) =>
    browser().tabs.captureVisibleTab(tab.windowId, options);
  const png = (await shot({ format: 'png' })).split(',')[1] ?? '';
  return (png.length * 3) / 4 < PNG_MAX ? png : ((await shot({ format: 'jpeg', quality: 85 })).split(',')[1] ?? '');
}

/** A clip of a tab without anybody's choices; `large` and pages that no script reads become bookmarks. */
export async function clipOf(
  tab: BrowserTab,
  wanted: ClipType,
): Promise<{ body: ClipBody; fault?: 'large' | 'closed' }> {
  const url = tab.url as string;
  const read = await readTab(tab, wanted === 'article' || wanted === 'selection' ? wanted : 'facts');
  const isText = wanted === 'article' || wanted === 'selection';
  const fault = read ? read.fault : isText ? 'closed' : undefined;
  const clip_type = isText && (fault || !read?.html.trim()) ? 'bookmark' : wanted;
  const title = (read?.title || tab.title || '').slice(0, 500).toWellFormed();
  const isWritten = clip_type === 'article' || clip_type === 'selection';
  const body: ClipBody = {
    client_id: crypto.randomUUID(),
    ...{ clip_type, source_url: url, title, ...(read && { properties: read.properties }) },
    ...(isWritten && read && { html: read.html, pictures: read.pictures }),
    ...(clip_type === 'screenshot' && { image: await screenshot(tab) }),
  };
  const template = templateFor((await readStored('templates')) ?? [], url);
  const known = { ...read?.properties, title, url };
  // What a slow line still owes is not waited for: until it is queued, a clip can be lost.
  const shown = () => inTime(showHighlights(tab), HIGHLIGHTS_MS).catch(() => []);
  const highlights = clip_type === 'article' ? await shown() : [];
  const marked = highlights.map(({ exact, prefix, suffix, note }) => ({ exact, prefix, suffix, note }));
  const whole = { ...body, ...asTemplate(template, known), ...(marked.length && { highlights: marked }) };
  return { body: whole, ...(fault && { fault }) };
}

/** What a template says of a page before it is clipped; without one nothing. */
export async function siteTemplateOf(
  url: string,
  read: TabContent | undefined,
): Promise<{ template: SiteTemplate; says: Partial<ClipBody> } | undefined> {
  const template = templateFor((await readStored('templates')) ?? [], url);
  const known = { ...read?.properties, title: read?.title ?? '', url };
  return template && { template, says: asTemplate(template, known) };
}

/** What the person has highlighted there before, shown in the page again. */
export async function showHighlights(tab: BrowserTab): Promise<Highlight[]> {
  const account = await readStored('account');
  if (!account || !isWeb(tab.url)) return [];
  const path = `/highlights?url=${encodeURIComponent(tab.url as string)}`;
  const answer = await call<{ highlights: Highlight[] }>(account, 'GET', path);
  const highlights = answer.ok ? answer.body.highlights : [];
  if (highlights.length)
    await inPage(tab, (all: Highlight[]) => globalThis.commonplaceHighlighter?.show(all), [highlights]);
  return highlights;
}

async function inPage(tab: BrowserTab, func: (...args: never[]) => unknown, args: unknown[] = []): Promise<unknown> {
  const target = { tabId: tab.id as number };
  const work = async () => {
    await browser().scripting.executeScript({ target, files: ['reader.js'] });
    const [answer] = await browser().scripting.executeScript({ target, func, args });
    return answer?.result;
  };
  return inTime(work(), READ_MS.facts).catch(() => undefined);
}

/** Forgets all that the person has highlighted there; false: the service did not. */
export async function removeHighlights(tab: BrowserTab): Promise<boolean> {
  const account = await readStored('account');
  if (!account || !isWeb(tab.url)) return false;
  const removed = await call(account, 'DELETE', `/highlights?url=${encodeURIComponent(tab.url as string)}`);
  if (removed.ok) await inPage(tab, () => globalThis.commonplaceHighlighter?.show([]));
  return removed.ok;
}

/** Keeps what is selected; false: nothing is, or the service did not take it. */
export async function highlightSelection(tab: BrowserTab): Promise<boolean> {
  const account = await readStored('account');
  const chosen = (await inPage(tab, () => globalThis.commonplaceHighlighter?.selected())) as Highlight | undefined;
  if (!account || !chosen) return false;
  const made = await call(account, 'POST', '/highlights', { url: tab.url, ...chosen });
  if (made.ok) await showHighlights(tab);
  return made.ok;
}
