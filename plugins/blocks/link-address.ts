/** Which addresses a link may have: the allow-list that keeps script out of every place a block can name a URL. */
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const WEB_SCHEMES = new Set(['http', 'https']);
// Browsers drop these while reading a scheme ("java\tscript:"), so an address holding one is never what it seems.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028\u2029\ufeff]/;
// One more character in front of a colon could hide a scheme: "//" and "/" and "#" and "?" and "." cannot.
const RELATIVE = /^(?:[/?#.]|[^:]*$|[^:/?#]*[/?#])/;

function allowed(value: unknown, schemes: Set<string>): value is string {
  if (typeof value !== 'string' || value === '' || value.length > 2048) return false;
  if (HIDDEN.test(value) || value !== value.trim() || !value.isWellFormed()) return false;
  const scheme = SCHEME.exec(value);
  return scheme ? schemes.has(scheme[1]!.toLowerCase()) : RELATIVE.test(value);
}

/** Whether a link may lead there: http, https, mailto, tel or relative. */
export function isLinkAddress(value: unknown): value is string {
  return allowed(value, LINK_SCHEMES);
}

/** Whether a picture, file, bookmark or embed may name it: http, https or relative. */
export function isWebAddress(value: unknown): value is string {
  return allowed(value, WEB_SCHEMES);
}

/** Whether a browser on one of our pages would ask our own server for it. */
export function isOwnAddress(value: string): boolean {
  return !SCHEME.test(value) && !/^[/\\]{2}/.test(value);
}

/** How addresses of uploaded files begin. */
export const FILE_ADDRESS = '/api/files/';

const OWN_PAGE = /^\/pages\/([1-9]\d{0,9})(?=$|[/?#])/;

/** The page a relative link leads to, or null. */
export function pageOfAddress(href: string): number | null {
  const match = OWN_PAGE.exec(href);
  return match ? Number(match[1]) : null;
}

/** What an embedded frame may do. */
export const EMBED_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation';

/** Pages that people copy the address of, which no frame may show, and the players that frames are for. */
const PLAYERS: [RegExp, string[]][] = [
  [
    /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})/,
    ['https://www.youtube-nocookie.com/embed/', 'https://www.youtube.com/embed/'],
  ],
  [/^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,12})(?=$|[?#/])/, ['https://player.vimeo.com/video/']],
  [/^https:\/\/(?:www\.)?loom\.com\/share\/(\w{8,64})/, ['https://www.loom.com/embed/']],
];

function isEmbeddable(url: string, hosts: string[]): boolean {
  if (!isWebAddress(url) || !URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === 'https:' && hosts.includes(host);
}

/** What a page may show inside itself for an address: over https, from one of the hosts that are allowed; else null. */
export function frameAddress(url: string, hosts: string[]): string | null {
  for (const [page, players] of PLAYERS) {
    const id = page.exec(url)?.[1];
    if (id) return players.map((player) => player + id).find((one) => isEmbeddable(one, hosts)) ?? null;
  }
  return isEmbeddable(url, hosts) ? url : null;
}
