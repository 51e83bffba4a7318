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

/** Elements whose end HTML lets writers leave out. */
const ENDLESS =
  /^(?:html|head|body|p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|caption|rb|rt|rtc|rp)$/;
/** Those that every page is in. */
const AROUND = /^(?:html|head|body)$/;
/** Longer pages are not read once more. */
const LENGTH_MAX = 8_000_000;

/** Whether a page without its last ends ends too early: within an element that must have an end, or always has one there. */
export function isCutOff(markup: string): boolean {
  if (markup.length > LENGTH_MAX || markup.lastIndexOf('<!--') > markup.lastIndexOf('-->')) return true;
  if (markup.lastIndexOf('<') > markup.lastIndexOf('>')) return true;
  const ended = new Set<string>();
  const left = new Set<string>();
  const open = new Set<string>();
  let isEnd = false;
  const parser = new MarkupParser({
    onclosetag: (tag, isImplied) => (isEnd ? open : isImplied ? left : ended).add(tag),
  });
  parser.write(markup);
  isEnd = true;
  parser.end();
  const within = [...open].filter((tag) => !AROUND.test(tag));
  if (within.some((tag) => !ENDLESS.test(tag) || (ended.has(tag) && !left.has(tag)))) return true;
  // Where nothing else was left out and the last line does not end, it may have gone on.
  return /\S$/.test(markup) && ![...left].some((tag) => ENDLESS.test(tag));
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
