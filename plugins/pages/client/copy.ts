// A copy of many pages that is being made: how far it is, and the copy itself as soon as it is whole.
import { number } from '../../../core/client/messages.ts';
import { send } from '../../../core/client/request.ts';

const EVERY_MS = 1500;

interface Copy {
  status: string;
  page_id: number | null;
  done: number;
  total: number;
  finished_at: string | null;
}

async function follow(box: HTMLElement): Promise<boolean> {
  const { status, page_id, done, total, finished_at } = await send<Copy>('GET', `/api/v2/copies/${box.dataset.copy}`);
  if (page_id !== null) location.replace(`/pages/${page_id}`);
  else if (finished_at) location.reload();
  else if (status !== 'cancelling') {
    const bar = box.querySelector('progress');
    const words = box.querySelector('[data-so-far]');
    if (bar) bar.value = done;
    if (words) words.textContent = `${number(done)} / ${number(total)}`;
  }
  return finished_at === null;
}

function again(box: HTMLElement): void {
  setTimeout(async () => {
    // A server that cannot be reached is asked again; the frame says that it is away.
    if (await follow(box).catch(() => true)) again(box);
  }, EVERY_MS);
}

for (const box of document.querySelectorAll<HTMLElement>('[data-copy][data-open]')) again(box);
