// Lists of wikitext: each line says by its marks how deep it stands, and of which kind each level is.

export interface ListItem {
  /** `*`, `#`, `;` and `:`, one for each level */
  marks: string;
  text: string;
}

const DEPTH_MAX = 20;

const kindOf = ({ marks }: ListItem): string =>
  marks[0] === ';' || marks[0] === ':' ? 'dl' : marks[0] === '#' ? 'ol' : 'ul';

/** Neighbours of one kind are one list. */
export function wikiListHtml(items: ListItem[], inline: (text: string) => string, depth = 0): string {
  const out: string[] = [];
  for (let at = 0; at < items.length; ) {
    const kind = kindOf(items[at] as ListItem);
    let end = at + 1;
    while (end < items.length && kindOf(items[end] as ListItem) === kind) end++;
    out.push(`<${kind}>${itemsHtml(items.slice(at, end), kind, { inline, depth })}</${kind}>`);
    at = end;
  }
  return out.join('');
}

function itemsHtml(
  items: ListItem[],
  kind: string,
  { inline, depth }: { inline: (text: string) => string; depth: number },
): string {
  const out: string[] = [];
  let hasTerm = false;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as ListItem;
    const isOwn = item.marks.length === 1 || depth >= DEPTH_MAX;
    const deeper: ListItem[] = [];
    let next = isOwn ? at + 1 : at;
    for (; depth < DEPTH_MAX && (items[next]?.marks.length ?? 0) > 1; next++) {
      const { marks, text } = items[next] as ListItem;
      deeper.push({ marks: marks.slice(1), text });
    }
    const inner = deeper.length ? wikiListHtml(deeper, inline, depth + 1) : '';
    hasTerm ||= isOwn && item.marks[0] === ';';
    if (kind === 'dl') out.push(isOwn ? definition(item, inner, { inline, hasTerm }) : `<dd>${inner}</dd>`);
    else out.push(isOwn ? `<li>${inline(item.text)}${inner}</li>` : inner);
    at = next - 1;
  }
  return out.join('');
}

interface Definition {
  inline(text: string): string;
  /** a term stands above */
  hasTerm: boolean;
}

/** A meaning stands below its term; an indented line that has none is a line of its own. */
function definition({ marks, text }: ListItem, inner: string, { inline, hasTerm }: Definition): string {
  const below = inner && `<dd>${inner}</dd>`;
  if (marks[0] === ':') return hasTerm ? `<dd>${inline(text)}${inner}</dd>` : `<dt>${inline(text)}</dt>${below}`;
  const [, term = text, meaning = ''] = /^(.*?)\s:\s?(.*)$/.exec(text) ?? [];
  return `<dt>${inline(term)}</dt>${meaning && `<dd>${inline(meaning)}</dd>`}${below}`;
}
