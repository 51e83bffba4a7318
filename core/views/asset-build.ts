// Builds what browsers get: scripts and styles of all plugins, their extensions of browsers and service workers, icons,
// and islands once more for the server.
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAppIcons } from './app-icons.ts';
import { bundle, bundleAlone } from './asset-bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** Folders of plugins with scripts that run in a place of their own: an extension of browsers, a service worker. */
const ALONE = ['extension', 'worker'];

/** Where icons are named: `icon('trash-2')` in templates and scripts, `icon: 'trash-2'` in data. */
const ICON = /icon(?:\(\s*|:\s*|=)["']([a-z][a-z0-9-]*)["']/g;

interface Sources {
  /** entries: files directly in a client folder, but for the contract with others */
  scripts: string[];
  styles: string[];
  islands: string[];
  pictures: string[];
  /** files directly in a folder of what runs outside of pages, by the folder of the build that they come to */
  alone: Map<string, string[]>;
  /** everything whose change asks for a new build */
  all: string[];
  /** everything that may name an icon */
  naming: string[];
}

/** Twice as fast as `readdirSync` does it by itself, and half of what a start looks at on the disk. */
function filesBelow(folder: string, found: string[] = []): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) filesBelow(path, found);
    else found.push(path);
  }
  return found;
}

const PLUGIN = join(root, 'plugins/');

/** Sorts a file of a plugin by its place in it. */
function addSource(found: Sources, path: string): void {
  const [plugin = '', part = '', ...rest] = path.slice(PLUGIN.length).split('/');
  const isDirect = rest.length === 1;
  if (ALONE.includes(part) && rest.length) {
    found.all.push(path);
    const place = `${part}s/${plugin}`;
    if (isDirect) found.alone.set(place, [...(found.alone.get(place) ?? []), path]);
  }
  // Styles may import others from anywhere in a plugin.
  if (path.endsWith('.css')) found.all.push(path);
  if (part !== 'client' || !/\.(tsx?|css|svg|webp)$/.test(path)) return;
  found.all.push(path);
  if (!isDirect || rest[0] === 'contract.ts') return;
  if (/\.(svg|webp)$/.test(path)) found.pictures.push(path);
  else if (path.endsWith('.css')) found.styles.push(path);
  else found.scripts.push(path);
  if (path.endsWith('.tsx')) found.islands.push(path);
}

function findSources(): Sources {
  const found: Sources = { scripts: [], styles: [], islands: [], pictures: [], alone: new Map(), all: [], naming: [] };
  const below = (name: string): string[] => filesBelow(join(root, name));
  const [plugins, core] = [below('plugins'), below('core')];
  for (const path of plugins) addSource(found, path);
  const own = join(root, 'core/client/');
  found.all.push(...core.filter((path) => path.startsWith(own)));
  found.naming = [...plugins, ...core, ...below('templates')].filter((path) => /\.(tsx?|ejs)$/.test(path));
  return found;
}

/** Another one whenever a build holds other files than before of the same sources. */
const FORMAT = 2;

/** Names, sizes and times of all sources: cheap to take at each start, changed by every edit. */
function stampOf(sources: Sources): string {
  const paths = new Set([...sources.all, ...sources.naming, join(root, 'package-lock.json')]);
  const lines = [...paths].sort().map((path) => {
    const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
    return `${path}:${size}:${mtimeMs}\n`;
  });
  return createHash('sha256')
    .update(`${FORMAT}\n${lines.join('')}`)
    .digest('hex')
    .slice(0, 16);
}

/** A tenth of a unit, of which 24 are as wide as an icon, is less than anybody sees; the point stays where it parts numbers. */
const roundedNumbers = (text: string): string =>
  text.replace(/\d*\.\d{2,}/g, (number) => Number(number).toFixed(1).replace(/^0\./, '.'));

/** Radii and turn of an arc, its two flags of one digit, and where it ends, which may follow them without a space. */
const ARC =
  /((?:-?(?:\d+\.?\d*|\.\d+)[\s,]*){3})([01][\s,]*[01])([\s,]*-?(?:\d+\.?\d*|\.\d+)[\s,]*-?(?:\d+\.?\d*|\.\d+))/g;

/** In `a1 1 0 01.47.6` the flags are 0 and 1 and the end begins with .47: rounding must not take 01.47 for one number. */
const rounded = (drawing: string): string =>
  drawing.replace(/[aA][\d\s,.-]+|[^aA]+|[aA]/g, (part) =>
    /^[aA]/.test(part)
      ? part.replace(ARC, (_, radii, flags, end) => roundedNumbers(radii) + flags + roundedNumbers(end))
      : roundedNumbers(part),
  );

/** One picture that holds every named icon as a symbol; names that the set does not know are left out. */
function spriteOf(paths: string[]): string {
  const names = new Set<string>();
  for (const path of paths) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(ICON)) names.add(name as string);
  }
  const folder = join(dirname(require.resolve('lucide-static/package.json')), 'icons');
  const symbols = [...names].sort().flatMap((name) => {
    const path = join(folder, `${name}.svg`);
    if (!existsSync(path)) return [];
    const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    return `<symbol id="${name}" viewBox="0 0 24 24">${rounded(inner.trim()).replace(/\s*\n\s*|\s+(?=\/>)/g, '')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** The hash of a file's content as it stands in addresses. */
export const assetHash = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** Of all scripts and styles of a folder, by their names. */
const hashesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /\.(js|css)$/.test(name))
      .sort()
      .map((name) => [name, assetHash(readFileSync(join(folder, name)))]),
  );

/** Older builds that stay: servers that still run serve the pages that they have sent from them. */
const KEPT = 5;
const ABANDONED_MS = 3_600_000;

/**
 * The folder below `place` that holds `static/`, `islands/`, `pieces.json` and `files.json` of the sources as they are, built unless
 * it is there. A build appears whole, whoever else builds at the same time.
 */
export async function buildAssets(place: string): Promise<string> {
  const sources = findSources();
  const folder = join(place, stampOf(sources));
  if (existsSync(folder)) return folder;
  const own = `${folder}.${randomUUID()}`;
  for (const part of ['static', 'islands']) mkdirSync(join(own, part), { recursive: true });
  await bundle(sources, own);
  for (const path of sources.pictures) copyFileSync(path, join(own, 'static', basename(path)));
  writeFileSync(join(own, 'static', 'icons.svg'), spriteOf(sources.naming));
  const sign = sources.pictures.find((path) => basename(path) === 'icon.svg');
  if (sign) await writeAppIcons(sign, join(own, 'static'));
  for (const [place, paths] of sources.alone) await bundleAlone(paths, join(own, place));
  writeFileSync(join(own, 'islands', 'package.json'), '{"type":"module"}\n');
  writeFileSync(join(own, 'files.json'), JSON.stringify(hashesIn(join(own, 'static'))));
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  dropOldBuilds(place);
  return folder;
}

function dropOldBuilds(place: string): void {
  const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const builds = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ path: join(place, name), at: changedAt(join(place, name)) }))
    // One with a dot in its name is being made, or was left by a process that did not end well.
    .filter(({ path, at }) => !basename(path).includes('.') || at < Date.now() - ABANDONED_MS)
    .sort((a, b) => b.at - a.at);
  for (const { path } of builds.slice(KEPT + 1)) rmSync(path, { recursive: true, force: true });
}
