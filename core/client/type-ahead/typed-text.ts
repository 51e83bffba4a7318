// What keys write that no field takes yet: a title or a text whose page is on its way.

/** The text after one more key, a line end as that of a paragraph; undefined for a key that writes nothing. */
export function textAfterKey(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  if (key === 'Enter') return `${text}\n`;
  return key[1] ? undefined : text + key;
}
