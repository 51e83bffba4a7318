// What the editor adds to the frame: the socket of a page that can be written, opened as soon as the page is there, and what is
// typed before the editor is.
import { NEW_PAGE } from '../../../core/client/page-events.ts';
import { openEarly } from './live/early-socket.ts';
import { catchTyping } from './live/early-typing.ts';

const live = document.querySelector<HTMLElement>('.article[data-live]');
if (live) {
  openEarly(`pages/${live.dataset.page}`);
  catchTyping(location.hash === NEW_PAGE);
}
