// A clip as it is put together: what a page is, where it goes, and what the templates of the person say of it.
import type { ClipInput, ClipType, PageFacts } from '../../clips/clip-input.ts';

/** What the reader found in a page. */
export interface PageRead {
  title: string;
  html: string;
  properties: PageFacts;
  pictures: { url: string; data: string }[];
  /** how many pictures neither come along nor are fetched for sure */
  left: number;
}

/** What `POST …/clip` takes, as it waits here to be sent. */
export type ClipBody = ClipInput & Required<Pick<ClipInput, 'client_id' | 'clip_type' | 'title'>>;

export type DraftTarget = Pick<ClipBody, 'workspace_id' | 'parent_id' | 'collection_id'>;

export interface SiteTemplate extends DraftTarget {
  name: string;
  sites?: string[];
  clip_type?: ClipType;
  title?: string;
  tags?: string[];
  values?: Record<string, unknown>;
}

/** Whether an address begins like one of these; `*.` in front stands for any host below. */
function fits(url: string, sites: string[]): boolean {
  const address = url.replace(/^https?:\/\/(www\.)?/i, '');
  return sites.some((site) => {
    const wanted = site.replace(/^https?:\/\/(www\.)?/i, '');
    if (!wanted.startsWith('*.')) return address.startsWith(wanted);
    const [host = '', ...path] = wanted.slice(2).split('/');
    const [own = '', ...rest] = address.split('/');
    return (own === host || own.endsWith(`.${host}`)) && rest.join('/').startsWith(path.join('/'));
  });
}

/** In letters, as the service takes them. */
export const ADDRESS_MAX = 2048;

export const isWeb = (url = ''): boolean => /^https?:/i.test(url);

/** As the service takes it: what it must not know is left out, and of one that is too long what matters least. */
export function plainAddress(address: string): string {
  if (!isWeb(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const part of ['hash', 'search'] as const) if (url.href.length > ADDRESS_MAX) url[part] = '';
  return url.href;
}

/** The first that names the site of a page. */
export const templateFor = (templates: SiteTemplate[], url: string): SiteTemplate | undefined =>
  templates.find(({ sites = [] }) => fits(url, sites));

export type PageDetails = PageFacts & { title: string; url: string };

/** `{{title}}` and the like; what is not known is nothing. */
function filled(text: string, known: PageDetails): string {
  const values: Record<string, unknown> = { date: new Date().toISOString().slice(0, 10), ...known };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}

const PLACES = ['workspace_id', 'parent_id', 'collection_id', 'page_id', 'values'] as const;

/** Without a place it goes home. */
export function unplaced(body: ClipBody): ClipBody {
  const { workspace_id: _, parent_id: __, collection_id: ___, page_id: ____, values: _____, ...others } = body;
  return others;
}

/** With what the person has chosen; of two places the chosen one. */
export const withChoices = (body: ClipBody, choices: Partial<ClipBody>): ClipBody => ({
  ...(PLACES.some((name) => choices[name] !== undefined) ? unplaced(body) : body),
  ...choices,
});

/** What a template says of a clip, with what is known of the page in it. */
export function asTemplate(template: SiteTemplate | undefined, known: PageDetails): Partial<ClipBody> {
  if (!template) return {};
  const { workspace_id, parent_id, collection_id, tags, title, values } = template;
  const say = (value: unknown) => (typeof value === 'string' ? filled(value, known) : value);
  return {
    ...(collection_id ? { collection_id } : parent_id ? { parent_id } : workspace_id ? { workspace_id } : {}),
    ...(tags && { tags }),
    ...(title && { title: filled(title, known) || known.title }),
    ...(values &&
      collection_id && { values: Object.fromEntries(Object.entries(values).map(([key, one]) => [key, say(one)])) }),
  };
}
