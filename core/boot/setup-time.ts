// A plugin whose setup waits for ever is named, instead of a start that never ends.

/** Longer than any setup takes. */
const SETUP_MS = 60_000;

/** @throws Error when it takes longer than `ms` milliseconds, and what the setup itself throws */
export async function setUpInTime(work: void | Promise<void>, ms = SETUP_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`its setup did not end within ${ms / 1000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
