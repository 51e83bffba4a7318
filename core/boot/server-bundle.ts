// The program's own modules in one file, which a start reads in two thirds of the time that they take one by one. It is
// made by `npm ci` and comes with the package; where any of its sources has changed since, they run as they lie.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';

const ROOT = new URL('../../', import.meta.url);
/** Folder of the bundle, from the root of the program. */
export const BUNDLE_FOLDER = '.bundle';
const BUNDLE = new URL(`${BUNDLE_FOLDER}/server.js`, ROOT).href;
const PLACE = /\.bundle\/server\.js:(\d+):\d+/g;

/** What the bundle is made of; lies beside it as `index.json`. */
export interface BundleIndex {
  /** by the path of a module from the root: the names that it exports, in the bundle with `prefix` before them */
  modules: Record<string, { prefix: string; names: string[] }>;
  /** by path of a source: when it was written, in milliseconds, and its bytes; empty where sources cannot change */
  sources: Record<string, [number, number]>;
  /** by path of a folder whose modules are found by reading it: its entries */
  folders: Record<string, string[]>;
}

function readIndex(): BundleIndex | null {
  try {
    return JSON.parse(readFileSync(new URL('index.json', BUNDLE), 'utf8'));
  } catch {
    return null;
  }
}

function isCurrent({ sources, folders }: BundleIndex): boolean {
  try {
    return (
      Object.entries(sources).every(([path, [written, size]]) => {
        const found = statSync(new URL(path, ROOT));
        return found.mtimeMs === written && found.size === size;
      }) && Object.entries(folders).every(([path, names]) => readdirSync(new URL(path, ROOT)).join() === names.join())
    );
  } catch {
    return false;
  }
}

/** What a module is read as: names for what the bundle has of it. */
const reference = ({ prefix, names }: BundleIndex['modules'][string]): string =>
  `${names.length ? `export { ${names.map((name) => `${prefix}${name} as ${name}`).join(', ')} } from` : 'import'} ${JSON.stringify(BUNDLE)};`;

/** Takes what is bundled from the bundle, whoever asks for it, so that each module is there once. */
export function useBundle(): void {
  const index = readIndex();
  if (!index || !isCurrent(index)) return;
  const { modules } = index;
  registerHooks({
    load(url, context, next) {
      const found = url.startsWith(ROOT.href) ? modules[url.slice(ROOT.href.length)] : undefined;
      return found ? { format: 'module', source: reference(found), shortCircuit: true } : next(url, context);
    },
  });
}

/** Where in the bundle each module begins; read when somebody first asks. */
let starts: { line: number; path: string }[] | undefined;

function moduleAt(line: number): string {
  starts ??= readFileSync(new URL(BUNDLE), 'utf8')
    .split('\n')
    .flatMap((text, at) => (/^\/\/ [\w./-]+\.[tj]s$/.test(text) ? [{ line: at + 1, path: text.slice(3) }] : []));
  return starts.findLast((start) => start.line <= line)?.path ?? '';
}

/** A stack that says beside each place in the bundle which module that is of. */
export const readableStack = (stack: string): string =>
  stack
    .replaceAll(BUNDLE, `${BUNDLE_FOLDER}/server.js`)
    .replace(PLACE, (place, line) => `${moduleAt(Number(line))}, ${place}`);
