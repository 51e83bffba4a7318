// Pictures, sound, films, frames and other things that a page shows from elsewhere.
import type { Block, Data } from '../../../blocks/block.ts';
import type { PageBuilder } from './flow.ts';
import {
  all,
  child,
  elementChildren,
  elementsIn,
  hasClass,
  isElement,
  type MarkupElement,
  markupNodeLine,
} from './tree.ts';
import { unshownIn } from './unshown.ts';

export interface MediaReader {
  page: PageBuilder;
  options: { data?(address: string): string | undefined };
}

/** Blocks of an element that shows something; undefined when it is no such element. */
export function mediaOf(element: MarkupElement, reader: MediaReader): Block[] | undefined {
  const { tag, attrs } = element;
  switch (tag) {
    case 'img':
      return picture(element, reader);
    case 'audio':
    case 'video':
      return shown(tag, attrs.src ?? child(element, 'source')?.attrs.src, element, reader);
    case 'object':
    case 'embed':
      // Without an address it is what stands inside, such as the tables of Apple Notes.
      if (!(attrs.data ?? attrs.src)?.trim() && elementChildren(element).length) return undefined;
      return shown(kindOf(attrs.type), attrs.data ?? attrs.src, element, reader);
    case 'iframe':
      return frame(element, reader);
    case 'oembed':
      // As CKEditor names films and the like.
      return frame({ ...element, attrs: { ...attrs, src: attrs.url ?? '' } }, reader);
    case 'figure':
      return figure(element, reader);
    case 'svg':
    case 'canvas':
      reader.page.loss(tag);
      return undefined;
    default:
      return undefined;
  }
}

function kindOf(type = ''): string {
  const [family = ''] = type.split('/');
  if (type === 'application/pdf') return 'pdf';
  return ['image', 'video', 'audio'].includes(family) ? family : 'file';
}

const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 2000);

function picture({ attrs }: MarkupElement, reader: MediaReader): Block[] {
  const lazy = attrs['data-src'] ?? attrs['data-original'];
  const address = attrs.src && !(lazy && attrs.src.startsWith('data:')) ? attrs.src : lazy;
  return shown('image', address, { tag: 'img', attrs, children: [] }, reader, pictureLook(attrs));
}

/** What the attributes of a picture say of it beside its address. */
export function pictureLook(attrs: MarkupElement['attrs']): Data {
  const width = Math.round(Number.parseFloat(attrs.width ?? ''));
  const [alt, title] = [line(attrs.alt), line(attrs.title)];
  return {
    ...(alt && { alt }),
    ...(title && title !== alt && { caption: title }),
    ...(width >= 1 && width <= 10_000 && !attrs.width?.includes('%') && { width }),
  };
}

function shown(
  type: string,
  address: string | undefined,
  element: MarkupElement,
  { page, options }: MediaReader,
  data: Data = {},
): Block[] {
  const given = address?.trim() ?? '';
  const url = /^data:/i.test(given) ? options.data?.(given) : given;
  if (url && url.length <= 2048) {
    for (const kind of unshownIn(element)) page.loss(kind);
    return [page.block(type, { url, ...data })];
  }
  page.loss(given ? 'embedded_data' : 'media_without_address');
  const words = line(element.attrs.alt) || markupNodeLine(element);
  return words ? [page.block('paragraph', {}, [{ type: 'text', text: words }])] : [];
}

function frame(element: MarkupElement, { page }: MediaReader): Block[] {
  const { attrs } = element;
  const url = (attrs.src ?? '').trim().replace(/^\/\//, 'https://');
  for (const kind of unshownIn(element)) page.loss(kind);
  if (/^https?:/i.test(url) && url.length <= 2048)
    return [page.block('embed', { url, ...(line(attrs.title) && { title: line(attrs.title) }) })];
  page.loss('frame');
  return [];
}

const MORE_THAN_WORDS = new Set(['a', 'img', 'picture', 'video', 'audio', 'iframe', 'object', 'embed', 'table']);

/** Whether more than words stands in a caption, or what is shown leads elsewhere: as a caption that would be lost. */
const isMore = (caption: MarkupElement | undefined, shownLink: string | undefined, image: MarkupElement): boolean =>
  Boolean(shownLink && shownLink !== image.attrs.src) ||
  (caption !== undefined && [...elementsIn(caption)].some(({ tag }) => MORE_THAN_WORDS.has(tag)));

/** A figure that is one picture with its caption; others are read like any part of the page. */
function figure(element: MarkupElement, reader: MediaReader): Block[] | undefined {
  const parts = elementChildren(element);
  const caption = child(element, 'figcaption');
  const [only, ...others] = parts.filter((part) => part !== caption);
  if (!only || others.length || element.children.some((node) => !isElement(node) && node.trim())) return undefined;
  const inner =
    ['a', 'picture', 'div'].includes(only.tag) && elementChildren(only).length <= 4 ? all(only, 'img') : [only];
  const [image] = inner;
  if (inner.length !== 1 || image?.tag !== 'img' || markupNodeLine(only)) return undefined;
  const link = only.tag === 'a' ? only : all(only, 'a')[0];
  if (isMore(caption, link?.attrs.href, image)) return undefined;
  const [block, ...rest] = mediaOf(image, reader) ?? [];
  const said = line(caption && markupNodeLine(caption));
  if (block?.type !== 'image') return block && [block, ...rest];
  return [{ ...block, data: { ...block.data, ...(said && { caption: said }) } }];
}

/** Notion says title and description of a bookmark apart from its address. */
export function linkCard(element: MarkupElement, url: string, page: PageBuilder): Data {
  const said = (part: string): string =>
    markupNodeLine([...elementsIn(element)].find((one) => hasClass(one, `bookmark-${part}`)));
  for (const image of all(element, 'img')) if (!hasClass(image, 'bookmark-icon')) page.loss('bookmark_picture');
  const [named, description] = [said('title'), said('description')];
  const title = named || (description ? '' : markupNodeLine(element)) || url;
  return { url, title: title.slice(0, 2000), ...(description && { description: description.slice(0, 10_000) }) };
}

/** Whether a link says something, where one points at it, that its words and its address do not say. */
export function hasOwnTitle(link: MarkupElement): boolean {
  const title = line(link.attrs.title);
  return title !== '' && title !== link.attrs.href && title !== markupNodeLine(link);
}
