// The words of kept pages, for the search without a connection.

const around = 60;

/** What is read of a page, from its markup; nothing of it is run. */
export const markupText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => SIGNS[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The place where the first of the words stands. */
export function snippetOf(text: string, words: string[]): string {
  const at = text.toLocaleLowerCase().indexOf(words[0] ?? '');
  if (at < 0) return '';
  const from = Math.max(0, at - around);
  return `${from > 0 ? '…' : ''}${text.slice(from, at + around)}…`;
}
