// Names of files in an export that every system takes, each once in its folder whatever its capitals.

const LONGEST = 80;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A title as a name without ending: no signs that systems or links give a meaning, no edges that they cut off. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\\/:*?"<>|#^[\]%\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const cut = [...plain].slice(0, LONGEST).join('');
  const name = cut.replace(/^[\s.]+|[\s.]+$/g, '') || 'Untitled';
  return RESERVED.test(name) ? `${name}_` : name;
}

/** The name and its ending with its dot, or none; endings are short and plain. */
export function splitName(name: string): [stem: string, ending: string] {
  const match = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name);
  return [match?.[1] ?? name, match?.[2] ?? ''];
}

/** Names that are taken in each folder. */
export class UsedNames {
  readonly #names = new Set<string>();

  /** The path of a new file or folder: numbered when the name is taken with any of the endings. */
  claim(folder: string, title: string, endings: string[] = ['']): string {
    const name = fileName(title);
    for (let count = 1; ; count++) {
      const path = `${folder ? `${folder}/` : ''}${name}${count > 1 ? ` ${count}` : ''}`;
      const keys = endings.map((ending) => `${path}${ending}`.toLowerCase());
      if (keys.some((key) => this.#names.has(key))) continue;
      for (const key of keys) this.#names.add(key);
      return path;
    }
  }
}

/** Of a page inside a document of several; word processors take no other signs in names. */
export const documentAnchor = (pageId: number): string => `page_${pageId}`;

/** The way from one file of an export to another, as a link says it. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  const up = here.slice(shared).map(() => '..');
  return [...up, ...there.slice(shared)].map(encodeURIComponent).join('/');
}
