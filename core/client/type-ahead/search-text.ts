// Words that were typed before the field in which things are found was there.

/** As if they were typed now; Enter behind them chooses what they find. */
export function typeInto(field: HTMLInputElement, text = ''): void {
  if (!text) return;
  const [words = '', ...behind] = text.split('\n');
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
  // Once what is found is drawn.
  if (behind.length) setTimeout(() => field.dispatchEvent(enter));
}
