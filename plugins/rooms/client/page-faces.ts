// In the bar at the top: who else reads this page, beside those who write it.
import { el } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import type { PageFaces } from './tree-faces.ts';

const SIZE = 24;
let watch: MutationObserver | undefined;

/** A picture that cannot be had is a letter. */
function portrait({ name, avatar_url }: PageFaces['people'][number]): HTMLElement {
  const picture = el('img', { class: 'avatar', src: avatar_url, alt: name, width: SIZE, height: SIZE });
  const letter = () => el('span', { role: 'img', 'aria-label': name }, name.slice(0, 1));
  picture.addEventListener('error', () => picture.replaceWith(letter()));
  return el('li', { title: name }, picture);
}

/** Whoever writes has a face there already, in the colour of their caret. */
function draw(bar: HTMLElement, { people, more }: PageFaces): void {
  const writers = [...bar.querySelectorAll<HTMLElement>('.presence:not(.readers) li')].flatMap(({ title }) =>
    title.split(', '),
  );
  const readers = people.filter(({ name }) => !writers.includes(name));
  const rest = Math.max(0, people.length + more - writers.length - readers.length);
  const shown = bar.querySelector<HTMLElement>('.readers');
  const text = JSON.stringify([readers, rest]);
  if (shown?.dataset.shown === text) return;
  shown?.remove();
  if (!readers.length && !rest) return;
  const names = [...readers.map(({ name }) => name), ...(rest ? [`+${rest}`] : [])];
  const list = el(
    'ul',
    { class: 'presence readers', 'aria-label': t('rooms.client.here', { names: names.join(', ') }) },
    ...readers.map(portrait),
    rest ? el('li', {}, `+${rest}`) : null,
  );
  list.dataset.shown = text;
  bar.prepend(list);
}

/** @param attended by page, where others are */
export function drawReaders(attended: ReadonlyMap<string, PageFaces>): void {
  const bar = document.querySelector<HTMLElement>('.topbar-end');
  const [, here = ''] = /^\/pages\/(\d+)$/.exec(location.pathname) ?? [];
  if (!bar || !here) return;
  const redraw = () => draw(bar, attended.get(here) ?? { id: Number(here), people: [], more: 0 });
  if (!watch) {
    watch = new MutationObserver(redraw);
    watch.observe(bar, { childList: true, subtree: true });
  }
  redraw();
}
