// What the editor adds to the frame: the socket of a page that can be written, opened as soon as the page is there.
import { openEarly } from './live/early-socket.ts';

const live = document.querySelector<HTMLElement>('article[data-live]');
if (live) openEarly(`pages/${live.dataset.page}`);
