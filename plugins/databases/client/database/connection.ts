// When to try again what found no server: once the computer is online again, and every few seconds.

const TRY_AGAIN_MS = 3_000;

/** Resolves when it is worth asking again. */
export function nextAttempt(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, TRY_AGAIN_MS);
    addEventListener('online', end);
  });
}
