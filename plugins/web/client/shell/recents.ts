// Pages that this person saw lately in this browser: only their ids are kept, titles come with the rights of the moment.
import { send } from '../../../../core/client/request.ts';
import type { Choice } from './chooser.ts';

const RECENT_MAX = 8;

const key = (): string => `recent-${document.getElementById('menu')?.dataset.user ?? ''}`;
const shownPage = (): number => Number(/^\/pages\/(\d+)$/.exec(location.pathname)?.[1] ?? 0);

function seen(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(Number.isInteger) : [];
  } catch {
    return [];
  }
}

export function noteRecent(): void {
  const page = shownPage();
  if (page && document.getElementById('menu'))
    localStorage.setItem(
      key(),
      JSON.stringify([page, ...seen().filter((one) => one !== page)].slice(0, RECENT_MAX + 1)),
    );
}

export async function recentPages(signal: AbortSignal): Promise<Choice[]> {
  const ids = seen().filter((one) => one !== shownPage());
  if (!ids.length) return [];
  const { titles } = await send<{ titles: Record<string, string> }>(
    'GET',
    `/board/api/wiki/titles?ids=${ids.join(',')}`,
    undefined,
    { signal },
  );
  return ids.flatMap((id) => {
    const title = titles[id];
    return title === undefined ? [] : [{ label: title, icon: 'file-text', href: `/pages/${id}` }];
  });
}
