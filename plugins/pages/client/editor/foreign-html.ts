// Brings pasted HTML of other programs into a form that the schema reads: nested lists, to-dos, bold by style.

/** Takes styles out of the text before the browser reads it: the page's policy would report each one. */
export function withoutStyles(html: string): string {
  return html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, '$1data-style');
}

/** Changes the detached tree in place; nothing of it has run or ever will. */
export function adaptForeignHtml(root: HTMLElement): void {
  for (const element of root.querySelectorAll('script, style, meta, link, title, noscript, template, svg'))
    element.remove();
  for (const element of root.querySelectorAll<HTMLElement>('b, span, font')) adaptStyle(element);
  for (const image of root.querySelectorAll('img')) adaptImage(image);
  for (const cell of root.querySelectorAll('td, th')) adaptCell(cell);
  for (const element of root.querySelectorAll('details')) adaptToggle(element);
  // Innermost lists first, so that an outer item finds its nested blocks ready.
  for (const list of [...root.querySelectorAll('ul, ol')].reverse()) adaptList(list);
  for (const quote of [...root.querySelectorAll('blockquote')].reverse()) adaptQuote(quote);
  for (const code of root.querySelectorAll('pre')) adaptCode(code);
}

/** Pictures of ours stay, those of other sites are links: whoever reads the page would be told to that site. */
function adaptImage(image: HTMLImageElement): void {
  const given = image.getAttribute('src') ?? '';
  const src = given.startsWith(`${location.origin}/`) ? given.slice(location.origin.length) : given;
  if (src.startsWith('/api/files/')) image.setAttribute('src', src);
  else if (/^(?:https?:)?\/\//i.test(src)) image.replaceWith(linkTo(image));
  // A path of another site leads nowhere here; what the picture showed is told by its words.
  else image.replaceWith(image.alt);
}

function linkTo(image: HTMLImageElement): Element {
  const link = image.ownerDocument.createElement('a');
  const src = image.getAttribute('src') ?? '';
  link.setAttribute('href', src);
  link.textContent = image.alt || src;
  return link;
}

/** Programs that wrap everything in a bold element which is not bold, or make words bold by style only. */
function adaptStyle(element: HTMLElement): void {
  const style = element.dataset.style ?? '';
  if (element.tagName === 'B') {
    if (/font-weight:\s*(normal|400)/.test(style)) unwrap(element);
    return;
  }
  if (/font-weight:\s*(bold|[6-9]00)/.test(style)) wrapInside(element, 'strong');
  if (/font-style:\s*italic/.test(style)) wrapInside(element, 'em');
  if (/text-decoration[^;]*line-through/.test(style)) wrapInside(element, 's');
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrapInside(element: Element, tag: string): void {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}

const LINES = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, tr, summary, dt, dd';
const AROUND_LINES = 'ul, ol, dl, table, thead, tbody, tfoot, td, th, figure, details, section, hr';

/** A cell holds one text: what stood below one another in it becomes lines of that text. */
function adaptCell(cell: Element): void {
  const document = cell.ownerDocument;
  for (const image of cell.querySelectorAll('img')) image.replaceWith(linkTo(image));
  const before = document.createRange();
  before.setStart(cell, 0);
  for (const line of cell.querySelectorAll(LINES)) {
    before.setEndBefore(line);
    if (before.toString().trim()) line.before(document.createElement('br'));
  }
  for (const element of cell.querySelectorAll(`${LINES}, ${AROUND_LINES}`)) unwrap(element);
}

function block(document: Document, type: string, attrs: object, content: Node[], children: Element[]): HTMLElement {
  const made = document.createElement('div');
  made.className = 'block';
  made.dataset.id = '';
  const text = document.createElement('div');
  text.dataset.block = type;
  text.dataset.attrs = JSON.stringify(attrs);
  text.append(...content);
  made.append(text);
  if (!children.length) return made;
  const group = document.createElement('div');
  group.className = 'block-group';
  group.append(...children);
  made.append(group);
  return made;
}

const BLOCKS = 'ul, ol, .block, pre, table, blockquote, h1, h2, h3, h4, h5, h6, hr, figure';

function adaptList(list: Element): void {
  const document = list.ownerDocument;
  if (list.querySelector(':scope > li[data-block]')) return;
  const isNumbered = list.tagName === 'OL';
  const first = Number(list.getAttribute('start') ?? 1);
  // Some programs put nested lists beside the items instead of into them.
  for (const child of [...list.children])
    if (child.matches('.block, ul, ol') && child.previousElementSibling?.tagName === 'LI')
      child.previousElementSibling.append(child);
  const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
  const blocks = items.map((item, index) => {
    const box = item.querySelector<HTMLInputElement>(
      ':scope > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > p > input[type="checkbox"]',
    );
    const isTodo = box !== null || item.hasAttribute('data-checked');
    const checked = box ? box.hasAttribute('checked') : item.getAttribute('data-checked') === 'true';
    box?.remove();
    const start =
      isNumbered && index === 0 && first !== 1 && Number.isInteger(first) && first >= 0 ? { start: first } : {};
    const { content, children } = partsOf(item);
    if (isTodo) return block(document, 'todo', { checked }, content, children);
    return block(document, isNumbered ? 'numbered' : 'bullet', isNumbered ? start : {}, content, children);
  });
  const loose = [...list.children].filter((child) => child.matches('.block, ul, ol'));
  list.replaceWith(...loose, ...blocks);
}

/** The first line of an item is its text; blocks after it are its children. */
function partsOf(item: Element): { content: Node[]; children: Element[] } {
  const content: Node[] = [];
  const children: Element[] = [];
  for (const child of [...item.childNodes]) {
    const element = child.nodeType === 1 ? (child as Element) : null;
    if (element?.matches(BLOCKS)) children.push(element);
    else if (children.length && element?.matches('p, div')) children.push(element);
    else if (content.length && element?.matches('p')) children.push(element);
    else if (element?.matches('p, div, label')) content.push(...element.childNodes);
    else if (!children.length) content.push(child);
  }
  return { content, children };
}

/** The first line of a quote is its text, too. */
function adaptQuote(quote: Element): void {
  if (quote.hasAttribute('data-block')) return;
  const { content, children } = partsOf(quote);
  quote.replaceWith(block(quote.ownerDocument, 'quote', {}, content, children));
}

function adaptToggle(details: Element): void {
  const summary = details.querySelector(':scope > summary');
  const rest = [...details.children].filter((child) => child !== summary);
  const open = details.hasAttribute('open');
  details.replaceWith(block(details.ownerDocument, 'toggle', { open }, [...(summary?.childNodes ?? [])], rest));
}

/** Languages stand in class names by custom; line ends by `br` elements are none in preformatted text. */
function adaptCode(pre: Element): void {
  if (pre.hasAttribute('data-block')) return;
  for (const end of pre.querySelectorAll('br')) end.replaceWith('\n');
  const named = /(?:^|\s)(?:language|lang)-([\w+#.-]+)/.exec(
    `${pre.className} ${pre.querySelector('code')?.className ?? ''}`,
  );
  pre.setAttribute('data-block', 'code');
  pre.setAttribute('data-attrs', JSON.stringify({ language: named?.[1] ?? '' }));
}
