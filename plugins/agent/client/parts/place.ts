// Where the agent opens: beside the page that is shown, and elsewhere as a page of its own.
import { requestPeek } from '../../../../core/client/peek-request.ts';
import { COMPOSE, draftPath } from './draft.ts';

const PANEL_LINK = 'a[href^="/agent?page_id="]';

/** @param from gets the focus back; null: whatever has it now */
export function openAgent(from: HTMLElement | null = null): void {
  const link = document.querySelector<HTMLAnchorElement>(PANEL_LINK);
  if (!link) {
    location.assign('/agent');
    return;
  }
  const id = Number(new URL(link.href).searchParams.get('page_id'));
  const person = document.querySelector<HTMLElement>('[data-follow]')?.dataset.follow;
  const path = draftPath(`${person}.${id}`) ?? `/agent?page_id=${id}&embed=1`;
  requestPeek({ id, path: path + COMPOSE, from });
}

/** From the menu of the page, which closes and has the focus again afterwards. */
export function openFromMenu(link: HTMLElement): void {
  const menu = link.closest('details');
  menu?.removeAttribute('open');
  openAgent(menu?.querySelector('summary') ?? link);
}
