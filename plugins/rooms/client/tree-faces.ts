// Small faces in the tree beside the pages on which others are right now; loaded when there is somebody to show.
import { el } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';

import { drawReaders } from './page-faces.ts';

export interface PageFaces {
  id: number;
  people: { id: number; name: string; avatar_url: string }[];
  /** how many more there are */
  more: number;
}

const SIZE = 18;
const attended = new Map<string, PageFaces>();
let watch: MutationObserver | undefined;

/** Drawn and not written: a row is called by the title of its page alone, which somebody may say to press it. */
const drawn = (sign: string): HTMLElement => el('span', { 'data-sign': sign });

/** A picture that cannot be had is a letter. */
function face({ name, avatar_url }: PageFaces['people'][number]): Element {
  const picture = el('img', { class: 'avatar', src: avatar_url, alt: '', width: SIZE, height: SIZE });
  picture.addEventListener('error', () => picture.replaceWith(drawn(name.slice(0, 1))));
  return picture;
}

/** What stands in a row, so that it is drawn again only when it has changed. */
const textOf = (faces: PageFaces | undefined): string => (faces ? JSON.stringify(faces) : '');

function drawRow(row: HTMLElement): void {
  const faces = attended.get(row.dataset.id ?? '');
  const shown = row.querySelector<HTMLElement>('.tree-faces');
  if ((shown?.dataset.shown ?? '') === textOf(faces)) return;
  shown?.remove();
  row.removeAttribute('aria-description');
  if (!faces) return;
  const { people, more } = faces;
  const rest = more ? `+${more}` : '';
  const names = [...people.map(({ name }) => name), ...(rest ? [rest] : [])].join(', ');
  const words = t('rooms.client.here', { names });
  row.setAttribute('aria-description', words);
  const group = el(
    'span',
    { class: 'tree-faces', title: words, 'aria-hidden': 'true' },
    ...people.map(face),
    rest ? drawn(rest) : null,
  );
  group.dataset.shown = textOf(faces);
  row.querySelector('a')?.append(group);
}

const drawAll = () => {
  for (const row of document.querySelectorAll<HTMLElement>('.tree > li[data-id]')) drawRow(row);
};

/** Rows come and go as branches open, and their links are made anew when a page is renamed. */
function follow(): void {
  const tree = document.querySelector('.tree');
  if (watch || !tree) return;
  watch = new MutationObserver(drawAll);
  watch.observe(tree, { childList: true });
}

/** Shows what has changed; without it nothing is known any more. */
export function showFaces(pages?: PageFaces[]): void {
  if (!pages) attended.clear();
  for (const page of pages ?? [])
    if (page.people.length) attended.set(String(page.id), page);
    else attended.delete(String(page.id));
  follow();
  drawAll();
  drawReaders(attended);
}
