// Reads Rich Text Format: groups that take their state back at their end, and the destinations that say what text is for.
import type { MarkupNode } from '../../../conversion/html/tree.ts';
import { decodeCodePage, letterOf } from './code-pages.ts';
import { RtfHeader } from './header.ts';
import { changedLayout, type ParagraphLayout } from './layout.ts';
import { changedLook, type Look } from './look.ts';
import { RtfStory } from './story.ts';
import { symbolLetter } from './symbol-font.ts';
import type { RtfHandler } from './tokens.ts';

/** What becomes of what stands in a group. */
export interface RtfTarget {
  text?(text: string, group: RtfGroup): void;
  word?(name: string, value: number | undefined, group: RtfGroup): void;
  /** digits and bytes of a picture */
  raw?(bytes: Uint8Array, isBinary: boolean): void;
}

export interface RtfGroup {
  target: RtfTarget;
  story: RtfStory;
  look: Look;
  layout: ParagraphLayout;
  href: string;
  /** of the field around it */
  field?: { href: string; hasText: boolean };
  /** what reads the half in Unicode of a text in two notations */
  whole?: RtfTarget;
  /** letters behind one in Unicode that say the same for old readers */
  fallback: number;
  end?(): void;
}

/** Opens a destination. `above` is the group around the one that it is for. */
export type RtfDestination = (reader: RtfReader, group: RtfGroup, above: RtfGroup) => void;

/** Nothing in it is read. */
export const SKIPPED: RtfTarget = {};
/** Its text says nothing, but pictures in it count. */
export const TEXTLESS: RtfTarget = {};
/** The half of a text in two notations that is for readers without Unicode; `ud` begins the other. */
export const WITHOUT_UNICODE: RtfTarget = {};

const LETTERS: Record<string, string> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  '~': '\u00a0',
  _: '\u2011',
};

const CODE_PAGES: Record<string, number> = { mac: 10000, pc: 437, pca: 850 };
const DEPTH_MAX = 10_000;

/** Text of the body and of notes. */
export const BODY: RtfTarget = {
  text(text, { story, look, href, field }) {
    story.text({ text, look, href });
    if (field) field.hasText = true;
  },
  word(name, value, group) {
    const look = changedLook(group.look, name, value);
    const layout = changedLayout(group.layout, name, value);
    if (look) group.look = look;
    if (layout) group.layout = layout;
    if (!look && !layout) group.story.word(name, value, group.layout);
  },
};

export class RtfReader implements RtfHandler {
  readonly header = new RtfHeader();
  readonly losses: Record<string, number> = {};
  /** texts that run along, such as the words of a comment */
  readonly listeners = new Map<string, string>();
  readonly #destinations: ReadonlyMap<string, RtfDestination>;
  readonly #groups: RtfGroup[];
  #pending: Uint8Array[] = [];
  #codePage = 1252;
  #isStarred = false;
  #skipped = 0;

  constructor(destinations: ReadonlyMap<string, RtfDestination>) {
    this.#destinations = destinations;
    const story = new RtfStory(this.header);
    this.#groups = [{ target: BODY, story, look: {}, layout: {}, href: '', fallback: 1 }];
  }

  get #group(): RtfGroup {
    return this.#groups.at(-1) as RtfGroup;
  }

  loss(kind: string): void {
    this.losses[kind] = (this.losses[kind] ?? 0) + 1;
  }

  /** The body, when all is read. */
  end(): MarkupNode[] {
    while (this.#groups.length > 1) this.close();
    this.#flush();
    return this.#group.story.end(this.#group.layout);
  }

  open(): void {
    this.#flush();
    this.#skipped = 0;
    if (this.#groups.length > DEPTH_MAX) throw new Error('its groups nest too deeply');
    const { end: _, ...group } = this.#group;
    this.#groups.push(group);
  }

  close(): void {
    this.#flush();
    this.#skipped = 0;
    this.#isStarred = false;
    if (this.#groups.length < 2) return;
    const { end, story, layout } = this.#groups.pop() as RtfGroup;
    end?.();
    // The layout of a body that is one group is needed for its last paragraph.
    if (this.#groups.length === 1 && story === this.#group.story) this.#group.layout = layout;
  }

  text(bytes: Uint8Array): void {
    const { target } = this.#group;
    if (target === SKIPPED) return;
    if (target.raw) {
      target.raw(bytes, false);
      return;
    }
    const left = Math.min(this.#skipped, bytes.length);
    this.#skipped -= left;
    if (left < bytes.length) this.#pending.push(bytes.subarray(left));
  }

  letter(byte: number): void {
    this.text(Uint8Array.of(byte));
  }

  binary(bytes: Uint8Array): void {
    if (this.#skipped) this.#skipped--;
    else this.#group.target.raw?.(bytes, true);
  }

  word(name: string, value: number | undefined): void {
    this.#flush();
    const group = this.#group;
    const isStarred = this.#isStarred;
    this.#isStarred = name === '*';
    if (group.target === SKIPPED || name === '*') return;
    if (name === 'u') this.#unicode(value ?? 0);
    else if (name === 'uc') group.fallback = Math.min(100, Math.max(0, value ?? 1));
    else this.#other(name, value, { group, isStarred });
  }

  #other(name: string, value: number | undefined, { group, isStarred }: { group: RtfGroup; isStarred: boolean }): void {
    const destination = this.#destinations.get(name);
    if (group.target === WITHOUT_UNICODE && name !== 'ud') return;
    if (destination) destination(this, group, this.#groups.at(-2) ?? group);
    else if (isStarred) group.target = SKIPPED;
    else if (name === 'ansicpg' && value) this.#codePage = value;
    else if (Object.hasOwn(CODE_PAGES, name)) this.#codePage = CODE_PAGES[name] as number;
    else if (!Object.hasOwn(LETTERS, name)) group.target.word?.(name, value, group);
    else if (this.#skipped) this.#skipped--;
    else this.#say(LETTERS[name] as string);
  }

  get #isSymbols(): boolean {
    return this.header.symbolFonts.has(this.#group.look.font ?? -1);
  }

  #unicode(number: number): void {
    const isPrivate = (number & 0xff00) === 0xf000;
    this.#say(isPrivate && this.#isSymbols ? symbolLetter(number) : letterOf(number));
    this.#skipped = this.#group.fallback;
  }

  #flush(): void {
    if (!this.#pending.length) return;
    const bytes = this.#pending.length === 1 ? (this.#pending[0] as Uint8Array) : Buffer.concat(this.#pending);
    this.#pending = [];
    if (this.#isSymbols) {
      this.#say(Array.from(bytes, symbolLetter).join(''));
      return;
    }
    const { font } = this.#group.look;
    const own = font === undefined ? undefined : this.header.codePages.get(font);
    this.#say(decodeCodePage(bytes, own ?? this.#codePage));
  }

  #say(text: string): void {
    const group = this.#group;
    const { hidden, deleted } = group.look;
    if (group.target === BODY && (hidden || deleted)) {
      if (text.trim()) this.loss(hidden ? 'hidden_text' : 'tracked_deletion');
      return;
    }
    if (group.target === BODY) for (const [id, words] of this.listeners) this.listeners.set(id, words + text);
    group.target.text?.(text, group);
  }
}
