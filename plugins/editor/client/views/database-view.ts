// A database in a page: whatever happens within is the business of its own code.
import type { NodeViewConstructor } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { DatabaseReference, TemplateRequest } from '../../../blocks/client/reading/embedded-database.ts';

/** How high each database stands in the text as the server has written it, by what is shown of it. */
const rooms = new Map<string, number>();
/** What is to be pressed stands above the rows once they can be worked with, in pixels. */
const TOOLS = 80;

/** Before the editor takes the place of the text: the databases in it come later, and what is below must not move. */
export function keepRooms(article: HTMLElement): void {
  for (const { dataset, offsetHeight } of article.querySelectorAll<HTMLElement>('.database-block'))
    rooms.set(`${dataset.inlineDatabase} ${dataset.view ?? ''}`, offsetHeight + TOOLS);
}

export const databaseView: NodeViewConstructor = ({ attrs }, view, position) => {
  const dom = el('div', { class: 'block-database', contenteditable: 'false' });
  dom.style.minHeight = `${rooms.get(`${attrs.collectionId} ${attrs.viewId ?? ''}`) ?? 0}px`;
  const gone = new AbortController();
  dom.addEventListener('databasetemplate', (event) => {
    const { detail } = event as CustomEvent<TemplateRequest>;
    import('../slash-menu/database-start.ts')
      .then((one) => one.replaceByTemplate(view, position, detail))
      .catch(failed);
  });
  // Without the code the place stays empty until the page is opened anew.
  import('../../../blocks/client/reading/embedded-database.ts').then(
    ({ wakeDatabase }) => wakeDatabase(dom, attrs as DatabaseReference, gone.signal),
    () => {},
  );
  return { dom, stopEvent: ({ type }) => !/^dr/.test(type), ignoreMutation: () => true, destroy: () => gone.abort() };
};
