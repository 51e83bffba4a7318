// What the style and the name of an inline element say about its text, in the marks there are here.
import type { Mark } from '../../../blocks/block.ts';
import { PALETTE } from '../../../blocks/value-rules.ts';
import type { MarkupElement } from './tree.ts';

const MARK_TAGS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Marks that an element adds to its text. */
export function marksOf({ tag, attrs }: MarkupElement): Mark[] {
  const marks: Mark[] = [];
  const named = Object.hasOwn(MARK_TAGS, tag) ? MARK_TAGS[tag] : undefined;
  if (named) marks.push({ type: named });
  const style = stylesOf(attrs.style);
  if (/^(?:bold|bolder|[6-9]00)$/.test(style['font-weight'] ?? '')) marks.push({ type: 'bold' });
  if (/^(?:italic|oblique)$/.test(style['font-style'] ?? '')) marks.push({ type: 'italic' });
  const line = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`;
  if (tag !== 'a' && line.includes('underline')) marks.push({ type: 'underline' });
  if (line.includes('line-through')) marks.push({ type: 'strike' });
  const ground = highlightOf(tag, attrs, style);
  if (ground) marks.push({ type: 'highlight', attrs: { name: ground } });
  const ink = tag === 'a' ? undefined : (paletteOf(style.color ?? attrs.color) ?? classColor(attrs.class, INK));
  if (ink) marks.push({ type: 'color', attrs: { name: ink } });
  return marks;
}

/** Elements whose background is that of their text; larger ones are parts of a page with a look of their own. */
const GROUNDED = /^(?:span|font|p|li|h[1-6])$/;

function highlightOf(tag: string, attrs: Record<string, string>, style: Record<string, string>): string | undefined {
  const evernote = style['--en-highlight'] ?? (style['-evernote-highlight'] === 'true' ? 'yellow' : undefined);
  if (evernote) return paletteOf(evernote) ?? 'yellow';
  const named = classColor(attrs.class, /^highlight-([a-z]+)_background$/);
  const ground = named ?? paletteOf(style['background-color'] ?? style.background);
  if (tag !== 'mark') return GROUNDED.test(tag) ? ground : undefined;
  // Notion writes the colour of letters as a mark too.
  return ground ?? (classColor(attrs.class, INK) ? undefined : 'yellow');
}

const INK = /^highlight-([a-z]+)$/;

function classColor(classes = '', shape: RegExp): string | undefined {
  for (const one of classes.split(/\s+/)) {
    const name = shape.exec(one)?.[1];
    if (name && name !== 'default' && PALETTE.includes(name)) return name;
  }
  return undefined;
}

/** `style` as its parts; names in lower case. */
export function stylesOf(style = ''): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const part of style.slice(0, 5000).split(';')) {
    const at = part.indexOf(':');
    if (at > 0)
      parts[part.slice(0, at).trim().toLowerCase()] = part
        .slice(at + 1)
        .trim()
        .toLowerCase();
  }
  return parts;
}

export const isHiddenStyle = ({ attrs }: MarkupElement): boolean =>
  'hidden' in attrs || stylesOf(attrs.style).display === 'none';

const HUES: [number, string][] = [
  [15, 'red'],
  [42, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [255, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [361, 'red'],
];

/** The name in the palette that is nearest to a colour of a style sheet; undefined for black, white and none. */
export function paletteOf(color: string | undefined): string | undefined {
  if (!color) return undefined;
  const named = color.trim().toLowerCase();
  if (named !== 'default' && PALETTE.includes(named)) return named;
  const rgb = channelsOf(named);
  if (!rgb) return undefined;
  const [max, min] = [Math.max(...rgb), Math.min(...rgb)];
  if (max - min < 26) return max > 90 && max < 215 ? 'gray' : undefined;
  const [red, green, blue] = rgb;
  const turn =
    max === red
      ? ((green - blue) / (max - min) + 6) % 6
      : max === green
        ? (blue - red) / (max - min) + 2
        : (red - green) / (max - min) + 4;
  return HUES.find(([until]) => turn * 60 < until)?.[1];
}

function channelsOf(color: string): [number, number, number] | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(color)?.[1];
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number];
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+))?/.exec(color);
  if (!parts || Number(parts[4] ?? 1) === 0) return undefined;
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}
