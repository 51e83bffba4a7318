// The plugin that the help for authors shows, as an author would copy it from there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Each file of the article by its path. */
export function filesOfHelp(locale: string): Map<string, string> {
  const article = readFileSync(new URL(`../../plugins/web/help/${locale}/extending.md`, import.meta.url), 'utf8');
  const shown = article.matchAll(/^```\w+ (weather\/\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...shown].map(([, path = '', text = '']) => [path, text]));
}

/** Writes them below a folder. */
export function writeHelpPlugin(folder: string): void {
  for (const [path, text] of filesOfHelp('en')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
