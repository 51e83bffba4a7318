// Two versions of a page side by side, as people read them, and the choice between them.
import { DOMSerializer, type Node } from 'prosemirror-model';
import { type DialogAction, openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import type { NameCache } from '../editor/name-cache.ts';

export interface Side {
  heading: string;
  title: string;
  doc: Node;
}

const own = DOMSerializer.fromSchema(schema);

/** The blocks as plain elements: nothing in them can be edited or loads anything. */
function readable(doc: Node, names: NameCache): DocumentFragment {
  const serializer = new DOMSerializer(
    {
      ...own.nodes,
      block: (node) => ['div', { class: 'block', 'data-kind': node.firstChild?.type.name ?? '' }, 0],
      pageLink: (node) => ['span', { class: 'page-link' }, names.page(node.attrs.pageId) || '…'],
      dateLink: (node) => ['time', {}, node.attrs.date],
      mention: (node) => ['span', { class: 'mention' }, `@${names.user(node.attrs.userId) ?? ''}`],
      inlineMath: (node) => ['code', {}, node.attrs.tex],
      todo: (node) => [
        'div',
        { class: 'block-todo' },
        ['span', { class: 'todo-sign' }, node.attrs.checked ? '☑' : '☐'],
        ['div', 0],
      ],
      codeBlock: () => ['pre', ['code', 0]],
      divider: () => ['hr'],
      image: (node) => ['p', { class: 'inert-note' }, node.attrs.name || node.attrs.alt || 'image'],
      file: (node) => ['p', { class: 'inert-note' }, node.attrs.name || 'file'],
    },
    own.marks,
  );
  return serializer.serializeFragment(doc.content) as DocumentFragment;
}

function side({ heading, title, doc }: Side, names: NameCache): HTMLElement {
  const text = el(
    'div',
    { class: 'article', tabindex: 0, role: 'region', 'aria-label': heading },
    el('p', { class: 'side-title' }, title),
    readable(doc, names),
  );
  return el('section', { class: 'text-side' }, el('h3', {}, heading), text);
}

/** Resolves with the chosen value, '' when closed without a choice. */
export function chooseBetween(
  title: string,
  explanation: string,
  sides: Side[],
  actions: DialogAction[],
  names: NameCache,
): Promise<string> {
  const content = [
    el('p', {}, explanation),
    el('div', { class: 'two-texts' }, ...sides.map((one) => side(one, names))),
  ];
  return openDialog(title, content, actions, { wide: true });
}
