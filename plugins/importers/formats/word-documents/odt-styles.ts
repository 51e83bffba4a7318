// What the styles of an OpenDocument text mean: marks, kinds of paragraphs, and which lists are numbered.
import { all, elementChildren, type MarkupElement, type MarkupNode } from '../../conversion/html/tree.ts';

interface Style {
  parent?: string;
  /** as the style sheet of an HTML element would say it */
  css: string;
}

export class Styles {
  /** the list style that inner lists without one go on with */
  current = '';
  readonly #styles = new Map<string, Style>();
  readonly #numbered = new Set<string>();

  constructor(sheets: MarkupElement[]) {
    for (const sheet of sheets) {
      for (const style of all(sheet, 'style:style')) this.#read(style);
      for (const list of all(sheet, 'text:list-style'))
        for (const level of elementChildren(list, 'text:list-level-style-number'))
          this.#numbered.add(`${list.attrs['style:name']} ${level.attrs['text:level']}`);
    }
  }

  isNumbered(list: string, level: number): boolean {
    return this.#numbered.has(`${list} ${level}`);
  }

  /** Text with the marks of its style. */
  marked(name: string | undefined, children: MarkupNode[]): MarkupNode[] {
    const css = this.#chain(name).map(({ css: own }) => own);
    const style = css.reverse().join('');
    return style ? [{ tag: 'span', attrs: { style }, children }] : children;
  }

  kind(name: string | undefined): 'heading' | 'quote' | 'code' | undefined {
    for (const one of [name, ...this.#chain(name).map(({ parent }) => parent)]) {
      if (one === 'Title') return 'heading';
      if (one === 'Quotations') return 'quote';
      if (one && /^Preformatted(?:_20_Text)?$/.test(one)) return 'code';
    }
    return undefined;
  }

  /** The style and those it builds on; styles that go round in a circle end. */
  #chain(name: string | undefined): Style[] {
    const chain: Style[] = [];
    for (let at = name; at && chain.length < 20; ) {
      const style = this.#styles.get(at);
      if (!style) break;
      chain.push(style);
      at = style.parent;
    }
    return chain;
  }

  #read(style: MarkupElement): void {
    const name = style.attrs['style:name'];
    if (!name) return;
    const parent = style.attrs['style:parent-style-name'];
    const text = elementChildren(style, 'style:text-properties')[0]?.attrs ?? {};
    // Headings are bold by their style; that they are headings says it.
    const own = style.attrs['style:family'] === 'paragraph' && /^Heading|^Title$/.test(name) ? {} : text;
    this.#styles.set(name, { css: cssOf(own), ...(parent && { parent }) });
  }
}

function cssOf(text: Record<string, string>): string {
  const on = (value: string | undefined): boolean => value !== undefined && value !== 'none';
  const parts = {
    'font-weight': text['fo:font-weight'],
    'font-style': text['fo:font-style'],
    'text-decoration': [
      on(text['style:text-underline-style']) && 'underline',
      (on(text['style:text-line-through-style']) || on(text['style:text-line-through-type'])) && 'line-through',
    ]
      .filter(Boolean)
      .join(' '),
    'background-color': text['fo:background-color'],
    color: text['fo:color'],
  };
  return Object.entries(parts)
    .flatMap(([key, value]) => (value ? [`${key}:${value};`] : []))
    .join('');
}
