// The kinds of blocks that people choose from: in the slash menu, in "turn into", and by shortcut.
import { t } from '../../../../core/client/messages.ts';
import type { BlockKind } from '../../../blocks/client/editing/block-client.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import { BLOCK_MODELS } from '../../../blocks/types/models.ts';

export interface MenuKind extends BlockKind {
  id: string;
  type: string;
  /** those without text are not turned into */
  isText: boolean;
}

export const BLOCK_KINDS: MenuKind[] = BLOCK_CLIENTS.flatMap(({ type, kinds = [] }) => {
  const isText = BLOCK_MODELS.get(type)?.children === 'blocks';
  return kinds.map((kind) => ({ id: type, ...kind, type, isText }));
}).sort((a, b) => a.order - b.order);

export const kindLabel = (kind: MenuKind): string => t(`editor.block_${kind.id}`);

const plain = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Those whose name or words begin with what was typed, best first: a word of the name goes before another word for it. */
export function bestFirst<T>(all: T[], query: string, name: (one: T) => string, words: (one: T) => string): T[] {
  const wanted = plain(query.trim());
  if (!wanted) return all;
  const rank = (one: T): number => {
    const called = plain(name(one));
    const begins = (text: string) => text.split(/[\s,]+/).some((word) => word.startsWith(wanted));
    if (called.startsWith(wanted)) return 0;
    if (begins(called)) return 1;
    if (begins(plain(words(one)))) return 2;
    return called.includes(wanted) ? 3 : 4;
  };
  return all
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 4)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

export const kindsFor = (query: string): MenuKind[] =>
  bestFirst(BLOCK_KINDS, query, kindLabel, ({ id, type }) => `${t(`editor.block_${id}_words`)} ${type}`);
