// Signing out leaves nothing of anybody behind; what has not been sent is asked about before it goes.
import { failed } from '../../../../core/client/toast.ts';
import { wipe } from './keeper.ts';
import { mayBeLost } from './keeping.ts';

const SIGN_OUT = 'a[href="/auth/logout"]';

export function askBeforeSignOut(userId: number): void {
  const leave = async (link: HTMLAnchorElement) => {
    if (!(await mayBeLost(userId))) return;
    await wipe(userId);
    location.assign(link.href);
  };
  // Before all others: they let go of what waits at once.
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(SIGN_OUT) : null;
      if (!link) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leave(link).catch(failed);
    },
    { capture: true },
  );
}
