// What Confluence shows of a page as HTML: its boxes, code, tasks and pictures, put into words that are read as usual.
import type { Mark } from '../../../blocks/block.ts';
import type { Flow } from '../../conversion/html/flow.ts';
import type { Reader } from '../../conversion/html/read.ts';
import {
  all,
  elementsIn,
  hasClass,
  isElement,
  type MarkupElement,
  type MarkupNode,
  madeElement,
  markupNodeLine,
  markupNodeText,
} from '../../conversion/html/tree.ts';

/** Names of boxes → kinds of callouts. */
const BOXES: Record<string, string> = { information: 'info', note: 'warning', tip: 'tip', warning: 'danger' };
const BOX = /\bconfluence-information-macro-(information|note|tip|warning)\b/;
const HUES: Record<string, string> = {
  success: 'green',
  error: 'red',
  current: 'yellow',
  progress: 'blue',
  complete: 'blue',
  moved: 'yellow',
};

/** Reads what is more than HTML; false for everything else. */
export function viewElement(element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): boolean {
  const { tag, attrs } = element;
  const box = BOX.exec(attrs.class ?? '')?.[1];
  if (tag === 'img') return picture(element, flow, marks);
  if (box) {
    const body = withoutIcons(element);
    flow.push(...reader.callout(BOXES[box] as string, body));
  } else if (tag === 'div' && hasClass(element, 'code', 'preformatted') && hasClass(element, 'panel'))
    code(element, flow, reader);
  else if (hasClass(element, 'expand-container')) expand(element, reader, flow);
  else if (hasClass(element, 'status-macro')) {
    const hue = Object.keys(HUES).find((name) => hasClass(element, `aui-lozenge-${name}`));
    const name = HUES[hue ?? ''] ?? 'gray';
    flow.text(markupNodeLine(element), [...marks, { type: 'highlight', attrs: { name } }, { type: 'bold' }]);
  } else if (tag === 'div' && hasClass(element, 'toc-macro')) flow.push(reader.page.block('toc'));
  else if (tag === 'a' && hasClass(element, 'confluence-embedded-file')) file(element, flow, marks);
  else return false;
  return true;
}

/** Smileys are letters, and icons of Confluence itself say nothing. */
function picture({ attrs }: MarkupElement, flow: Flow, marks: readonly Mark[]): boolean {
  if (/\bemoticon\b/.test(attrs.class ?? '')) {
    flow.text(attrs['data-emoji-fallback'] || attrs.alt || attrs.title || '', marks);
    return true;
  }
  // Thumbnails stand for the whole picture.
  if (attrs['data-image-src']) attrs.src = attrs['data-image-src'];
  return /(?:^|\/)images\/(?:icons\/|border\/)/.test(attrs.src ?? '');
}

function withoutIcons(element: MarkupElement): MarkupElement {
  const children = element.children.flatMap((node): MarkupNode[] => {
    if (!isElement(node)) return [node];
    if (hasClass(node, 'confluence-information-macro-icon')) return [];
    return hasClass(node, 'title') ? [madeElement('p', [madeElement('b', node.children)])] : [node];
  });
  return madeElement('div', children);
}

function code(element: MarkupElement, flow: Flow, reader: Reader): void {
  const pre = all(element, 'pre')[0];
  const head = [...elementsIn(element)].find((one) => hasClass(one, 'codeHeader', 'preformattedHeader'));
  const language = /\bbrush:\s*([\w+#-]+)/.exec(pre?.attrs['data-syntaxhighlighter-params'] ?? '')?.[1] ?? '';
  const caption = markupNodeLine(head).slice(0, 2000);
  const text = (pre ? markupNodeText(pre) : '').replace(/\r\n?/g, '\n').replace(/^\n|\s+$/g, '');
  flow.push(reader.page.block('code', { text, language, ...(caption && { caption }) }));
}

function expand(element: MarkupElement, reader: Reader, flow: Flow): void {
  const parts = [...elementsIn(element)];
  const title = parts.find((one) => hasClass(one, 'expand-control-text'));
  const body = parts.find((one) => hasClass(one, 'expand-content'));
  const summary = madeElement('summary', [markupNodeLine(title) || '…']);
  reader.details(madeElement('details', [summary, ...(body?.children ?? [])]), flow);
}

/** A file is shown by a picture of its kind; its name is said instead. */
function file(element: MarkupElement, flow: Flow, marks: readonly Mark[]): void {
  const { href = '', title = '' } = element.attrs;
  const image = all(element, 'img')[0]?.attrs ?? {};
  const alias = element.attrs['data-linked-resource-default-alias'] || image['data-linked-resource-default-alias'];
  const words = markupNodeLine(element) || alias || title || image.alt || href;
  flow.text(words, href ? [...marks, { type: 'link', attrs: { href } }] : marks);
}
