// How blocks of Roam look: the list that those below them make, and the sizes of their pictures.
import type { Block } from '../../../blocks/block.ts';
import type { RoamBlock } from './roam-graph.ts';

/** What blocks without a look of their own are. */
export type RoamList = 'bullet' | 'numbered' | 'paragraph';

const LISTS = new Map<string, RoamList>([
  ['bullet', 'bullet'],
  ['numbered', 'numbered'],
  ['document', 'paragraph'],
]);

/** Keywords have a colon in front in some exports. */
const bare = (value: unknown): string => (typeof value === 'string' ? value.replace(/^:/, '') : '');

/** What is below a block is such a list, at any depth, until a block says another one. */
export const listBelow = (block: RoamBlock, around: RoamList): RoamList =>
  LISTS.get(bare(block[':children/view-type'] ?? block['children-view-type'])) ?? around;

/** A look that no block here has. */
export function isLookLost(block: RoamBlock): boolean {
  const list = bare(block[':children/view-type'] ?? block['children-view-type']);
  const view = bare(block[':block/view-type'] ?? block['view-type']) || 'outline';
  const side = bare(block['text-align'] ?? block[':block/text-align']) || 'left';
  return (list !== '' && !LISTS.has(list)) || view !== 'outline' || side !== 'left';
}

/** Pairs of JSON and of EDN alike, with their names bare. */
function fieldsOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.length === 1 ? fieldsOf(value[0]) : [];
  const pairs = value instanceof Map ? [...value] : value && typeof value === 'object' ? Object.entries(value) : [];
  return pairs.map(([name, one]) => [bare(name), one]);
}

const settings = (block: RoamBlock) => fieldsOf(block.props ?? block[':block/props']);

/** It has settings that are not the sizes of pictures. */
export const hasSettings = (block: RoamBlock): boolean => settings(block).some(([name]) => name !== 'image-size');

/** The pictures of a block, as wide as it says; `lost` is told of each size that none of them takes. */
export function withWidths(blocks: Block[], block: RoamBlock, lost: () => void): Block[] {
  const sizes = settings(block).find(([name]) => name === 'image-size')?.[1];
  const widths = new Map(
    fieldsOf(sizes).map(([address, size]) => [address, Math.round(Number(new Map(fieldsOf(size)).get('width')))]),
  );
  const sized = blocks.map((made) => {
    const address = String(made.data.url);
    const width = made.type === 'image' ? (widths.get(address) ?? 0) : 0;
    if (!(width >= 1 && width <= 10_000)) return made;
    widths.delete(address);
    return { ...made, data: { ...made.data, width } };
  });
  for (const _ of widths) lost();
  return sized;
}
