/** People and an API client who change one page at once, at random and with cut lines, until all say the same. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../plugins/blocks/block.ts';
import { until } from '../../testing/until.ts';
import { come, type Person, paragraph, sayTheSame, synced } from './people.ts';

export interface Scene {
  /** where each person's process listens */
  addresses: string[];
  pageId: number;
  /** of a token that may write */
  headers: Record<string, string>;
  people: number;
  /** whether another round is to be played */
  more(round: number): boolean;
}

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

const withMoved = (blocks: Block[]): Block[] => {
  const moved = pick(blocks) as Block;
  const rest = blocks.filter((block) => block !== moved);
  rest.splice(Math.floor(Math.random() * (rest.length + 1)), 0, moved);
  return rest;
};

/** Plays the scene; answers how many blocks were written. Every one of them must be in the page at the end. */
export async function writeTogether({ addresses, pageId, headers, people, more }: Scene): Promise<number> {
  const written: string[] = [];
  const say = (who: string): Block => {
    const word = `${who}-${written.length}`;
    written.push(word);
    return paragraph(word, word);
  };
  const crowd = Array.from({ length: people }, (_, index) =>
    come(addresses[index % addresses.length] as string, pageId, headers),
  );
  try {
    await synced(...crowd);
    const acts: ((person: Person, name: string) => void)[] = [
      (person, name) => person.rewrite([...person.blocks(), say(name)]),
      (person, name) => person.rewrite([say(name), ...person.blocks()]),
      (person) => person.rewrite(withMoved(person.blocks())),
      (person) => person.type('.'),
      ({ provider }) => (provider.wsconnected ? provider.disconnect() : provider.connect()),
    ];
    const api = new Writer(addresses[0] as string, pageId, headers);
    for (let round = 0; more(round); round++) {
      for (const [index, person] of crowd.entries()) pick(acts)?.(person, `p${index}`);
      if (round % 5 === 0) await api.append(say('api'));
      if (round % 7 === 0) await api.rearrange();
      // Others get a turn, as between two keys.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    }
    for (const { provider } of crowd) provider.connect();
    const texts = (blocks: Block[]) => blocks.map((block) => (block.content as { text: string }[])[0]?.text ?? '');
    const all = () => {
      const found = new Set(crowd.map((one) => JSON.stringify(one.blocks())));
      return (
        found.size === 1 &&
        written.every((word) => texts(crowd[0]?.blocks() ?? []).some((text) => text.startsWith(word)))
      );
    };
    await until(all);
    sayTheSame(...crowd);
    await until(async () => isDeepStrictEqual(await api.blocks(), crowd[0]?.blocks()));
  } finally {
    for (const person of crowd) person.leave();
  }
  return written.length;
}

/** A client of the API without any socket. */
class Writer {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(address: string, pageId: number, headers: Record<string, string>) {
    this.#url = `${address}/api/v2/pages/${pageId}`;
    this.#headers = { ...headers, 'content-type': 'application/json' };
  }

  #call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response> {
    const all = { ...this.#headers, ...headers };
    return fetch(`${this.#url}${path}`, { method, headers: all, body: body && JSON.stringify(body) });
  }

  async blocks(): Promise<Block[]> {
    const { blocks } = (await (await this.#call('GET', '/content')).json()) as { blocks: Block[] };
    return blocks.map(({ data: { text: _, ...data }, ...block }) => ({ ...block, data }));
  }

  async append(block: Block): Promise<void> {
    const answer = await this.#call('PATCH', '/markdown', { append: (block.content as { text: string }[])[0]?.text });
    assert.equal(answer.status, 200, await answer.text());
  }

  /** Somebody may have written since the list was read: then it is left as it is. */
  async rearrange(): Promise<void> {
    const read = await this.#call('GET', '/content');
    const { blocks, sync_version } = (await read.json()) as { blocks: Block[]; sync_version: number };
    const moved = await this.#call(
      'PUT',
      '/content',
      { blocks: withMoved(blocks) },
      { 'if-match': `"v${sync_version}"` },
    );
    assert.ok([200, 412].includes(moved.status), await moved.text());
  }
}
