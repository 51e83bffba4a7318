// What two people's changes together can leave against the rules of the text: kept, and shown as well as can be.
import type { NodeJson } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';

function isSound(json: NodeJson): boolean {
  try {
    schema.nodeFromJSON(json).check();
    return true;
  } catch {
    return false;
  }
}

/** The same blocks; what breaks a rule is kept whole in a block of its own, and what has lost its place comes after it. */
export function salvage(list: NodeJson[]): NodeJson[] {
  return list.flatMap((block) => {
    const [content, group] = block.content ?? [];
    if (block.type !== 'block' || !content) return [];
    const own = { ...block, content: [soundContent(content)] };
    const inside = salvage(group?.content ?? []);
    if (!inside.length) return [own];
    const whole = { ...own, content: [...own.content, { type: 'group', content: inside }] };
    return isSound(whole) ? [whole] : [own, ...inside];
  });
}

function soundContent(content: NodeJson): NodeJson {
  const columns = (content.type === 'columns' ? (content.content ?? []) : [])
    .map((column) => ({ ...column, content: salvage(column.content ?? []) }))
    .filter((column) => column.content.length);
  const made = columns.length ? { ...content, content: columns } : content;
  return isSound(made) ? made : { type: 'unknown', attrs: { original: content } };
}
