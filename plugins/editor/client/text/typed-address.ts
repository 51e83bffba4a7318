// Addresses as people type them.

/** What somebody meant: addresses without a scheme lead to the web or to a mailbox. */
export function completeAddress(text: string): string {
  const typed = text.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:].*)?$/i.test(typed)) return `https://${typed}`;
  return typed;
}
