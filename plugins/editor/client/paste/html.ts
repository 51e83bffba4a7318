// Brings pasted HTML of other programs into a form that the schema reads: nested lists, to-dos, bold by style.
import { isOwnAddress, pageOfAddress } from '../../../blocks/link-address.ts';
import { isCounting } from './inline-images.ts';
import { adaptStyle, isOfDocument } from './styles.ts';

let wordLists: typeof import('./word-lists.ts') | undefined;

/** Loads what reads the lists of word processors: with the first touch of the text, because nothing is pasted before. */
export async function preparePastes(): Promise<void> {
  wordLists = await import('./word-lists.ts');
}

/** Takes styles out of the text before the browser reads it: the page's policy would report each one. */
export function withoutStyles(html: string): string {
  return html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, '$1data-style');
}

/** Changes the detached tree in place; nothing of it has run or ever will. */
export function adaptForeignHtml(root: HTMLElement): void {
  for (const element of root.querySelectorAll('script, style, meta, link, title, noscript, template, svg'))
    element.remove();
  if (!root.querySelector('[data-pm-slice]')) for (const link of root.querySelectorAll('a[href]')) adaptLink(link);
  for (const drawn of root.querySelectorAll('.katex, math')) adaptFormula(drawn);
  for (const caption of root.querySelectorAll('caption')) adaptTitle(caption);
  for (const line of root.querySelectorAll('p')) if (isIdleLine(line)) line.replaceChildren();
  for (const end of root.querySelectorAll('br')) if (isBetweenBlocks(end)) end.remove();
  wordLists?.adaptWordLists(root);
  const isDocument = isOfDocument(root);
  for (const element of root.querySelectorAll<HTMLElement>('b, span, font, td, th')) adaptStyle(element, isDocument);
  for (const raised of root.querySelectorAll('sup, sub')) adaptRaised(raised);
  for (const frame of root.querySelectorAll('iframe, embed, video, audio')) adaptFrame(frame);
  for (const image of root.querySelectorAll('img')) adaptImage(image);
  for (const cell of root.querySelectorAll('td, th')) adaptCell(cell);
  for (const element of root.querySelectorAll('details')) adaptToggle(element);
  // Innermost lists first, so that an outer item finds its nested blocks ready.
  for (const list of [...root.querySelectorAll('ul, ol')].reverse()) adaptList(list);
  for (const quote of [...root.querySelectorAll('blockquote')].reverse()) adaptQuote(quote);
  for (const code of root.querySelectorAll('pre')) adaptCode(code);
}

/** A path of another site leads nowhere here; its words stay. Pages of ours keep theirs. */
function adaptLink(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  if (isOwnAddress(href) && pageOfAddress(href) === null) unwrap(link);
}

/** A formula is the source that stands beside what is drawn of it. */
function adaptFormula(drawn: Element): void {
  const tex = drawn.querySelector('annotation[encoding*="tex" i]')?.textContent?.trim();
  if (!tex) return;
  const whole = drawn.closest('.katex-display, .mwe-math-element') ?? drawn;
  const { ownerDocument: document } = drawn;
  const made = document.createElement('span');
  Object.assign(made.dataset, { token: 'math', attrs: JSON.stringify({ tex }) });
  const isAlone = drawn.closest('.katex-display') ?? drawn.querySelector('math[display="block"]');
  whole.replaceWith(isAlone && !drawn.closest('td, th') ? block(document, 'math', { tex }, [], []) : made);
}

/** What stands over a table is a line before it, not a row of it. */
function adaptTitle(caption: Element): void {
  const line = caption.ownerDocument.createElement('p');
  line.append(...caption.childNodes);
  caption.closest('table')?.before(line);
  caption.remove();
}

/** Word processors keep a space in lines that are empty. */
const isIdleLine = (line: Element): boolean => line.textContent === '\u00a0' && !line.querySelector('img');

const APART = /^(?:P|DIV|UL|OL|DL|TABLE|H[1-6]|HR|PRE|BLOCKQUOTE|FIGURE|DETAILS|SECTION|ARTICLE)$/;

/** An end of line where there is no line: blocks end by themselves. */
function isBetweenBlocks(end: Element): boolean {
  const near = (step: 'previousSibling' | 'nextSibling'): ChildNode | null => {
    let at = end[step];
    while (at?.nodeType === 3 && !at.nodeValue?.trim()) at = at[step];
    return at;
  };
  const [before, after] = [near('previousSibling'), near('nextSibling')];
  const isApart = (node: ChildNode | null) => node === null || APART.test(node.nodeName);
  return (before !== null || after !== null) && isApart(before) && isApart(after);
}

/** Pictures that say nothing which the text does not: drawn boxes of to-dos, emoji, and those that count readers. */
export function dropIdlePictures(root: HTMLElement): void {
  for (const image of root.querySelectorAll('li[role="checkbox"] > img')) image.remove();
  for (const image of root.querySelectorAll('img'))
    if (isCounting(image)) image.remove();
    else if (/^(?:\p{Extended_Pictographic}|\p{RI}|\p{M}|\u200d)+$/u.test(image.alt)) image.replaceWith(image.alt);
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';

/** Numbers above and below the line stay there: x2 is not x². */
function adaptRaised(element: Element): void {
  const text = element.textContent ?? '';
  const signs = element.tagName === 'SUP' ? RAISED : LOWERED;
  if (/^\d+$/.test(text) && !element.querySelector('a'))
    element.replaceWith(text.replace(/\d/g, (digit) => signs[Number(digit)] ?? digit));
}

/** What other sites show in frames becomes an embed, films and sounds a link. */
function adaptFrame(frame: Element): void {
  const src = frame.getAttribute('src') ?? frame.querySelector('source')?.getAttribute('src') ?? '';
  const url = src.startsWith('//') ? `https:${src}` : src;
  const { ownerDocument: document } = frame;
  if (!/^https?:\/\//i.test(url) || frame.closest('td, th')) return;
  if (frame.matches('iframe, embed')) frame.replaceWith(block(document, 'embed', { url }, [], []));
  else frame.replaceWith(linked(document, url, frame.getAttribute('title') || url));
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
  const src = image.getAttribute('src') ?? '';
  return linked(image.ownerDocument, src, image.alt || src);
}

function linked(document: Document, href: string, text: string): Element {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  link.textContent = text;
  return link;
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
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
    const checked = takeBox(item);
    const start =
      isNumbered && index === 0 && first !== 1 && Number.isInteger(first) && first >= 0 ? { start: first } : {};
    const { content, children } = partsOf(item);
    if (checked !== null) return block(document, 'todo', { checked }, content, children);
    return block(document, isNumbered ? 'numbered' : 'bullet', isNumbered ? start : {}, content, children);
  });
  const loose = [...list.children].filter((child) => child.matches('.block, ul, ol'));
  list.replaceWith(...loose, ...blocks);
}

const BOX = 'input[type="checkbox"], .checkbox';

/** Takes the box of a to-do away, in the ways in which programs write one; whether it is ticked, null without a box. */
function takeBox(item: Element): boolean | null {
  const box = item.querySelector(`:scope > :is(${BOX}), :scope > :is(label, p, div) > :is(${BOX})`);
  box?.remove();
  if (box) return box.hasAttribute('checked') || box.classList.contains('checkbox-on');
  const said = item.getAttribute('data-checked') ?? (item.matches('[role="checkbox"]') && item.ariaChecked);
  if (said) return said === 'true';
  const sign = /^\s*\[([ xX])\]\s/.exec(item.firstChild?.nodeType === 3 ? (item.firstChild.nodeValue ?? '') : '');
  if (!sign) return null;
  item.firstChild!.nodeValue = item.firstChild!.nodeValue!.slice(sign[0].length);
  return sign[1] !== ' ';
}

const says = (node: Node): boolean => Boolean(node.textContent?.trim());

/** The first line of an item is its text; what comes after it are its children. */
function partsOf(item: Element): { content: Node[]; children: Element[] } {
  const content: Node[] = [];
  const children: Element[] = [];
  let loose: Element | null = null;
  const add = (child: Node): void => {
    const element = child.nodeType === 1 ? (child as Element) : null;
    const isBegun = children.length > 0 || content.some(says);
    if (element?.matches('div:not(.block)') && element.querySelector(`p, div, ${BLOCKS}`)) {
      for (const one of [...element.childNodes]) add(one);
    } else if (element?.matches(BLOCKS) || (isBegun && element?.matches('p, div'))) {
      children.push(element);
      loose = null;
    } else if (element?.matches('p, div, label') && !isBegun) content.push(...element.childNodes);
    else if (!children.length) content.push(child);
    else if (loose) loose.append(child);
    else if (says(child)) {
      loose = item.ownerDocument.createElement('p');
      loose.append(child);
      children.push(loose);
    }
  };
  for (const child of [...item.childNodes]) add(child);
  return { content, children };
}

/** The first line of a quote is its text, too. */
function adaptQuote(quote: Element): void {
  if (quote.hasAttribute('data-block')) return;
  const { content, children } = partsOf(quote);
  quote.replaceWith(block(quote.ownerDocument, 'quote', {}, content, children));
}

/** Its summary is the text; what is not in an element of its own stays as well. */
function adaptToggle(details: Element): void {
  const document = details.ownerDocument;
  const summary = details.querySelector(':scope > summary');
  summary?.remove();
  const rest = document.createElement('div');
  rest.append(document.createElement('hr'), ...details.childNodes);
  const [, ...children] = partsOf(rest).children;
  const open = details.hasAttribute('open');
  details.replaceWith(block(document, 'toggle', { open }, [...(summary?.childNodes ?? [])], children));
}

/** Languages stand in class names by custom; line ends by `br` elements are none in preformatted text. */
function adaptCode(pre: Element): void {
  if (pre.hasAttribute('data-block')) return;
  for (const end of pre.querySelectorAll('br')) end.replaceWith('\n');
  const named = /(?:^|\s)(?:language|lang)-([\w+#.-]+)/.exec(
    `${pre.className} ${pre.querySelector('code')?.className ?? ''}`,
  );
  const language = named?.[1] ?? '';
  if (language === 'mermaid') {
    pre.replaceWith(block(pre.ownerDocument, language, { source: pre.textContent }, [], []));
    return;
  }
  pre.setAttribute('data-block', 'code');
  pre.setAttribute('data-attrs', JSON.stringify({ language }));
}
