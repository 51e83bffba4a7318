// Addresses that Markdown defines for links and no link uses: readers show nothing of them, here they stand at the end.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { MarkdownOptions } from '../../blocks/markdown/options.ts';

type References = NonNullable<StateCore['env']['references']>;

interface Definition {
  /** as the parser compares it */
  label: string;
  href: string;
  title: string;
}

/** Some write remarks as definitions that lead nowhere: `[//]: # (a remark)`. */
const isRemark = ({ href }: Definition): boolean => href === '#' || href === '';

/** The parser keeps the first definition of a label, and asks for it by that label in each link that might use it. */
class Definitions {
  readonly #all: Definition[] = [];
  readonly #first = new Map<string, Definition>();
  readonly #used = new Set<string>();

  /** What blocks define, one by one. */
  readonly written: References = new Proxy<References>(
    {},
    {
      set: (_, label, found) => {
        const definition: Definition = { label: String(label), href: found.href, title: found.title };
        this.#all.push(definition);
        if (!this.#first.has(definition.label)) this.#first.set(definition.label, definition);
        return true;
      },
    },
  );

  /** What links look into. */
  readonly read: References = new Proxy<References>(
    {},
    {
      get: (_, label) => {
        const found = typeof label === 'string' ? this.#first.get(label) : undefined;
        if (found) this.#used.add(found.label);
        return found;
      },
    },
  );

  unused(): Definition[] {
    return this.#all.filter((one) => this.#first.get(one.label) !== one || !this.#used.has(one.label));
  }
}

const LABEL = /^[ \t>]*\[((?:[^[\]\\]|\\.)+)\]:/gm;

const comparable = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

function addUnused(state: StateCore): void {
  const unused = (state.env.definitions as Definitions).unused();
  if (!unused.length) return;
  const labels = new Map([...state.src.matchAll(LABEL)].map(([, label = '']) => [comparable(label), label.trim()]));
  const options = state.env.options as MarkdownOptions | undefined;
  for (const definition of unused) {
    const { href, title } = definition;
    if (isRemark(definition)) options?.onLoss?.({ kind: 'html-comment', detail: title });
    else {
      options?.onLoss?.({ kind: 'link-definition', detail: href });
      const words = labels.get(definition.label) ?? definition.label;
      for (const token of paragraph(state, { href, title, words })) state.tokens.push(token);
    }
  }
}

function paragraph(state: StateCore, { href, title, words }: { href: string; title: string; words: string }): Token[] {
  const link = new state.Token('link_open', 'a', 1);
  link.attrSet('href', href);
  const inline = new state.Token('inline', '', 0);
  const after = title ? [text(state, `: ${title}`)] : [];
  inline.children = [link, text(state, words), new state.Token('link_close', 'a', -1), ...after];
  return [new state.Token('paragraph_open', 'p', 1), inline, new state.Token('paragraph_close', 'p', -1)];
}

function text(state: StateCore, content: string): Token {
  const made = new state.Token('text', '', 0);
  made.content = content;
  return made;
}

export function addUnusedDefinitions(parser: MarkdownIt): void {
  parser.core.ruler.before('block', 'definitions', (state) => {
    const definitions = new Definitions();
    state.env.definitions = definitions;
    state.env.references = definitions.written;
  });
  parser.core.ruler.after('block', 'definitions_read', (state) => {
    state.env.references = (state.env.definitions as Definitions).read;
  });
  parser.core.ruler.after('html_tags', 'definitions_unused', addUnused);
}
