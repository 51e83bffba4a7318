// What styles in pasted HTML say about words: bold, struck, and in documents also underlined and coloured.

/** Programs people write in; on other sites colours belong to the site, not to the words. */
export const isOfDocument = (root: HTMLElement): boolean =>
  root.querySelector('[id^="docs-internal-guid"], [class^="Mso"], [data-style*="mso-"]') !== null;

/** Programs wrap everything in a bold element which is not bold, or make words bold by style only. */
export function adaptStyle(element: HTMLElement, isDocument: boolean): void {
  const style = element.dataset.style ?? '';
  if (element.tagName === 'B') {
    if (/font-weight:\s*(normal|400)/.test(style)) element.replaceWith(...element.childNodes);
    return;
  }
  if (/font-weight:\s*(bold|[6-9]00)/.test(style)) wrapInside(element, 'strong');
  if (/font-style:\s*italic/.test(style)) wrapInside(element, 'em');
  // To-dos that are done are struck by their box.
  if (/text-decoration[^;]*line-through/.test(style) && !element.closest('[aria-checked="true"]'))
    wrapInside(element, 's');
  // Colours of cells are those of the table.
  if (!isDocument || element.matches('td, th') || element.closest('a') || element.querySelector('a')) return;
  if (/text-decoration[^;]*underline/.test(style)) wrapInside(element, 'u');
  const behind = colourIn(/(?:^|;)\s*background(?:-color)?:\s*([^;]+)/.exec(style)?.[1]);
  if (behind) wrapInside(element, 'mark', behind);
  const colour = colourIn(/(?:^|;)\s*color:\s*([^;]+)/.exec(style)?.[1]);
  if (colour) wrapInside(element, 'span', colour);
}

function wrapInside(element: Element, tag: string, colour?: string): void {
  const inner = element.ownerDocument.createElement(tag);
  if (colour) inner.dataset.color = colour;
  inner.append(...element.childNodes);
  element.append(inner);
}

/** Names of colours by the hue at which they end, in degrees. */
const HUES: [number, string][] = [
  [14, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [250, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [360, 'red'],
];
const NAMED = new Set(HUES.map(([, name]) => name));
/** Less colourful than this is black, grey or white: how text looks anyway. */
const COLOURFUL = 0.2;

/** The colour of ours that is nearest, null for none. */
function colourIn(given: string | undefined): string | null {
  const text = given?.trim().toLowerCase() ?? '';
  if (NAMED.has(text)) return text;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})\b/.exec(text)?.[1];
  const pairs = hex && (hex.length === 3 ? [...hex].map((sign) => sign + sign) : (hex.match(/../g) ?? []));
  const parts = pairs
    ? pairs.map((pair) => Number.parseInt(pair, 16))
    : /^rgb\(([\d\s,]+)\)/.exec(text)?.[1]?.split(',');
  const [r = 0, g = 0, b = 0] = (parts ?? []).map((part) => Number(part) / 255);
  const [least, most] = [Math.min(r, g, b), Math.max(r, g, b)];
  const range = most - least;
  if (range < COLOURFUL * Math.max(most, 0.3)) return null;
  const sixth = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const hue = sixth * 60;
  return HUES.find(([end]) => hue <= end)?.[1] ?? null;
}
