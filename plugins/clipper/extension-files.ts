// The extension as archives to download, made once of what was built, with the address of this service in them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Messages } from '../../core/i18n/messages.ts';
import type { App } from '../../core/kernel/app.ts';
import { type ExtensionBrowser, extensionManifest } from './extension-manifest.ts';

export const EXTENSION_VERSION = '1.0.0';
export const BROWSERS: ExtensionBrowser[] = ['chromium', 'firefox'];
const WORDS = 'clipper.extension.';

export interface ExtensionFile {
  browser: ExtensionBrowser;
  version: string;
  url: string;
  sha256: string;
  size: number;
}

export const archiveName = (browser: ExtensionBrowser): string => `commonplace-clipper-${browser}.zip`;

/** What an archive of the extension holds, by path. */
export async function extensionParts(app: App, browser: ExtensionBrowser): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  const text = (path: string, value: unknown) => parts.set(path, Buffer.from(JSON.stringify(value)));
  const manifest = extensionManifest(browser, EXTENSION_VERSION, app.baseUrl);
  text('manifest.json', manifest);
  const folder = app.assets.extensionFolder('clipper');
  const keys: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const content = readFileSync(join(folder, name));
    if (name === 'icon.svg') parts.set('icon.png', await iconOf(content));
    else parts.set(name, name.endsWith('.js') ? numbered(content, keys) : content);
  }
  const named = [...JSON.stringify(manifest).matchAll(/__MSG_(\w+)__/g)].map(([, name]) => name as string);
  for (const locale of app.messages.locales)
    text(`_locales/${locale}/messages.json`, wordsOf(app.messages, locale, named, keys));
  return parts;
}

/** With a number in place of each key of words; what is new is added to the keys. */
function numbered(script: Buffer, keys: string[]): Buffer {
  const text = script.toString().replace(/(["'`])clipper\.extension\.(\w+)\1/g, (_, quote: string, key: string) => {
    if (!keys.includes(key)) keys.push(key);
    return quote + keys.indexOf(key) + quote;
  });
  return Buffer.from(text);
}

/** As extensions have them: a name and what it says; what is computed is put in by the code itself. */
function wordsOf(messages: Messages, locale: string, named: string[], keys: string[]) {
  const own = messages.beginningWith(locale, WORDS);
  const said = (key: string): string => String(own[WORDS + key]);
  const entries = named.map((name): [string, string] => [name, said(name)]);
  const all: [string, string][] = [...entries, ['words', keys.map(said).join('\n')]];
  return Object.fromEntries(all.map(([name, message]) => [name, { message }]));
}

const ICON_EDGE = 48;

/** Manifests take no drawings. */
async function iconOf(drawing: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(drawing, { density: ICON_EDGE * 4 })
    .resize(ICON_EDGE, ICON_EDGE)
    .png({ compressionLevel: 9, palette: true, colours: 8 })
    .toBuffer();
}

/** By the clock on the wall, so that equal content makes equal archives. */
const ALWAYS = { mtime: new Date(2000, 0, 1, 12), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 9 };

async function archiveOf(app: App, browser: ExtensionBrowser): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const file = new ZipFile();
  for (const [path, content] of await extensionParts(app, browser)) file.addBuffer(content, path, ALWAYS);
  file.end();
  return buffer(file.outputStream);
}

const made = new WeakMap<App, Map<ExtensionBrowser, Promise<Buffer>>>();

/** Made when the first one asks. */
export function extensionArchive(app: App, browser: ExtensionBrowser): Promise<Buffer> {
  const known = made.get(app) ?? new Map<ExtensionBrowser, Promise<Buffer>>();
  made.set(app, known);
  const archive = known.get(browser) ?? archiveOf(app, browser);
  known.set(browser, archive);
  archive.catch(() => known.delete(browser));
  return archive;
}

export const extensionFiles = (app: App): Promise<ExtensionFile[]> =>
  Promise.all(
    BROWSERS.map(async (browser) => {
      const archive = await extensionArchive(app, browser);
      const sha256 = createHash('sha256').update(archive).digest('hex');
      const url = `${app.baseUrl}/extensions/${archiveName(browser)}`;
      return { browser, version: EXTENSION_VERSION, url, sha256, size: archive.length };
    }),
  );
