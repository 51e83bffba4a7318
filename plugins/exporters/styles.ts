// How exports look: what all of their pages have in common, and what each block type adds from its folder.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const BLOCK_TYPES = new URL('../blocks/types/', import.meta.url);

/** `site.css` is for exported sites and for paper, `print.css` for paper alone. */
export async function exportStyle(name: 'site.css' | 'print.css', common: URL): Promise<string> {
  const ofTypes = readdirSync(BLOCK_TYPES)
    .sort()
    .map((folder) => new URL(`${folder}/${name}`, BLOCK_TYPES))
    .filter((file) => existsSync(file));
  return (await Promise.all([common, ...ofTypes].map((file) => readFile(file, 'utf8')))).join('');
}

export const siteStyle = (): Promise<string> => exportStyle('site.css', new URL('./site.css', import.meta.url));
