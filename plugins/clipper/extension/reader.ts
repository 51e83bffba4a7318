// Reads the page that somebody looks at, in a world of its own beside the scripts of the page: on a copy, at once, so that
// a page that goes on changing is read as it was.
import { Readability } from '@mozilla/readability';
import { exposeSources } from '../../blocks/article-markup.ts';
import { CLIP_PICTURES_MAX, type PageFacts } from '../clips/clip-input.ts';
import { ADDRESS_MAX, type PageRead } from './parts/draft.ts';
import { selectedQuote, showQuotes } from './parts/highlighter.ts';

/** Above it a page is no text that anybody reads. */
const ELEMENTS_MAX = 60_000;
/** Letters of text. */
const TEXT_MAX = 4_000_000;
/** Bytes as JSON: with what else belongs to it, a clip is less than the 16 MiB that the service takes. */
const CLIP_MAX = 15_000_000;
const WORDS_A_MINUTE = 220;
const PICTURES = { each: 3_000_000, all: 8_000_000, ms: 8000, atOnce: 6 };
const FACT_MAX: Record<string, number> = { published: 100, language: 50, canonical: ADDRESS_MAX };

type Wanted = 'facts' | 'article' | 'selection';
type Read = PageRead & { hasSelection: boolean; fault?: 'large' };
type Text = Pick<Read, 'title' | 'html' | 'properties' | 'fault'>;

/** The page and its frames, as far as they are of its own site. */
const documentsOf = (page: Document): Document[] => [
  page,
  ...[...page.querySelectorAll<HTMLIFrameElement>('iframe,frame')].flatMap(({ contentDocument }) =>
    contentDocument ? documentsOf(contentDocument) : [],
  ),
];

/** Of its text, in letters; what the browser shows of it would take long to ask. */
const lengthOf = ({ body }: Document): number =>
  [...(body?.querySelectorAll('script,style') ?? [])].reduce(
    (sum, { textContent }) => sum - (textContent?.length ?? 0),
    body?.textContent?.length ?? 0,
  );

/** That of a page of frames, or of a mail in its reader, lies in a frame. */
const textDocument = (): Document =>
  documentsOf(document).reduce((best, one) => (lengthOf(one) > 2 * lengthOf(best) ? one : best));

/** What is selected, on the page or in one of its frames. */
const selected = (): Selection | undefined =>
  documentsOf(document)
    .map((one) => one.getSelection() as Selection)
    .find((one) => String(one).trim());

/** As the service takes them: a clip is not refused for what its page says of itself. */
const fitting = (said: Partial<Record<keyof PageFacts, string | null>>): PageFacts =>
  Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => {
      const text = value
        ?.trim()
        .slice(0, FACT_MAX[key] ?? 300)
        .toWellFormed();
      return text ? [[key, text]] : [];
    }),
  );

function facts(page: Document): PageFacts {
  const meta = (...names: string[]) =>
    names
      .map((name) => page.querySelector<HTMLMetaElement>(`meta[property="${name}"],meta[name="${name}"]`)?.content)
      .find((found) => found?.trim());
  const { href = '' } = page.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? {};
  return fitting({
    author: meta('author', 'article:author', 'dc.creator'),
    site: meta('og:site_name', 'application-name'),
    published: meta('article:published_time', 'date', 'dcterms.created'),
    description: meta('og:description', 'description'),
    language: page.documentElement.lang,
    canonical: /^https?:/.test(href) && URL.canParse(href) && href.length <= ADDRESS_MAX ? href : '',
  });
}

/** A copy in which pictures name what the browser really shows. */
function copyOf(page: Document): Document {
  const copy = page.cloneNode(true) as Document;
  const shown = [...page.images].map(({ currentSrc }) => currentSrc);
  for (const [at, image] of [...copy.images].entries()) if (shown[at]) image.setAttribute('src', shown[at]);
  exposeSources(copy);
  return copy;
}

/** What is no article, such as a thread of mails or a product: its main part, without what stands around it. */
function mainPart(copy: Document): string {
  const part = copy.querySelector('main,[role=main],article') ?? copy.body;
  const around =
    'script,style,noscript,template,nav,footer,aside,form,dialog,iframe,frame,button,[hidden],[aria-hidden=true]';
  for (const element of part?.querySelectorAll(around) ?? []) element.remove();
  return part?.innerHTML ?? '';
}

const sizeOf = (html: string): number => new Blob([JSON.stringify(html)]).size;

/** Pictures that are written into a text are none of it. */
const isTooLarge = (html: string): boolean =>
  sizeOf(html) > CLIP_MAX || html.replace(/"data:image[^"]*/g, '').length > TEXT_MAX;

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** Nothing for markup that shows nothing, as of a page of frames. */
function worth(html = ''): string {
  const { body } = parsed(html);
  return body.textContent?.trim() || body.querySelector('img,video,audio') ? html : '';
}

function article(): Text {
  const page = textDocument();
  const known = { title: document.title || page.title, properties: facts(page), html: '' };
  if (page.getElementsByTagName('*').length > ELEMENTS_MAX || lengthOf(page) > TEXT_MAX)
    return { ...known, fault: 'large' };
  const read = new Readability(copyOf(page), { maxElemsToParse: ELEMENTS_MAX }).parse();
  const html = worth(read?.content ?? '') || worth(mainPart(copyOf(page)));
  if (isTooLarge(html)) return { ...known, fault: 'large' };
  const words = (read?.textContent ?? '').split(/\s+/).length;
  const { byline, siteName, publishedTime, excerpt, lang, title } = read ?? {};
  const said = { author: byline, site: siteName, published: publishedTime, description: excerpt, language: lang };
  const minutes = words > 50 ? { reading_minutes: Math.ceil(words / WORDS_A_MINUTE) } : {};
  return {
    title: title || known.title,
    html,
    properties: { ...known.properties, ...fitting(said), ...minutes },
  };
}

function chosen(): Text {
  const all = selected();
  const holder = document.createElement('div');
  for (let at = 0; at < (all?.rangeCount ?? 0); at++) holder.append(all!.getRangeAt(at).cloneContents());
  for (const link of holder.querySelectorAll('a')) if (link.hasAttribute('href')) link.setAttribute('href', link.href);
  for (const image of holder.querySelectorAll('img')) image.setAttribute('src', image.src);
  for (const element of holder.querySelectorAll('script,style,noscript')) element.remove();
  const html = holder.innerHTML;
  const known = { title: document.title, properties: facts(document) };
  return isTooLarge(html) ? { ...known, html: '', fault: 'large' } : { ...known, html };
}

/** Those of this very site, for which only this browser may hold the key; all others the service fetches itself. */
async function picturesOf(html: string): Promise<Pick<Read, 'pictures' | 'left'>> {
  const all = [...new Set([...parsed(html).images].map((image) => image.getAttribute('src') ?? ''))];
  const own = all.filter((one) => one.startsWith(`${location.origin}/`) && one.length <= ADDRESS_MAX);
  const foreign = all.filter((one) => /^(https?:)?\/\//.test(one)).length - own.length;
  const pictures: PageRead['pictures'] = [];
  const ends = AbortSignal.timeout(PICTURES.ms);
  let room = Math.min(PICTURES.all, (CLIP_MAX - sizeOf(html)) * 0.75);
  const next = own.slice(0, CLIP_PICTURES_MAX).values();
  const take = async () => {
    for (const url of next) {
      const blob = await fetch(url, { signal: ends })
        .then((one) => (one.ok ? one.blob() : null))
        .catch(() => null);
      if (ends.aborted) return;
      if (!blob || !/^image\//.test(blob.type) || blob.size > Math.min(PICTURES.each, room)) continue;
      room -= blob.size;
      pictures.push({ url, data: await base64Of(blob) });
    }
  };
  await Promise.all(Array.from({ length: PICTURES.atOnce }, take));
  const unsent = own.length - pictures.length;
  return { pictures, left: Math.max(unsent, foreign + unsent - CLIP_PICTURES_MAX) };
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onloadend = () => done(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(blob);
  });

async function read(wanted: Wanted): Promise<Read> {
  const none = { html: '', pictures: [], left: 0, hasSelection: selected() !== undefined };
  if (wanted === 'facts') return { ...none, title: document.title, properties: facts(document) };
  const found = wanted === 'article' ? article() : chosen();
  return { ...none, ...found, ...(await picturesOf(found.html)) };
}

declare global {
  var commonplace: { read: typeof read; show: typeof showQuotes; selected: typeof selectedQuote } | undefined;
}
globalThis.commonplace = { read, show: showQuotes, selected: selectedQuote };
