// A database in a page: whatever happens within is the business of its own code.
import type { NodeViewConstructor } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import type { DatabaseReference } from '../../../blocks/client/reading/embedded-database.ts';

export const databaseView: NodeViewConstructor = ({ attrs }) => {
  const dom = el('div', { class: 'block-database', contenteditable: 'false' });
  const gone = new AbortController();
  // Without the code the place stays empty until the page is opened anew.
  import('../../../blocks/client/reading/embedded-database.ts').then(
    ({ wakeDatabase }) => wakeDatabase(dom, attrs as DatabaseReference, gone.signal),
    () => {},
  );
  return { dom, stopEvent: ({ type }) => !/^dr/.test(type), ignoreMutation: () => true, destroy: () => gone.abort() };
};
