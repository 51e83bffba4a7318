// Addresses of what is clipped: whole, without what only follows people about, and the same from one visit to the next.
import { hashSecret } from '../../../core/boot/secrets.ts';
import { invalid } from '../../../core/http/problem.ts';

/** As blocks take them. */
const LENGTH_MAX = 2048;

/** What says where somebody came from, and nothing of what the page shows. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|ttclid|yclid|ysclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_hsenc|_hsmi|__hs\w+|hsctatracking|vero_id|oly_(anon|enc)_id|rb_clickid|s_cid|_openstat|at_(medium|campaign|custom\d)|wickedid|srsltid|sc_campaign|ncid|cmpid|spm|_ga|_gl)$/i;

/** @throws Problem validation_failed */
export function sourceAddress(text: string, field = 'source_url'): string {
  const fault = (msg: string) => invalid(['body', field], msg, 'value_error', text.slice(0, 200));
  if (!URL.canParse(text)) throw fault('must be a web address');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw fault('must be a web address: http or https');
  if (url.username || url.password) throw fault('must be an address without a name and password in it');
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  // A fragment that only highlights words is made anew where it is wanted.
  url.hash = (url.hash.split(':~:')[0] as string).replace(/^#$/, '');
  if (url.href.length > LENGTH_MAX) throw fault(`must be a web address of at most ${LENGTH_MAX} characters`);
  return url.href;
}

/** The same for all addresses of one page; `address` is one that `sourceAddress` gave. */
export function addressKey(address: string): string {
  const url = new URL(address);
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  // Fragments name places in a page, but for those that name pages of an application.
  const inner = /^#!?\//.test(url.hash) ? url.hash : '';
  return hashSecret(`${host}${path}${url.search}${inner}`);
}

const FRAGMENT_WORDS = 8;
const WHOLE_MAX = 120;

/**
 * Leads to the very words in browsers that know text fragments, and to the page in all others.
 * @param text paragraphs parted by line breaks: browsers look for words in one paragraph, and for several from the first
 * words of the first to the last words of the last
 */
export function textFragment(address: string, text: string): string {
  const lines = text.split(/\n+/).flatMap((line) => line.trim().split(/\s+/).filter(Boolean).join(' ') || []);
  const [first, last] = [lines[0]?.split(' ') ?? [], lines.at(-1)?.split(' ') ?? []];
  if (!first.length) return address;
  const said = (part: string[]): string => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D');
  const isShort =
    lines.length === 1 && ((lines[0] as string).length <= WHOLE_MAX || first.length <= 2 * FRAGMENT_WORDS);
  const range = `${said(first.slice(0, FRAGMENT_WORDS))},${said(last.slice(-FRAGMENT_WORDS))}`;
  const directive = isShort ? said(first) : range;
  const [page = address, hash = ''] = address.split('#');
  const link = `${page}#${hash}:~:text=${directive}`;
  return link.length <= LENGTH_MAX ? link : address;
}

/** What people call a page of which nothing else is known. */
export function addressTitle(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.slice(0, 500);
}

export const hostOf = (address: string): string => new URL(address).host.replace(/^www\./, '');
