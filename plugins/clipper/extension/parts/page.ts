// What a tab shows, read by a script that the browser lets in because somebody asked: never before.

import type { ClipType, Highlight } from '../../clips/clip-input.ts';
import { readStored } from './account.ts';
import { type BrowserTab, browser } from './browser-api.ts';
import { asTemplate, type ClipBody, isWeb, type PageRead, type SiteTemplate, templateFor } from './draft.ts';
import { call } from './service.ts';

export type TabContent = PageRead & { hasSelection: boolean; fault?: 'large' };

/** How long a page may take to answer: one that its own scripts keep busy never does. */
const READ_MS = { facts: 2500, article: 15_000, selection: 15_000 };

const HIGHLIGHTS_MS = 3000;

/** @param late what there is when the time is over */
const inTime = <T>(work: Promise<T>, ms: number, late: T): Promise<T> =>
  Promise.race([work, new Promise<T>((done) => setTimeout(done, ms, late))]).catch(() => undefined as T);

/** Of a page that says nothing of itself in time: it may be slow, and its text be read all the same. */
const UNKNOWN: TabContent = { ...{ title: '', html: '', properties: {}, pictures: [], left: 0 }, hasSelection: false };

/** Nothing where the browser lets no script in: its own pages, its shop, a PDF; or where it never gives its text. */
export async function readTab(
  tab: BrowserTab,
  wanted: 'facts' | 'article' | 'selection',
): Promise<TabContent | undefined> {
  const target = { tabId: tab.id as number };
  const { scripting } = browser();
  const func = (what: typeof wanted) => globalThis.commonplace?.read(what);
  const read = async () => {
    await scripting.executeScript({ target, files: ['reader.js'] });
    const [answer] = await scripting.executeScript({ target, func: func as never, args: [wanted] });
    return answer?.result as TabContent | undefined;
  };
  return inTime(read(), READ_MS[wanted], wanted === 'facts' ? UNKNOWN : undefined);
}

const PNG_MAX = 8 * 1024 * 1024;

/** As JPEG where a PNG would be more than the service takes. */
async function screenshot(tab: BrowserTab): Promise<string> {
  const shot = (options: { format: 'png' | 'jpeg'; quality?: number }) =>
    browser().tabs.captureVisibleTab(tab.windowId, options);
  const png = (await shot({ format: 'png' })).split(',')[1] ?? '';
  return (png.length * 3) / 4 < PNG_MAX ? png : ((await shot({ format: 'jpeg', quality: 85 })).split(',')[1] ?? '');
}

/** Why a page became less than was asked for, or some of it is missing. */
export interface ClipFault {
  fault?: 'large' | 'empty';
  left?: number;
}

/** A clip of a tab without anybody's choices; pages without a text that can be read become bookmarks. */
export async function clipOf(tab: BrowserTab, wanted: ClipType): Promise<ClipFault & { body: ClipBody }> {
  const url = tab.url as string;
  const isText = wanted === 'article' || wanted === 'selection';
  const read = await readTab(tab, isText ? wanted : 'facts');
  const missing = read?.fault ?? (read?.html.trim() ? undefined : 'empty');
  const fault = isText ? missing : undefined;
  const clip_type = fault ? 'bookmark' : wanted;
  const title = (read?.title || tab.title || '').slice(0, 500).toWellFormed();
  const body: ClipBody = {
    client_id: crypto.randomUUID(),
    ...{ clip_type, source_url: url, title, ...(read && { properties: read.properties }) },
    ...(isText && !fault && read && { html: read.html, pictures: read.pictures }),
    ...(clip_type === 'screenshot' && { image: await screenshot(tab) }),
  };
  const template = templateFor((await readStored('templates')) ?? [], url);
  const known = { ...read?.properties, title, url };
  // What a slow line still owes is not waited for: until it is queued, a clip can be lost.
  const shown = () => inTime<Highlight[]>(showHighlights(tab), HIGHLIGHTS_MS, []);
  const highlights = (clip_type === 'article' && (await shown())) || [];
  const marked = highlights.map(({ exact, prefix, suffix, note }) => ({ exact, prefix, suffix, note }));
  const whole = { ...body, ...asTemplate(template, known), ...(marked.length && { highlights: marked }) };
  return { body: whole, fault, left: read?.left };
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
  if (highlights.length) {
    const css = '::highlight(commonplace){background-color:#fde68a;color:#1f2937}';
    await browser()
      .scripting.insertCSS({ target: { tabId: tab.id as number }, css })
      .catch(() => {});
    await inPage(tab, (all: Highlight[]) => globalThis.commonplace?.show(all), [highlights]);
  }
  return highlights;
}

async function inPage(tab: BrowserTab, func: (...args: never[]) => unknown, args: unknown[] = []): Promise<unknown> {
  const target = { tabId: tab.id as number };
  const work = async () => {
    await browser().scripting.executeScript({ target, files: ['reader.js'] });
    const [answer] = await browser().scripting.executeScript({ target, func, args });
    return answer?.result;
  };
  return inTime(work(), READ_MS.facts, undefined);
}

/** Forgets all that the person has highlighted there; false: the service did not. */
export async function removeHighlights(tab: BrowserTab): Promise<boolean> {
  const account = await readStored('account');
  if (!account || !isWeb(tab.url)) return false;
  const removed = await call(account, 'DELETE', `/highlights?url=${encodeURIComponent(tab.url as string)}`);
  if (removed.ok) await inPage(tab, () => globalThis.commonplace?.show([]));
  return removed.ok;
}

/** Keeps what is selected; false: nothing is, or the service did not take it. */
export async function highlightSelection(tab: BrowserTab): Promise<boolean> {
  const account = await readStored('account');
  const chosen = (await inPage(tab, () => globalThis.commonplace?.selected())) as Highlight | undefined;
  if (!account || !chosen) return false;
  const made = await call(account, 'POST', '/highlights', { url: tab.url, ...chosen });
  if (made.ok) await showHighlights(tab);
  return made.ok;
}
