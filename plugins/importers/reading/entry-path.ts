// Names inside a source: one written form, and the reasons why a name is refused or passed over.

/** Folders below folders; deeper names are refused, because pages nest at most 50 deep. */
export const PATH_DEPTH = 40;
const PATH_LENGTH = 4096;

const hidden = new Set(['__macosx', 'node_modules', 'thumbs.db', 'desktop.ini']);

/** A note may begin with a dot; what begins with `._` is what macOS keeps beside a file. */
const NOTE = /^\.(?!_).*\.md$/i;

/** What programs keep for themselves (`.git`, `.obsidian`, `.trash`, `.DS_Store`): never part of an import. */
export const isHidden = (path: string): boolean =>
  path.split('/').some((part, at, { length }) => {
    if (hidden.has(part.toLowerCase())) return true;
    return part.startsWith('.') && !(at === length - 1 && NOTE.test(part));
  });

export type PathResult = { path: string } | { refused: string };

/** One form for all systems: forward slashes and NFC. */
export function entryPath(raw: string): PathResult {
  const path = raw.replaceAll('\\', '/').normalize('NFC').toWellFormed();
  const refused = refusal(path);
  return refused ? { refused } : { path: path.split('/').filter(isNamed).join('/') };
}

const isNamed = (part: string): boolean => part !== '' && part !== '.';

function refusal(path: string): string | undefined {
  if (path.startsWith('/') || /^[a-z]:(?! )/i.test(path)) return 'has an absolute name';
  const parts = path.split('/');
  if (parts.includes('..')) return 'has a name that leaves its folder';
  if (path.includes('\0')) return 'has a name with U+0000';
  if (path.length > PATH_LENGTH) return `has a name of more than ${PATH_LENGTH} characters`;
  if (parts.filter(isNamed).length > PATH_DEPTH) return `lies more than ${PATH_DEPTH} folders deep`;
  return parts.some(isNamed) ? undefined : 'has no name';
}

/** `a/b/c.md` → `a/b`, and `c.md` → ``. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Lower-case ending with its dot, or ``. */
export const pathEnding = (path: string): string => /[^/](\.[^./]{1,16})$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** Last part without its ending. */
export const stemOf = (path: string): string => {
  const name = baseName(path);
  return name.slice(0, name.length - pathEnding(name).length);
};

const TITLE_LENGTH = 500;

/** A title that can be stored and shown: one line without control characters, at most 500 characters. */
export function cleanTitle(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Not through the middle of a character.
  const end = /[\ud800-\udbff]/.test(line[TITLE_LENGTH - 1] ?? '') ? TITLE_LENGTH - 1 : TITLE_LENGTH;
  return line.slice(0, end) || 'Untitled';
}
