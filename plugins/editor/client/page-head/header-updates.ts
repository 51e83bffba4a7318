// What is above the text follows what happens to the page; loaded when something does.
import type { PageEvent } from '../../../../core/client/page-events.ts';
import type { PageData } from '../editor/page-data.ts';
import { looksFollower } from './appearance-updates.ts';
import { editsFollower } from './last-edited.ts';

/** `show` is called when icon, cover or sizes are others. */
export function headFollower(head: HTMLElement, page: PageData, show: () => void): (event: PageEvent | null) => void {
  const line = head.querySelector<HTMLElement>(':scope > .meta');
  const followers = [looksFollower(page, show), ...(line ? [editsFollower(line, page.id)] : [])];
  return (event) => {
    for (const follow of followers) follow(event);
  };
}
