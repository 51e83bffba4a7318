// Confluence's storage format as blocks: HTML with links, pictures, tasks and macros of its own.
import type { Block, Mark } from '../../../blocks/block.ts';
import type { Flow } from '../../conversion/html/flow.ts';
import { type HtmlPage, type Reader, treeToBlocks } from '../../conversion/html/read.ts';
import {
  all,
  child,
  elementChildren,
  isElement,
  type MarkupElement,
  markupNodeLine,
  markupNodeText,
  readTree,
  squeezed,
} from '../../conversion/html/tree.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { readMacro } from './macros.ts';
import { wikiMarkup } from './wiki-markup.ts';

/** What links of an export can lead to. */
export interface ConfluencePlaces {
  page(title: string, key: string): { path: string; id: string } | undefined;
  user(id: string): string;
}

export interface StorageContext {
  places: ConfluencePlaces;
  /** id of the page the text belongs to */
  page: string;
  /** key of its space */
  key: string;
  /** Confluence before 4 */
  isWiki?: boolean;
  /** the address of an attachment that lies elsewhere */
  file?(name: string): string | undefined;
}

export interface StoragePage extends HtmlPage {
  /** words that comments are about, by the name of the comment's anchor */
  marked: Record<string, string>;
}

export function storageBlocks(body: string, where: StorageContext): StoragePage {
  const markup = where.isWiki ? wikiMarkup(body) : body;
  // Inside a section of the dump, ends of sections are written apart.
  const root = readTree(markup.replace(/\]\][\s\u200b]+>/g, ']]>'), { xhtml: true });
  const dialect = new StorageReader(where);
  return { ...treeToBlocks(root, { element: dialect.element }), marked: dialect.marked };
}

/** What Confluence adds to HTML. */
export class StorageReader {
  readonly marked: Record<string, string> = {};
  readonly #where: StorageContext;

  constructor(where: StorageContext) {
    this.#where = where;
  }

  readonly element = (element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): boolean => {
    switch (element.tag) {
      case 'ac:link':
        this.#link(element, reader, flow, marks);
        return true;
      case 'ac:image':
        this.#image(element, reader, flow);
        return true;
      case 'ac:task':
        this.#task(element, reader, flow);
        return true;
      case 'ac:macro':
      case 'ac:structured-macro':
        readMacro(element, { reader, flow, marks, file: (name) => this.#file(name) });
        return true;
      case 'ac:emoticon':
        flow.text(element.attrs['ac:emoji-fallback'] || `:${element.attrs['ac:name'] ?? ''}:`, marks);
        return true;
      case 'ac:inline-comment-marker':
        this.#mark(element, reader);
        return false;
      case 'time':
        return this.#date(element, flow);
      case 'ac:task-list':
      case 'ac:layout-cell':
        flow.push(...reader.blocks({ ...element, tag: 'div', attrs: {} }));
        return true;
      case 'ac:adf-extension':
        // What stands there for older programs says the same again.
        element.children = [child(element, 'ac:adf-fallback') ?? element.children].flat();
        flow.push(...reader.blocks({ ...element, tag: 'div', attrs: {} }));
        return true;
      default:
        return isQuiet(element.tag);
    }
  };

  #file(name: string): string {
    return this.#where.file?.(name) ?? sourcePathAddress(`${this.#where.page}/${name.replaceAll('/', '∕')}`);
  }

  /** Where a resource is, or `` when it is none of this export. */
  #address(link: MarkupElement): { href: string; label: string } {
    const { places, key } = this.#where;
    const anchor = link.attrs['ac:anchor'] ? `#${encodeURIComponent(link.attrs['ac:anchor'])}` : '';
    const file = child(link, 'ri:attachment');
    const page = child(file ?? link, 'ri:page') ?? child(file ?? link, 'ri:blog-post');
    const title = page?.attrs['ri:content-title'] ?? '';
    const place = page && places.page(title, page.attrs['ri:space-key'] || key);
    const name = file?.attrs['ri:filename'] ?? '';
    if (file)
      return { href: page ? (place ? sourcePathAddress(`${place.id}/${name}`) : '') : this.#file(name), label: name };
    // A title that was not exported is named in the report.
    if (page)
      return { href: `${place ? sourcePathAddress(place.path) : encodeURIComponent(title)}${anchor}`, label: title };
    const user = child(link, 'ri:user')?.attrs;
    if (user) return { href: '', label: `@${places.user(user['ri:userkey'] ?? user['ri:username'] ?? '')}` };
    const url = child(link, 'ri:url')?.attrs['ri:value'] ?? '';
    const space = child(link, 'ri:space')?.attrs['ri:space-key'] ?? '';
    return { href: url || anchor, label: url || space || link.attrs['ac:anchor'] || '' };
  }

  #link(element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): void {
    const { href, label } = this.#address(element);
    const linked = href ? [...marks, { type: 'link', attrs: { href } }] : marks;
    const body = elementChildren(element, 'ac:link-body', 'ac:plain-text-link-body')[0];
    const before = flow.hasText || markupNodeLine(body) !== '' || (body && all(body, 'ac:image').length > 0);
    if (body) reader.walk(body.children, flow, linked);
    // A link around a picture alone has no text to be a link.
    if (!body || !before || (markupNodeLine(body) === '' && href)) flow.text(label, linked);
  }

  #image(element: MarkupElement, reader: Reader, flow: Flow): void {
    const { href } = this.#address(element);
    const width = Number.parseInt(element.attrs['ac:width'] ?? '', 10);
    const title = (element.attrs['ac:title'] ?? '').replace(/\s+/g, ' ');
    const caption = (markupNodeLine(child(element, 'ac:caption')) || title).slice(0, 2000);
    const alt = (element.attrs['ac:alt'] ?? '').replace(/\s+/g, ' ').slice(0, 2000);
    const data = {
      url: href,
      ...(caption && { caption }),
      ...(alt && { alt }),
      ...(width >= 1 && width <= 10_000 && { width }),
    };
    if (href) flow.beside(reader.page.block('image', data));
    else reader.page.loss('media_without_address');
  }

  /** Where words with other marks among them are commented on, there are several of these. */
  #mark(element: MarkupElement, { page }: Reader): void {
    const ref = element.attrs['ac:ref'];
    if (!ref) return;
    const at = confluenceCommentAnchor(ref);
    page.anchor(at);
    this.marked[at] = `${this.marked[at] ?? ''}${squeezed(markupNodeText(element))}`;
  }

  #task(element: MarkupElement, reader: Reader, flow: Flow): void {
    const checked = markupNodeLine(child(element, 'ac:task-status')) === 'complete';
    const body = child(element, 'ac:task-body');
    const [own, ...children] = body ? reader.blocks({ ...body, tag: 'div' }) : [];
    const takes = own?.type === 'paragraph';
    const inside: Block[] = takes ? [...(own.children ?? []), ...children] : own ? [own, ...children] : [];
    const content = takes ? (own.content ?? []) : [];
    flow.push({ id: '', type: 'todo', data: { checked }, content, ...(inside.length && { children: inside }) });
  }

  #date({ attrs, children }: MarkupElement, flow: Flow): boolean {
    const day = /^\d{4}-\d\d-\d\d$/.exec(attrs.datetime ?? '')?.[0];
    if (
      !day ||
      Number.isNaN(Date.parse(day)) ||
      children.some((node) => isElement(node) || markupNodeText(node).trim())
    )
      return false;
    flow.date(day);
    return true;
  }
}

/** Name of the place of a comment among the anchors of its page. */
export const confluenceCommentAnchor = (ref: string): string => `comment ${ref}`;

/** What stands beside the text to say something to Confluence. */
const isQuiet = (tag: string): boolean =>
  tag.startsWith('ri:') || ['ac:parameter', 'ac:task-id', 'ac:task-status', 'ac:adf-attribute'].includes(tag);
