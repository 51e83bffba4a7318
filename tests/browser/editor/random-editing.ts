// Hands at several keyboards that change one page at random, with cut lines, and a program that writes it too.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Block } from '../../../plugins/blocks/block.ts';
import { until } from '../../../testing/until.ts';
import { settled } from '../../kit/browser.ts';
import { Lines } from '../connection-control.ts';
import { close, type Desk, opened, type Written } from './editor.ts';

/** The same acts for the same seed (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides) | 0;
  };
}

const PATIENCE_MS = 40_000;

/** A block that is moved: what others type into one meanwhile is lost with it, which is known, so nobody does. */
const STONE = /^stone/;

/** Where somebody may put the caret. */
const PLACES = {
  line: '.block > p:not(.synced-body p)',
  cell: '.block td',
  synced: '.synced-body p',
} as const;

function putCaret(place: Element): void {
  if (!place.isConnected) throw new Error('gone');
  place.scrollIntoView({ block: 'center' });
  place.closest<HTMLElement>('[contenteditable="true"]')?.focus();
  getSelection()?.selectAllChildren(place);
  getSelection()?.collapseToEnd();
}

/** One window: what it does, and the line it hangs on. */
export class Hand {
  readonly #lines = new Lines();
  readonly written: Written;
  readonly name: string;

  private constructor(written: Written, name: string) {
    this.written = written;
    this.name = name;
  }

  static async open(desk: Desk, id: number, name: string, options: Parameters<Desk['open']>[1]): Promise<Hand> {
    const hand = new Hand(await desk.open(id, options), name);
    const { page, visit } = hand.written;
    await hand.#lines.follow(page);
    // A cut line carries no calls either.
    await page.route('**/api/**', (route) => (hand.isCut ? route.abort() : route.continue()));
    await page.reload();
    await opened(id, visit, page);
    return hand;
  }

  get page(): Page {
    return this.written.page;
  }

  get isCut(): boolean {
    return this.#lines.isCut;
  }

  cut(): Promise<void> {
    return this.#lines.cut();
  }

  mend(): Promise<void> {
    return this.#lines.mend(this);
  }

  /** Puts the caret at the end of a place; false: there is none. */
  async goTo(kind: keyof typeof PLACES, at: (sides: number) => number, isStone = false): Promise<boolean> {
    const all = this.page.locator(PLACES[kind]);
    const places = kind === 'line' ? all.filter(isStone ? { hasText: STONE } : { hasNotText: STONE }) : all;
    const count = await places.count();
    if (!count) return false;
    const place = places.nth(at(count));
    // An editor inside of the page takes the focus as people give it.
    const isThere = await (kind === 'synced' ? place.click({ timeout: 2_000 }) : place.evaluate(putCaret)).then(
      () => true,
      () => false,
    );
    if (isThere) await this.page.keyboard.press('End');
    await settled(this.page);
    return isThere;
  }

  /** The lines of the page, those of synced blocks and tables too. */
  said(): Promise<string[]> {
    return this.page
      .locator('.block > p, .block td, .block th')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));
  }
}

/**
 * Who types where another one has not ended a word writes into it, or begins a new line there: words are taken out from
 * the innermost on, and may go on in the next line.
 */
function missingOf(words: readonly string[], lines: readonly string[]): string[] {
  let [missing, text] = [[...words], lines.join('')];
  for (let before = -1; before !== missing.length; ) {
    before = missing.length;
    missing = missing.filter((word) => {
      const rest = text.replace(word, '');
      const isMissing = rest === text;
      text = rest;
      return isMissing;
    });
  }
  return missing;
}

export interface Play {
  seed: number;
  rounds: number;
}

/** Plays it in three windows, one of them as narrow as a phone; every word must be there at the end, everywhere the same. */
export async function playTogether(desk: Desk, { seed, rounds }: Play): Promise<number> {
  const roll = dice(seed);
  const { t } = desk;
  const origin = await desk.make('source', 'Source');
  const shared = await t.call('ann', 'POST', '/api/v2/synced-blocks', {
    blocks: [{ type: 'paragraph', data: {}, content: [{ type: 'text', text: 'shared' }] }],
    page_id: origin,
  });
  assert.equal(shared.status, 200, shared.text);
  const id = await desk.make('start\n\nstone 1\n\n| a | b |\n| --- | --- |\n| c | d |\n\nstone 2\n\nend');
  const { blocks } = await desk.stored(id);
  const withShared = [
    ...blocks.slice(0, 2),
    { type: 'synced', data: { syncedBlockId: shared.body.id } },
    ...blocks.slice(2),
  ];
  assert.equal((await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: withShared })).status, 200);
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;
  const hands = [
    await Hand.open(desk, id, 'ann', {}),
    await Hand.open(desk, id, 'edi', { who: 'edi' }),
    await Hand.open(desk, id, 'phone', phone),
  ];
  const words: string[] = [];
  const log: string[] = [];
  const word = (of: string): string => {
    const made = `${of}${words.length}`;
    words.push(`${made}.`);
    return `${made}.`;
  };
  const add = async (hand: Hand, kind: keyof typeof PLACES, before = '') => {
    if (!(await hand.goTo(kind, roll))) return;
    if (before) await hand.page.keyboard.press(before);
    const said = word(hand.name);
    log.push(`${hand.name}${hand.isCut ? ' (cut)' : ''} ${kind} ${before} ${said}`);
    await hand.page.keyboard.type(said);
  };
  const press = async (hand: Hand, isStone: boolean, ...keys: string[]) => {
    if (!(await hand.goTo('line', roll, isStone))) return;
    log.push(`${hand.name}${hand.isCut ? ' (cut)' : ''} ${keys.join(' ')}`);
    for (const key of keys) await hand.page.keyboard.press(key);
  };
  const acts: ((hand: Hand) => Promise<void>)[] = [
    (hand) => add(hand, 'line', 'Enter'),
    (hand) => add(hand, 'line', 'Enter'),
    (hand) => add(hand, 'line'),
    (hand) => add(hand, 'cell'),
    (hand) => add(hand, 'synced'),
    (hand) => add(hand, 'synced', 'Enter'),
    (hand) => press(hand, true, 'Alt+Shift+ArrowUp'),
    (hand) => press(hand, true, 'Alt+Shift+ArrowDown'),
    (hand) => press(hand, false, 'Shift+Home', 'Control+b'),
    (hand) => press(hand, false, 'Control+z', 'Control+Shift+z'),
    async (hand) => {
      log.push(`${hand.name} ${hand.isCut ? 'mend' : 'cut'}`);
      await (hand.isCut ? hand.mend() : hand.cut());
    },
  ];
  const programme: (() => Promise<{ status: number; text: string }>)[] = [
    () => t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: word('api') }),
    () => t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { prepend: word('api') }),
    async () => {
      const read = await desk.stored(id);
      const stones = read.blocks.filter(
        ({ content: [first] = [] }) => first && 'text' in first && STONE.test(first.text),
      );
      const stone = stones[roll(stones.length)];
      const rest = read.blocks.filter((block) => block !== stone);
      // Past one neighbour alone, it might as well be that one that moves.
      const place = (read.blocks.indexOf(stone as Block) + 2 + roll(rest.length - 2)) % read.blocks.length;
      read.blocks = stone ? rest.toSpliced(place, 0, stone) : rest;
      const headers = { 'if-match': `"v${read.sync_version}"` };
      const answer = await t.call('ann', 'PUT', `/api/pages/${id}/content`, { body: { blocks: read.blocks }, headers });
      return { status: answer.status === 412 ? 200 : answer.status, text: answer.text };
    },
  ];
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      hands.map(async (hand) => {
        await acts[roll(acts.length)]?.(hand);
      }),
    );
    if (round % 3 === 0) {
      const which = roll(programme.length);
      log.push(`api ${which}`);
      const answer = await programme[which]?.();
      assert.equal(answer?.status, 200, answer?.text);
    }
  }
  for (const hand of hands) await hand.mend();
  const told = () => `the same text with every word; seed ${seed}\n${log.join('\n')}`;
  let last = '';
  await until(
    async () => {
      const texts = await Promise.all(hands.map((hand) => hand.said()));
      const missing = missingOf(words, texts[0] ?? []);
      last = JSON.stringify({ missing, texts }, null, 1);
      return !missing.length && texts.every((lines) => JSON.stringify(lines) === JSON.stringify(texts[0]));
    },
    () => `${told()}\n${last}`,
    PATIENCE_MS,
  );
  for (const hand of hands) await close(hand.written, /WebSocket|ERR_FAILED/);
  return words.length;
}
