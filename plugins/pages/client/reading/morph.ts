// Brings a part of the page to what it is now by touching only what differs: what is read stays where it is.

/** What the server said of nodes that scripts have made better since. */
const told = new WeakMap<Node, Node>();

const isSame = (shown: Node, wanted: Node): boolean => (told.get(shown) ?? shown).isEqualNode(wanted);

const isAlike = (shown: Node, wanted: Node): boolean =>
  shown instanceof HTMLElement &&
  wanted.nodeType === Node.ELEMENT_NODE &&
  !told.has(shown) &&
  (shown.cloneNode() as Node).isEqualNode(wanted.cloneNode()) &&
  shown.children.length > 0;

/** The node as one of this document. */
export function importNode(wanted: Node): Node {
  const made = document.importNode(wanted, true);
  told.set(made, wanted);
  return made;
}

/** Makes the children of an element those of another one, which is of another document. */
export function morph(shown: Element, wanted: Element): void {
  const [before, after] = [[...shown.childNodes], [...wanted.childNodes]];
  let start = 0;
  while (before[start] && after[start] && isSame(before[start] as Node, after[start] as Node)) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && isSame(before.at(-1 - end) as Node, after.at(-1 - end) as Node)) end++;
  const [old, made] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length === made.length)
    for (const [i, node] of old.entries()) {
      const now = made[i] as Node;
      if (isSame(node, now)) continue;
      if (isAlike(node, now)) morph(node as Element, now as Element);
      else node.replaceWith(importNode(now));
    }
  else {
    const next = before[before.length - end] ?? null;
    for (const node of made) shown.insertBefore(importNode(node), next);
    for (const node of old) node.remove();
  }
}
