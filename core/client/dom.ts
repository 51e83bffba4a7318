// Builds and finds elements without markup strings, which Trusted Types forbid.

type Attribute = string | number | boolean | null | undefined | ((event: Event) => void);

/** An element; attributes that are null or false are left out, `on…` functions become listeners. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string | null | false)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2).toLowerCase(), value);
    else if (value || value === '' || value === 0) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture of the sprite, decorative: whatever holds it needs a name. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${document.documentElement.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

/** One listener for all that match `selector` below `root`, now and later. */
export function on<K extends keyof HTMLElementEventMap>(
  root: HTMLElement | Document,
  type: K,
  selector: string,
  handler: (event: HTMLElementEventMap[K], found: HTMLElement) => void,
): void {
  root.addEventListener(type, (event) => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (found && root.contains(found)) handler(event as HTMLElementEventMap[K], found);
  });
}

/** The sign of a page or a block: an emoji, or the picture of one of the workspace (`custom:<id>`); none for an empty one. */
export function signOf(sign: string): HTMLElement | string {
  if (!sign.startsWith('custom:')) return sign;
  return el('img', { class: 'emoji', src: `/api/emoji/${Number(sign.slice(7))}`, alt: '' });
}
