// The MathML that formulas are drawn as, as a tree.
import { MarkupParser } from '../../../../core/files/markup-parser.ts';

export interface MathElement {
  tag: string;
  attrs: Record<string, string>;
  children: MathElement[];
  /** of an element that has no other ones */
  text: string;
}

/** What stands in a formula of TeX, without its source. */
export function mathTree(markup: string): MathElement {
  const root: MathElement = { tag: 'mrow', attrs: {}, children: [], text: '' };
  const open = [root];
  const parser = new MarkupParser(
    {
      onopentag(tag, attrs) {
        const element: MathElement = { tag, attrs: { ...attrs }, children: [], text: '' };
        if (tag !== 'annotation') open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const last = open.at(-1);
        if (last) last.text += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(markup);
  return root;
}

/** An element that stands for what it holds alone: itself, if it is not only around something. */
export function bareElement(element: MathElement): MathElement {
  const [first, ...others] = element.children;
  const isAround = /^(?:mrow|mstyle|mpadded|mi|mo|span|math|semantics)$/.test(element.tag);
  return isAround && first && !others.length ? bareElement(first) : element;
}
