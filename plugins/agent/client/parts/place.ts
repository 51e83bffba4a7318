// Where the agent opens: beside the page that is shown, and elsewhere as a page of its own.
import { requestPeek } from '../../../../core/client/peek-request.ts';

export function openAgent(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[href^="/agent?page_id="]');
  if (link) {
    const id = Number(new URL(link.href).searchParams.get('page_id'));
    requestPeek({ id, path: `/agent?page_id=${id}&embed=1`, from: link });
  } else location.assign('/agent');
}
