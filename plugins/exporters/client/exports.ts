// The list of exports: follows those that are being made, and shows the page anew when one has ended.
import { send } from '../../../core/client/request.ts';

const EVERY_MS = 1500;

interface Export {
  status: string;
  progress: { done?: number; total?: number };
}

async function follow(row: HTMLElement): Promise<void> {
  const { status, progress } = await send<Export>('GET', `/api/exports/${row.dataset.open}`);
  if (status !== 'queued' && status !== 'running') return location.reload();
  const bar = row.querySelector('progress');
  if (!bar || !progress.total) return;
  bar.max = progress.total;
  bar.value = progress.done ?? 0;
}

function again(): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-open]')];
  if (!rows.length) return;
  // A server that cannot be reached is asked again; the frame says that it is away.
  setTimeout(() => void Promise.allSettled(rows.map(follow)).then(again), EVERY_MS);
}

again();
