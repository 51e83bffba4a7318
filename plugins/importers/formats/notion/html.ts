// One page of an HTML export of Notion: its title, the values of its table of properties, and its blocks.
import type { Block } from '../../../blocks/block.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import {
  all,
  elementsIn,
  hasClass,
  isElement,
  type MarkupElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';
import { textParagraph } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { type DatabaseOfRow, replaceViews, withViews } from './linked-views.ts';
import type { NotionPlaces } from './places.ts';
import type { RowPage } from './rows.ts';

const find = (root: MarkupElement, name: string): MarkupElement | undefined =>
  [...elementsIn(root)].find((element) => hasClass(element, name));

/** A place that Notion names by its id, as addresses of its site do. */
const BY_ID = /^(?:[a-z]+:\/)?\//i;
const DASHED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws MarkupFault when it is too large */
export function pageOfHtml(path: string, text: string, places: NotionPlaces, databaseOf: DatabaseOfRow): RowPage {
  const root = readTree(text);
  const shown = replaceViews(root, databaseOf);
  for (const { attrs } of all(root, 'a')) {
    const found = BY_ID.test(attrs.href ?? '') && places.linked(attrs.href as string);
    if (found) attrs.href = sourcePathAddress(found.path) + (/#.*$/s.exec(attrs.href as string)?.[0] ?? '');
  }
  const article = all(root, 'article')[0] ?? root;
  const title = markupNodeLine(find(article, 'page-title'));
  const main = find(article, 'page-body') ?? article;
  const { blocks, anchors, unsupported } = treeToBlocks(main);
  // What such a view filters and sorts is not in the export, only the rows that it shows.
  const views = all(main, 'table').filter((table) => hasClass(table, 'collection-content')).length;
  if (views) unsupported.database_view = views;
  if (shown) unsupported.whole_view = shown;
  const properties = find(article, 'properties');
  const head = find(article, 'page-header-icon');
  const icon = markupNodeLine(head && find(head, 'icon')).slice(0, 64);
  const description = markupNodeLine(find(article, 'page-description'));
  const cover = find(article, 'page-cover-image')?.attrs.src?.trim();
  if (cover) unsupported.cover = 1;
  const said: Block[] = [
    ...(cover ? [{ id: '', type: 'image', data: { url: cover } }] : []),
    ...(description ? [textParagraph(description)] : []),
  ];
  return {
    path,
    title,
    values: valuesIn(properties),
    types: typesIn(properties),
    body: {
      blocks: [...said, ...withViews(blocks)],
      anchors: withoutDashes(anchors),
      unsupported,
      ...(icon && { icon }),
    },
  };
}

/** Links name blocks without the dashes that their ids have in a page. */
const withoutDashes = (anchors: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(anchors).flatMap(([name, id]) => (DASHED.test(name) ? [[name.replaceAll('-', ''), id]] : [])),
  ),
  ...anchors,
});

/** What the page of a database says of it beside its table. */
export const descriptionIn = (text: string): string => markupNodeLine(find(readTree(text), 'page-description'));

/** Rows of the table say by their class of what type the property is. */
function typesIn(table: MarkupElement | undefined): Map<string, string> {
  return new Map(
    (table ? all(table, 'tr') : []).flatMap((row) => {
      const type = /(?:^|\s)property-row-([a-z_]+)/.exec(row.attrs.class ?? '')?.[1];
      const name = all(row, 'th')[0];
      return type && name ? [[markupNodeLine(name), type] as const] : [];
    }),
  );
}

/** Values as the table of the export writes them, so that both can be compared. */
function valuesIn(table: MarkupElement | undefined): Record<string, string> {
  const rows = table ? all(table, 'tr') : [];
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [name, cell] = [all(row, 'th')[0], all(row, 'td')[0]];
      return name && cell ? [[markupNodeLine(name), textIn(cell)]] : [];
    }),
  );
}

function textIn(cell: MarkupElement): string {
  const box = find(cell, 'checkbox');
  if (box) return hasClass(box, 'checkbox-on') ? 'Yes' : 'No';
  const people = [...elementsIn(cell)].filter((element) => hasClass(element, 'user'));
  if (people.length) return people.map(nameIn).join(', ');
  const chosen = [...elementsIn(cell)].filter((element) => hasClass(element, 'selected-value'));
  return chosen.length ? chosen.map((one) => markupNodeLine(one)).join(', ') : markupNodeLine(cell).replace(/^@/, '');
}

/** A person without the letter that stands for the picture. */
const nameIn = (user: MarkupElement): string =>
  markupNodeLine({
    ...user,
    children: user.children.filter((node) => !isElement(node) || !hasClass(node, 'user-icon')),
  });
