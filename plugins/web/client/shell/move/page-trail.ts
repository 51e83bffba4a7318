// The way to the page that is shown, as it is after a move.
import { askPage } from '../../../../../core/client/fetch-document.ts';

export async function renewTrail(): Promise<void> {
  const way = (await askPage(location.href)).querySelector('.trail .breadcrumb');
  // Without a connection a page that stands for it comes, which knows no way.
  if (way?.firstElementChild) document.querySelector('.trail .breadcrumb')?.replaceWith(document.adoptNode(way));
}
