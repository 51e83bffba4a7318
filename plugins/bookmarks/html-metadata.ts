// What the head of a web page says about it; nothing of it is shown as markup.
import { MarkupParser } from '../../core/files/markup-parser.ts';

/** Empty where the page says nothing. */
export interface PageMetadata {
  title: string;
  description: string;
  /** addresses of pictures of the page, absolute, the best one first */
  pictures: string[];
}

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 500;
/** Heads of pages are short; what comes later is not looked at. */
const READ_MAX = 300_000;

const tidy = (text: string, most: number): string =>
  text.replaceAll('\u0000', '').toWellFormed().replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed();

/** The text of an answer in the encoding that it names, in its header or at its beginning. */
export function decodeHtml(body: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w:.-]+)/i;
  const label = (named.exec(contentType) ?? named.exec(body.toString('latin1', 0, 2048)))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function absolute(href: string, base: string): string[] {
  const url = URL.parse(href, base);
  return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
}

/** `base` is the address that answered, after redirects. */
export function readMetadata(html: string, base: string): PageMetadata {
  const meta = new Map<string, string>();
  const icons: string[] = [];
  let title = '';
  let inTitle = false;
  const note = (key: string | undefined, content: string | undefined) => {
    const name = key?.toLowerCase();
    if (name && content?.trim() && !meta.has(name)) meta.set(name, content);
  };
  const parser = new MarkupParser({
    onopentag(name, attributes) {
      if (name === 'title') inTitle = title === '';
      if (name === 'meta') note(attributes.property ?? attributes.name, attributes.content);
      if (name === 'link' && /\bicon\b/i.test(attributes.rel ?? '') && attributes.href) icons.push(attributes.href);
      // Pictures within the text have titles, too.
      if (name === 'body') parser.pause();
    },
    ontext(text) {
      if (inTitle && title.length < TITLE_MAX * 4) title += text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(html.slice(0, READ_MAX));
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? '';
  return {
    title: tidy(first('og:title', 'twitter:title') || title, TITLE_MAX),
    description: tidy(first('og:description', 'description', 'twitter:description'), DESCRIPTION_MAX),
    pictures: [first('og:image', 'twitter:image'), ...icons.reverse()].flatMap((href) =>
      href ? absolute(href.trim(), base) : [],
    ),
  };
}
