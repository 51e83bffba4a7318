// Whether markup is whole: readers mend what is not, and people are told that something may be missing.
import { MarkupParser } from '../../../../core/files/markup-parser.ts';

/** What is wrong, as a sentence. HTML may leave out many ends: `ends` are the elements that must have one. */
export function faultIn(markup: string, options: { xml: true } | { ends: RegExp }): string | undefined {
  const isXml = 'xml' in options;
  const mustEnd = (tag: string): boolean => isXml || options.ends.test(tag.toLowerCase());
  let isMended = false;
  let isEnd = false;
  let isCut = markup.lastIndexOf('<') > markup.lastIndexOf('>');
  const check = {
    onclosetag(tag: string, isImplied: boolean) {
      if (!isImplied || parser.isSelfClosing || !mustEnd(tag)) return;
      if (isEnd) isCut = true;
      else isMended = true;
    },
  };
  const stray = (start: number, end: number): void => {
    if (mustEnd(markup.slice(start, end))) isMended = true;
  };
  const parser: EndParser = new EndParser(check, { xmlMode: isXml }, stray);
  parser.write(markup);
  isEnd = true;
  parser.end();
  if (isCut) return 'It ends within an element; what is whole came in.';
  return isMended ? 'Some of its elements do not end where they should; what could be read came in.' : undefined;
}

type Options = ConstructorParameters<typeof MarkupParser>;

/** Tells of ends that nothing began, which the parser passes over, and of elements that end in themselves. */
class EndParser extends MarkupParser {
  isSelfClosing = false;
  readonly #stray: (start: number, end: number) => void;

  constructor(check: Options[0], options: Options[1], stray: (start: number, end: number) => void) {
    super(check, options);
    this.#stray = stray;
  }

  override onclosetag(start: number, endIndex: number): void {
    const { stack } = this as unknown as { stack: string[] };
    const before = stack.length;
    super.onclosetag(start, endIndex);
    if (stack.length === before) this.#stray(start, endIndex);
  }

  override onselfclosingtag(endIndex: number): void {
    this.isSelfClosing = true;
    super.onselfclosingtag(endIndex);
    this.isSelfClosing = false;
  }
}
