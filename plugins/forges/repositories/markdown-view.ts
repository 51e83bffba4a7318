// A Markdown file of a repository as HTML: its links and pictures lead to the same repository, as they do at the forge.
import type { Block } from '../../blocks/block.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import type { PlaceQuery } from './place-schema.ts';

export const BROWSER = '/forge-workspace';
/** Longer texts are shown as they are written: to read them would hold up everybody else. */
const MARKDOWN_CHARACTERS = 200_000;
const MARKDOWN = /\.(md|markdown)$/i;
const PICTURE = /\.(png|jpe?g|gif|webp|avif)$/i;
/** Of its own, or within the page. */
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i;

export const isMarkdown = (path: string, content: string): boolean =>
  MARKDOWN.test(path) && content.length <= MARKDOWN_CHARACTERS;

/** Address of a path of a repository, as a page or as the picture itself. */
export const repositoryAddress = (provider: string, { owner, repo, path, ref }: PlaceQuery, raw = false): string => {
  const query = new URLSearchParams({ provider, owner, repo, ...(path && { path }), ...(ref && { ref }) });
  return `${BROWSER}${raw ? '/picture' : ''}?${query}`;
};

/** The path that a link of a file means, or undefined where it leads out of the repository. */
export function linkedPath(from: string, href: string): string | undefined {
  if (!href || ELSEWHERE.test(href)) return undefined;
  const base = new URL(`http://repository/${from.split('/').map(encodeURIComponent).join('/')}`);
  if (!URL.canParse(href, base)) return undefined;
  const { host, pathname } = new URL(href, base);
  if (host !== 'repository') return undefined;
  try {
    return pathname.split('/').map(decodeURIComponent).filter(Boolean).join('/');
  } catch {
    return undefined;
  }
}

const fragmentOf = (href: string): string => (href.includes('#') ? href.slice(href.indexOf('#')) : '');

export function markdownHtml(provider: string, place: PlaceQuery, text: string): string {
  const pictures: string[] = [];
  let count = 0;
  const blocks: Block[] = markdownToBlocks(withoutFrontMatter(text), {
    id: () => `part-${++count}`,
    link(href, kind) {
      const path = linkedPath(place.path, href);
      if (path === undefined) return { href };
      if (kind === 'image' && PICTURE.test(path))
        return { fileId: pictures.push(path), kind: 'image', name: path.split('/').at(-1) as string };
      return { href: repositoryAddress(provider, { ...place, path }) + fragmentOf(href) };
    },
  });
  return renderHtml(blocks, {
    page: () => null,
    user: () => null,
    file(id) {
      const path = pictures[id - 1];
      if (path === undefined) return null;
      const name = path.split('/').at(-1) as string;
      return { href: repositoryAddress(provider, { ...place, path }, true), name, mime: 'image/*' };
    },
  });
}

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;
const withoutFrontMatter = (text: string): string => text.replace(FRONT_MATTER, '');
