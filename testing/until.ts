// Waiting for what comes of itself, in tests of things that go on beside the one that asks.
import assert from 'node:assert/strict';

const PATIENCE_MS = 30_000;

/** Waits until it holds; `what` is said where it never does. */
export async function until(
  holds: () => unknown,
  what: string | (() => string) = () => String(holds),
  patience = PATIENCE_MS,
): Promise<void> {
  for (const end = Date.now() + patience; !(await holds()); ) {
    if (Date.now() > end) assert.fail(`never came: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
