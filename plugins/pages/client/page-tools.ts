// Waits for a reader to do something on a page: what serves reading is loaded then, and knows what it was.
import { isBeside, onPeekRequest } from '../../../core/client/peek-request.ts';

const first = ['pointerover', 'focusin', 'click', 'keydown'] as const;

function begin(event: Event): void {
  for (const type of first) document.removeEventListener(type, begin, true);
  // Without a connection the next touch tries again.
  import('./reading/start.ts').then(({ start }) => start(event.target), listen);
}

function listen(): void {
  for (const type of first) document.addEventListener(type, begin, true);
}

if (isBeside()) void import('./reading/start.ts').then(({ start }) => start(null));
else {
  listen();
  // Asked for with the first click already, while what shows pages beside this one is still on its way.
  onPeekRequest((request) => {
    import('./peek/peek.ts').then(
      ({ openPeek }) => openPeek(request),
      () => location.assign(request.path ?? `/pages/${request.id}`),
    );
  });
}
