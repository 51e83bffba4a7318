// The extension as archives to download, made once of what was built, with the address of this service in them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipped } from '../../core/files/zip-writer.ts';
import type { Messages } from '../../core/i18n/messages.ts';
import type { App } from '../../core/kernel/app.ts';
import { type ExtensionBrowser, extensionManifest } from './extension-manifest.ts';

export const EXTENSION_VERSION = '1.0.0';
export const BROWSERS: ExtensionBrowser[] = ['chromium', 'firefox'];
const ICON_EDGES = [16, 48, 128];
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
  const text = (path: string, value: unknown) => parts.set(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
  text('manifest.json', extensionManifest(browser, EXTENSION_VERSION));
  text('service.json', { server: app.baseUrl });
  for (const locale of app.messages.locales) text(`_locales/${locale}/messages.json`, wordsOf(app.messages, locale));
  const folder = app.assets.extensionFolder('clipper');
  for (const name of readdirSync(folder).sort()) {
    if (name === 'icon.svg') continue;
    parts.set(name, readFileSync(join(folder, name)));
  }
  for (const edge of ICON_EDGES) parts.set(`icon-${edge}.png`, await iconOf(join(folder, 'icon.svg'), edge));
  return parts;
}

/** As extensions have them: a name and what it says; what is computed is put in by the code itself. */
function wordsOf(messages: Messages, locale: string): Record<string, { message: string }> {
  const own = messages.beginningWith(locale, WORDS);
  const entries = Object.entries(own).map(([key, message]) => [key.slice(WORDS.length), { message: String(message) }]);
  return Object.fromEntries(entries);
}

/** Manifests take no drawings. */
async function iconOf(path: string, edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(readFileSync(path), { density: edge * 4 })
    .resize(edge, edge)
    .png({ compressionLevel: 9, palette: true, colours: 16 })
    .toBuffer();
}

async function archiveOf(app: App, browser: ExtensionBrowser): Promise<Buffer> {
  const parts = await extensionParts(app, browser);
  return buffer(
    await zipped(async (zip) => {
      for (const [path, content] of parts) await zip.add(path, content);
    }),
  );
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
