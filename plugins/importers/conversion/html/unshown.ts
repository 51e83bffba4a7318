// What elements say that no page here shows, by its kinds: it is counted.
import { all, type MarkupElement, markupNodeLine } from './tree.ts';

/** Of a film, a sound or a frame that is shown: what it says to programs that cannot show it, and what lies over it. */
export const unshownIn = (element: MarkupElement): string[] => [
  ...(markupNodeLine(element) ? ['fallback_text'] : []),
  ...all(element, 'track').map(() => 'subtitles'),
  ...(element.attrs.poster?.trim() ? ['poster'] : []),
];

/** Elements whose title is read with them, or counted by its own name. */
const TITLED = new Set(['a', 'abbr', 'iframe', 'img', 'link', 'math', 'style']);
const QUOTES = new Set(['blockquote', 'del', 'ins', 'q']);

/** Of any element: words that appear where one points at it or types into it, and where a quotation is from. */
export function unshownOf(element: MarkupElement): string[] {
  const { tag, attrs } = element;
  const title = attrs.title?.trim();
  return [
    ...(title && !TITLED.has(tag) && title !== markupNodeLine(element) ? ['tooltip'] : []),
    ...(attrs.cite?.trim() && QUOTES.has(tag) ? ['quote_source'] : []),
    ...(attrs.placeholder?.trim() && !attrs.value?.trim() && !markupNodeLine(element) ? ['placeholder'] : []),
  ];
}

/** What browsers show only without scripts, only while somebody types, or never. */
const UNSEEN = new Set(['template', 'noscript', 'datalist']);

export const isUnseen = (element: MarkupElement): boolean =>
  UNSEEN.has(element.tag) && (markupNodeLine(element) !== '' || all(element, 'option').length > 0);

const SHOWN_IN_LINKS = ['audio', 'canvas', 'embed', 'iframe', 'img', 'input', 'object', 'svg', 'video'];

/** Whether a link that leads away has nothing to press on that is shown here, such as a sign of a font or of a style. */
export const isBareLink = (link: MarkupElement): boolean =>
  !link.attrs.href?.trim().startsWith('#') && !markupNodeLine(link) && !all(link, ...SHOWN_IN_LINKS).length;
