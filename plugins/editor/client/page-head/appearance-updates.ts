// Icon, cover and width that others give the page appear while it is being written.
import { type PageEvent, tellPageChange } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import type { PageData } from '../editor/page-data.ts';

/** A page that others write changes every two seconds, and its looks seldom. */
const PAUSE_MS = 2_000;

interface Looks {
  page_icon: string;
  cover_url: string;
  full_width: number;
  font_small: number;
}

/** `show` is called when something of it is another. */
export function looksFollower(page: PageData, show: () => void): (event: PageEvent | null) => void {
  let isWaiting = false;
  const look = async () => {
    isWaiting = false;
    const now = await send<Looks>('GET', `/api/v2/pages/${page.id}`);
    const looks = { icon: now.page_icon, cover: now.cover_url, isWide: !!now.full_width, isSmall: !!now.font_small };
    if (Object.entries(looks).every(([name, value]) => page[name as keyof typeof looks] === value)) return;
    if (looks.icon !== page.icon) tellPageChange({ id: page.id, icon: looks.icon });
    Object.assign(page, looks);
    show();
  };
  return (event) => {
    if (isWaiting || (event && (event.type !== 'page.updated' || event.isOwn))) return;
    isWaiting = true;
    // Without an answer it stays as it is until the next change.
    setTimeout(() => look().catch(() => undefined), PAUSE_MS);
  };
}
