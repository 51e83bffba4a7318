// Lists of word processors, which put them on the clipboard as paragraphs with a sign and a level in their style.

const IN_LIST = /mso-list:\s*(l\d+) level(\d+)/i;
const DEEPEST = 9;

interface Item {
  element: HTMLElement;
  list: string;
  level: number;
  isNumbered: boolean;
  /** number of a first item */
  start: string;
}

interface Open {
  of: Item;
  list: HTMLElement;
}

/** Changes the detached tree in place: runs of such paragraphs become lists. */
export function adaptWordLists(root: HTMLElement): void {
  for (const first of root.querySelectorAll<HTMLElement>('p')) {
    // Taken in by a run before.
    if (!root.contains(first)) continue;
    const run: Item[] = [];
    for (let at: Element | null = first; at; at = at.nextElementSibling) {
      const item = itemOf(at as HTMLElement);
      if (!item) break;
      run.push(item);
    }
    if (run.length) makeLists(first, run);
  }
}

function itemOf(element: HTMLElement): Item | null {
  const found = element.tagName === 'P' ? IN_LIST.exec(element.dataset.style ?? '') : null;
  if (!found) return null;
  const sign = [...element.querySelectorAll<HTMLElement>('span')].find(({ dataset }) =>
    /mso-list:\s*ignore/i.test(dataset.style ?? ''),
  );
  const said = sign?.textContent?.trim() ?? '';
  sign?.remove();
  const number = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(said)?.[1];
  return {
    element,
    list: found[1] ?? '',
    level: Math.min(Number(found[2]), DEEPEST),
    isNumbered: number !== undefined,
    start: number && /^\d+$/.test(number) ? number : '1',
  };
}

function makeLists(first: Element, run: Item[]): void {
  const open: Open[] = [];
  for (const item of run) {
    while (open.length && !continues(open.at(-1) as Open, item)) open.pop();
    const within = open.at(-1);
    const list = within?.of.level === item.level ? within.list : begin(item, within, first);
    if (list !== within?.list) open.push({ of: item, list });
    const entry = first.ownerDocument.createElement('li');
    entry.append(...item.element.childNodes);
    list.append(entry);
  }
  for (const { element } of run) element.remove();
}

/** Whether an item goes into an open list, or into one below its last item. */
const continues = ({ of }: Open, item: Item): boolean =>
  of.level < item.level || (of.level === item.level && of.list === item.list && of.isNumbered === item.isNumbered);

function begin(item: Item, within: Open | undefined, first: Element): HTMLElement {
  const list = first.ownerDocument.createElement(item.isNumbered ? 'ol' : 'ul');
  if (item.isNumbered) list.setAttribute('start', item.start);
  if (within) within.list.lastElementChild?.append(list);
  else first.before(list);
  return list;
}
