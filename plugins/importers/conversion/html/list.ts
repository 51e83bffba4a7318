// Lists of markup as list blocks, each item with what is nested in it; tasks by their boxes, however they are written.
import type { Block, Data, Mark } from '../../../blocks/block.ts';
import { Flow, type PageBuilder } from './flow.ts';
import { child, elementChildren, elementsIn, hasClass, isElement, type MarkupElement } from './tree.ts';

export interface ListReader {
  page: PageBuilder;
  walk(nodes: MarkupElement['children'], flow: Flow, marks: readonly Mark[]): void;
  blocks(element: MarkupElement): Block[];
}

/** The items; a list in a list belongs to the item before it. */
export function listBlocks(list: MarkupElement, reader: ListReader): Block[] {
  const made: Block[] = [];
  for (const node of list.children) {
    if (!isElement(node)) {
      if (node.trim()) made.push(...reader.blocks({ ...list, tag: 'div', children: [node] }));
      continue;
    }
    if (node.tag === 'li') {
      made.push(...itemBlocks(node, list, { reader, first: !made.length }));
      continue;
    }
    const inside = reader.blocks({ ...list, tag: 'div', children: [node], attrs: {} });
    const before = made.at(-1);
    if (before && (node.tag === 'ul' || node.tag === 'ol')) before.children = [...(before.children ?? []), ...inside];
    else made.push(...inside);
  }
  return made;
}

function itemBlocks(
  item: MarkupElement,
  list: MarkupElement,
  { reader, first }: { reader: ListReader; first: boolean },
): Block[] {
  const flow = new Flow(reader.page);
  reader.walk([item], flow, []);
  const inside = flow.end();
  const parts = elementChildren(item);
  // Items of toggle lists are nothing but their toggle.
  if (hasClass(list, 'toggle') && parts.length === 1 && parts[0]?.tag === 'details') return inside;
  const said = boxOf(item, list);
  // Nothing is left of a note that moved to the end of the page.
  if (!inside.length && said === undefined) return [];
  const own = inside[0]?.type === 'paragraph' || inside[0]?.type === 'todo' ? inside.shift() : undefined;
  const checked = own?.type === 'todo' ? own.data.checked === true : said;
  const [type, data] = kindOf(list, item, { checked, first });
  const children = [...(own?.children ?? []), ...inside];
  return [{ id: own?.id ?? '', type, data, content: own?.content ?? [], ...(children.length && { children }) }];
}

function kindOf(
  list: MarkupElement,
  item: MarkupElement,
  { checked, first }: { checked: boolean | undefined; first: boolean },
): [string, Data] {
  if (checked !== undefined) return ['todo', { checked }];
  if (list.tag !== 'ol') return ['bullet', {}];
  const start = Number.parseInt(item.attrs.value ?? (first ? (list.attrs.start ?? '') : ''), 10);
  return ['numbered', start >= 0 && start < 1e9 && (start !== 1 || first) ? { start } : {}];
}

/** The state of a box that is no input: classes and attributes of those who export task lists. */
function boxOf(item: MarkupElement, list: MarkupElement): boolean | undefined {
  const box = elementChildren(item).find((one) => hasClass(one, 'checkbox'));
  if (box) return hasClass(box, 'checkbox-on', 'checked');
  const said = item.attrs['data-checked'] ?? item.attrs['aria-checked'];
  if (said !== undefined) return said === 'true' || said === 'checked';
  if (hasClass(list, 'to-do-list', 'checklist', 'task-list', 'inline-task-list') && !hasInput(item))
    return hasClass(item, 'checked', 'done', 'complete');
  return undefined;
}

const hasInput = (item: MarkupElement): boolean =>
  child(item, 'input') !== undefined || [...elementsIn(item)].some(({ tag }) => tag === 'input');
