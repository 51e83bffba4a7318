// Reads the page that somebody looks at, in a world of its own beside the scripts of the page: on a copy, at once, so that
// a page that goes on changing is read as it was.
import { Readability } from '@mozilla/readability';
import { exposeSources } from '../../blocks/article-markup.ts';
import type { PageFacts } from '../clips/clip-input.ts';
import type { PageRead } from './parts/draft.ts';
import './parts/highlighter.ts';

/** Above it a page is no text that anybody reads. */
const ELEMENTS_MAX = 60_000;
/** Bytes as JSON: with its pictures a clip is less than the 16 MiB that the service takes. */
const HTML_MAX = 4_000_000;
const WORDS_A_MINUTE = 220;
const PICTURES = { most: 40, each: 3_000_000, all: 8_000_000, ms: 8000 };
const FACT_MAX = 300;

type Wanted = 'facts' | 'article' | 'selection';
type Read = PageRead & { hasSelection: boolean; fault?: 'large' };

const meta = (...names: string[]): string | undefined => {
  for (const name of names) {
    const found = document.querySelector<HTMLMetaElement>(`meta[property="${name}"],meta[name="${name}"]`)?.content;
    if (found?.trim()) return found.trim().slice(0, FACT_MAX).toWellFormed();
  }
  return undefined;
};

function facts(): PageFacts {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return {
    author: meta('author', 'article:author', 'dc.creator'),
    site: meta('og:site_name', 'application-name'),
    published: meta('article:published_time', 'date', 'dcterms.created')?.slice(0, 100),
    description: meta('og:description', 'description'),
    language: document.documentElement.lang.slice(0, 50) || undefined,
    canonical: canonical && /^https?:/.test(canonical) && canonical.length <= 2048 ? canonical : undefined,
  };
}

/** A copy in which pictures name what the browser really shows. */
function copyOf(): Document {
  const copy = document.cloneNode(true) as Document;
  const shown = [...document.images].map(({ currentSrc }) => currentSrc);
  for (const [at, image] of [...copy.images].entries()) if (shown[at]) image.setAttribute('src', shown[at]);
  exposeSources(copy);
  return copy;
}

/** What is no article, such as a thread of mails or a product: its main part, without what stands around it. */
function mainPart(copy: Document): string {
  if (copy.body?.tagName === 'FRAMESET') return '';
  const part = copy.querySelector('main,[role=main],article') ?? copy.body;
  const around =
    'script,style,noscript,template,nav,footer,aside,form,dialog,iframe,button,[hidden],[aria-hidden=true]';
  for (const element of part?.querySelectorAll(around) ?? []) element.remove();
  return part?.innerHTML ?? '';
}

const sizeOf = (html: string): number => new Blob([JSON.stringify(html)]).size;

/** Nothing for markup that shows nothing, as of a page of frames. */
function worth(html: string | null | undefined): string {
  const { body } = new DOMParser().parseFromString(html ?? '', 'text/html');
  return body.textContent?.trim() || body.querySelector('img,video,audio') ? (html ?? '') : '';
}

function article(): Pick<Read, 'title' | 'html' | 'properties' | 'fault'> {
  const known = { title: document.title, properties: facts() };
  if (document.getElementsByTagName('*').length > ELEMENTS_MAX) return { ...known, html: '', fault: 'large' };
  const read = new Readability(copyOf(), { maxElemsToParse: ELEMENTS_MAX }).parse();
  const html = worth(read?.content) || worth(mainPart(copyOf()));
  if (sizeOf(html) > HTML_MAX) return { ...known, html: '', fault: 'large' };
  const words = (read?.textContent ?? '').split(/\s+/).length;
  const { byline, siteName, publishedTime, excerpt, lang, title } = read ?? {};
  const said = { author: byline, site: siteName, published: publishedTime, description: excerpt, language: lang };
  const found = Object.entries(said).flatMap(([key, value]) =>
    value ? [[key, value.slice(0, FACT_MAX).toWellFormed()]] : [],
  );
  const minutes = words > 50 ? { reading_minutes: Math.ceil(words / WORDS_A_MINUTE) } : {};
  return {
    title: title || known.title,
    html,
    properties: { ...known.properties, ...Object.fromEntries(found), ...minutes },
  };
}

function selection(): string {
  const chosen = getSelection();
  const holder = document.createElement('div');
  for (let at = 0; at < (chosen?.rangeCount ?? 0); at++) holder.append(chosen!.getRangeAt(at).cloneContents());
  for (const link of holder.querySelectorAll('a')) if (link.hasAttribute('href')) link.setAttribute('href', link.href);
  for (const image of holder.querySelectorAll('img')) image.setAttribute('src', image.src);
  for (const element of holder.querySelectorAll('script,style,noscript')) element.remove();
  return holder.innerHTML;
}

function chosen(): Pick<Read, 'title' | 'html' | 'properties' | 'fault'> {
  const known = { title: document.title, properties: facts() };
  const html = selection();
  return sizeOf(html) > HTML_MAX ? { ...known, html: '', fault: 'large' } : { ...known, html };
}

/** Of this very site, for which only this browser may hold the key; all others the service fetches itself. */
function ownPictures(html: string): string[] {
  const found = new DOMParser().parseFromString(html, 'text/html').images;
  const addresses = [...found].map((image) => image.getAttribute('src') ?? '');
  return [...new Set(addresses)].filter((one) => one.startsWith(`${location.origin}/`)).slice(0, PICTURES.most);
}

async function picturesOf(html: string): Promise<PageRead['pictures']> {
  const made: PageRead['pictures'] = [];
  const ends = AbortSignal.timeout(PICTURES.ms);
  let left = PICTURES.all;
  for (const url of ownPictures(html)) {
    const blob = await fetch(url, { signal: ends })
      .then((one) => (one.ok ? one.blob() : null))
      .catch(() => null);
    if (ends.aborted) break;
    if (!blob || !/^image\//.test(blob.type) || blob.size > Math.min(PICTURES.each, left)) continue;
    left -= blob.size;
    made.push({ url, data: await base64Of(blob) });
  }
  return made;
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => done('');
    reader.readAsDataURL(blob);
  });

async function read(wanted: Wanted): Promise<Read> {
  const hasSelection = Boolean(getSelection()?.toString().trim());
  const none = { html: '', pictures: [], hasSelection };
  if (wanted === 'facts') return { ...none, title: document.title, properties: facts() };
  const found = wanted === 'article' ? article() : chosen();
  return { ...none, ...found, pictures: await picturesOf(found.html) };
}

declare global {
  var commonplaceReader: ((wanted: Wanted) => Promise<Read>) | undefined;
}
globalThis.commonplaceReader = read;
