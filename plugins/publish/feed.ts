// What programs read of published trees: a feed of what changed last, and maps for search engines.
import { escapeHtml, xmlText } from '../../core/views/html-escape.ts';
import { publicPageAddress } from './public-navigation.ts';
import { type Publication, publicationStore } from './store.ts';
import { readsOf, type Visit } from './visitor.ts';

const FEED_MAX = 50;
const MAP_MAX = 5000;

const tag = (name: string, text: string): string => `<${name}>${escapeHtml(xmlText(text))}</${name}>`;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** RSS 2.0 of the pages that changed last. */
export async function publicationFeed({ ctx, publication }: Visit): Promise<string> {
  const tree = await publicationStore.listed(ctx, readsOf(publication), { order: 'updated_at', limit: FEED_MAX });
  const base = ctx.app.baseUrl;
  const untitled = ctx.app.messages.text(ctx.locale, 'publish.untitled');
  const items = tree.map(({ id, title, updated_at }) => {
    const link = base + publicPageAddress(publication, id);
    const at = new Date(updated_at).toUTCString();
    return `<item>${tag('title', title || untitled)}${tag('link', link)}${tag('guid', link)}${tag('pubDate', at)}</item>`;
  });
  const about = `${tag('title', publication.title || untitled)}${tag('link', base + publicPageAddress(publication, publication.page_id))}`;
  const said = tag('description', publication.description || publication.title || untitled);
  return `${head}<rss version="2.0"><channel>${about}${said}${items.join('')}</channel></rss>`;
}

/** A sitemap of one tree. */
export async function mapOf({ ctx, publication }: Visit): Promise<string> {
  const tree = await publicationStore.listed(ctx, readsOf(publication), { order: 'position', limit: MAP_MAX });
  const places = tree.map(({ id, updated_at }) => {
    const link = ctx.app.baseUrl + publicPageAddress(publication, id);
    return `<url>${tag('loc', link)}${tag('lastmod', new Date(updated_at).toISOString())}</url>`;
  });
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>`;
}

/** The map of maps: trees that search engines may show. */
export function mapOfAll(base: string, all: Publication[]): string {
  const maps = all.map(({ slug }) => `<sitemap>${tag('loc', `${base}/p/${slug}/sitemap.xml`)}</sitemap>`);
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`;
}

/** What crawlers may ask for, and where the map of maps is: they look for both here. */
export const robotsOf = (base: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${base}/sitemap.xml\n`;
