// The line below the title says who wrote last and when, also while somebody writes.

import { send } from '../../../../core/client/request.ts';
import type { ShownMoment } from '../../../../core/i18n/elapsed-time.ts';

/** A page that is being written changes every two seconds; its line tells minutes, and who it was. */
const SOON_MS = 500;
const PAUSE_MS = 5_000;

interface Edited {
  moment: ShownMoment;
  /** "by Ann Example", in the reader's language; may be empty */
  by: string;
}

function show(line: HTMLElement, { moment, by }: Edited): void {
  const time = line.querySelector('time');
  if (!time) return;
  time.dateTime = moment.iso;
  time.title = moment.exact;
  time.textContent = moment.ago;
  while (time.nextSibling) time.nextSibling.remove();
  if (by) time.after(` ${by}`);
}

export function editsFollower(line: HTMLElement, pageId: number): () => void {
  let isWaiting = false;
  let asked = Number.NEGATIVE_INFINITY;
  const look = async () => {
    isWaiting = false;
    asked = performance.now();
    show(line, await send<Edited>('GET', `/api/pages/${pageId}/edited`));
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    // Without an answer it stays as it is until the next change.
    setTimeout(() => look().catch(() => undefined), Math.max(SOON_MS, asked + PAUSE_MS - performance.now()));
  };
}
