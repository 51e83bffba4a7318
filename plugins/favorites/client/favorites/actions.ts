// What can be done with favorites; the list shows it at once and goes back when the server refuses.
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import {
  addLine,
  type FavoriteItem,
  favoriteLine,
  favoriteLines,
  favoriteTitle,
  listElement,
  showList,
} from './lines.ts';

const PATH = '/api/v2/favorites';

function showStar(id: string, isKept: boolean): void {
  const star = document.querySelector<HTMLButtonElement>(`[data-do="star"][data-star="${id}"]`);
  if (!star) return;
  star.setAttribute('aria-pressed', String(isKept));
  star.title = t(isKept ? 'favorites.list.remove' : 'favorites.list.add');
  star.value = isKept ? '0' : '1';
}

async function drop(id: string): Promise<void> {
  await send('DELETE', `${PATH}/${id}`);
  favoriteLine(id)?.remove();
  showList();
  showStar(id, false);
}

export async function toggleFavorite(star: HTMLElement): Promise<void> {
  const id = star.dataset.star as string;
  if (star.getAttribute('aria-pressed') === 'true') return drop(id);
  const made = await send<FavoriteItem>('POST', PATH, { page_id: Number(id) });
  if (!favoriteLine(id)) addLine(made, star);
  showStar(id, true);
}

/** Puts a line at a place among the others, here and on the server. */
export async function moveTo(line: HTMLElement, position: number): Promise<void> {
  const list = listElement();
  const follower = line.nextElementSibling;
  const others = favoriteLines().filter((one) => one !== line);
  list?.insertBefore(line, others[position] ?? null);
  try {
    await send('POST', PATH, { page_id: Number(line.dataset.id), position });
    toast(
      t('favorites.list.moved', { title: favoriteTitle(line), place: position + 1, total: favoriteLines().length }),
    );
  } catch (error) {
    list?.insertBefore(line, follower);
    failed(error);
  }
}

export async function moveByMenu(button: HTMLElement): Promise<void> {
  const line = button.closest('li') as HTMLElement;
  const at = favoriteLines().indexOf(line);
  const step = (by: 1 | -1) => void moveTo(line, at + by).then(() => button.focus());
  await openMenu(button, t('favorites.list.menu_of', { title: favoriteTitle(line) }), [
    ...(at > 0 ? [{ label: t('favorites.list.up'), run: () => step(-1) }] : []),
    ...(at < favoriteLines().length - 1 ? [{ label: t('favorites.list.down'), run: () => step(1) }] : []),
    {
      label: t('favorites.list.remove'),
      icon: 'star',
      separated: favoriteLines().length > 1,
      run: () => void drop(line.dataset.id as string).catch(failed),
    },
  ]);
}
