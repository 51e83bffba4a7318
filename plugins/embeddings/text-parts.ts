// Texts of pages in parts of the size that models understand best, cut where a paragraph or a sentence ends.

/** Characters of a part, and how many parts of a page are read. */
const [PART_LEAST, PART_MAX, PARTS_MAX] = [400, 1500, 30];

export interface TextPart {
  /** where it begins in the text of the page */
  start: number;
  text: string;
}

/** Behind the first paragraph that makes the part long enough, or the last sentence or word that has room. */
function endOf(text: string, start: number): number {
  const paragraph = text.indexOf('\n', start + PART_LEAST);
  if (paragraph >= 0 && paragraph < start + PART_MAX) return paragraph + 1;
  const most = start + PART_MAX;
  if (text.length <= most) return text.length;
  for (const mark of ['. ', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length);
    if (at > start + PART_LEAST) return at + mark.length;
  }
  return most;
}

/** Each part says the title of the page first, so that it is understood alone; a page without text is its title. */
export function textParts(title: string, text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (let start = 0; start < text.length && parts.length < PARTS_MAX; ) {
    const end = endOf(text, start);
    const words = text.slice(start, end).trim();
    if (words) parts.push({ start, text: `${title}\n\n${words}`.trim().toWellFormed() });
    start = end;
  }
  if (!parts.length && title.trim()) parts.push({ start: 0, text: title.trim() });
  return parts;
}
