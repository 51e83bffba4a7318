// What pages add to the frame: the socket of one that can be written, opened as soon as the page is there.
import { openEarly } from './live/opening.ts';

const live = document.querySelector<HTMLElement>('article[data-live]');
if (live) openEarly(`pages/${live.dataset.page}`);
