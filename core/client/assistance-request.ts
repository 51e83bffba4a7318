// How a part of a page asks for another text in place of one; what makes suggestions names its script on the page, if anything does.
import type { Anchor } from './popover.ts';

/** A text that somebody has chosen, and what can be done with a suggestion. */
export interface Passage {
  anchor: Anchor;
  /** Markdown */
  text: string;
  /** whether it can be written into, now as when it was chosen */
  isEditable(): boolean;
  /** whether it still says what it said when it was chosen */
  isUnchanged(): Promise<boolean>;
  /** Markdown in its place */
  replace(markdown: string): void;
  /** Markdown below it */
  append(markdown: string): void;
}

interface Suggesting {
  suggest(passage: Passage): unknown;
}

const place = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-suggestions]');

export const takesPassages = (): boolean => place() !== null;

/** The words of the script first. */
export async function requestAssistance(passage: Passage): Promise<void> {
  const { words, suggestions } = place()?.dataset ?? {};
  if (words) await import(words);
  const { suggest } = (await import(suggestions as string)) as Suggesting;
  suggest(passage);
}
