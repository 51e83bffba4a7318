// The first words of a published page, for those that say nothing of themselves: of what its visitor reads, and no more.
const LENGTH = 200;
/** Whole words, or as much as there is room for of one long word. */
const FITTING = /^.{1,200}(?=\s)|^.{1,200}/su;
/** What stands for something that the visitor may not see. */
const HIDDEN = /<span class="page-hidden">[^<]*<\/span>/g;
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of the first paragraph that has any, cut between words. */
export function excerptOf(html: string): string {
  for (const [, inside = ''] of html.matchAll(/<p\b[^>]*>(.*?)<\/p>/gs)) {
    const text = inside
      .replace(HIDDEN, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name] as string)
      .replace(/\s+/g, ' ')
      .trim();
    if (text) return text.length > LENGTH ? `${FITTING.exec(text)?.[0]}…` : text;
  }
  return '';
}
